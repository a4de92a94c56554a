"""Changes values in params.yaml; comments and layout stay."""

from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

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
    """Set values, nested by section as in a preset, in a file."""
    write_atomic(path, with_values(path.read_text(encoding="utf-8"), values).encode())


def with_values(params_yaml: str, values: Mapping[str, Any]) -> str:
    """A params.yaml with values set."""
    if not values:
        return params_yaml
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to import

    parser = YAML()
    parser.preserve_quotes = True
    parser.width = 4096
    content = parser.load(params_yaml)
    for key, value in values.items():
        for name, inner in value.items() if isinstance(value, dict) else ():
            _assign(content.setdefault(key, {}), name, inner)
        if not isinstance(value, dict):
            _assign(content, key, value)
    text = StringIO()
    parser.dump(content, text)
    return text.getvalue()


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
