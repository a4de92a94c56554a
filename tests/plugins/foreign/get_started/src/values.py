"""Two levels of `key: number`, all that the params.yaml here needs."""

from pathlib import Path


def read(file):
    values, section = {}, {}
    for line in Path(file).read_text(encoding="utf-8").splitlines():
        key, _, value = (part.strip() for part in line.partition(":"))
        if not value:
            section = values.setdefault(key, {})
        else:
            section[key] = float(value) if "." in value else int(value)
    return values
