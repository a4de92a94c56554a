"""Changes values in params.yaml; comments and layout stay."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dialogue_etl import yaml_files
from dialogue_etl.params import ParamsError, override, read_values
from dialogue_etl.shards import write_atomic

Nested = dict[str, Any]


def flatten(values: Mapping[str, Any]) -> Nested:
    """Values of sections by `section.key`."""
    flat: Nested = {}
    for key, value in values.items():
        inner = {f"{key}.{k}": v for k, v in value.items()} if isinstance(value, dict) else {key: value}
        flat |= inner
    return flat


def set_values(path: Path, values: Mapping[str, Any]) -> None:
    """Set values, nested by section as in a preset.

    Raises:
        ParamsError: the file would not hold them, or others would change too, as those of an alias (`*name`).
    """

    def change(content: Any) -> None:
        for key, value in values.items():
            for name, inner in value.items() if isinstance(value, dict) else ():
                _assign(content.setdefault(key, {}), name, inner)
            if not isinstance(value, dict):
                _assign(content, key, value)

    before = read_values(path)
    edited = yaml_files.edit(path.read_text(encoding="utf-8"), change)
    if yaml_files.load(edited) != override(before, values):
        named = ", ".join(flatten(values))
        raise ParamsError(f"{path.name}: {named}: cannot be set without changing other values: edit the file")
    write_atomic(path, edited.encode())


def _assign(node: Any, name: str, value: Any) -> None:
    """Set a value; change a list in place, since ruamel attaches the comment after it to its last item."""
    old = node.get(name)
    if not isinstance(old, list) or not isinstance(value, list):
        node[name] = value
        return
    comments = node[name].ca.items
    after = comments.get(len(old) - 1)
    comments.clear()
    old[:] = value
    if after and value:
        comments[len(value) - 1] = after
