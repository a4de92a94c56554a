"""Changes values in params.yaml; comments and layout stay."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dialogue_etl.core import yaml_files
from dialogue_etl.core.shards import write_atomic
from dialogue_etl.params import ParamsError, override

Nested = dict[str, Any]


def flatten(values: Mapping[str, Any]) -> Nested:
    """Values of sections by `section.key`."""
    flat: Nested = {}
    for key, value in values.items():
        inner = {f"{key}.{k}": v for k, v in value.items()} if isinstance(value, dict) else {key: value}
        flat |= inner
    return flat


def set_values(path: Path, values: Mapping[str, Any]) -> None:
    """Set values, nested by section as in a preset, in a file.

    Raises:
        ParamsError: see `with_values`.
    """
    write_atomic(path, with_values(path.read_text(encoding="utf-8"), values).encode())


def with_values(params_yaml: str, values: Mapping[str, Any]) -> str:
    """A params.yaml with values set.

    Raises:
        ParamsError: it would not hold them, or others would change too, as those of an alias (`*name`).
    """
    if not values:
        return params_yaml

    def change(content: Any) -> None:
        for key, value in values.items():
            for name, inner in value.items() if isinstance(value, dict) else ():
                _assign(content.setdefault(key, {}), name, inner)
            if not isinstance(value, dict):
                _assign(content, key, value)

    edited = yaml_files.edit(params_yaml, change)
    if yaml_files.load(edited) != override(yaml_files.load(params_yaml), values):
        named = ", ".join(flatten(values))
        raise ParamsError(f"{named}: cannot be set without changing other values: edit params.yaml")
    return edited


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
