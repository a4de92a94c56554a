"""Parameter values: which a run changes, and params.yaml rewritten with its comments kept."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Values = dict[str, Any]

PRESET = "preset"
"""The form field that names a preset."""
NO_PRESET = "none"
SHOWN = "shown"
"""The hidden form field that holds the values the form was drawn with."""


class ChangeError(ValueError):
    """A run asks for a value that cannot be set; the message names it."""


def read(path: Path) -> Values:
    """The nested values of a YAML file; an empty or missing one has none."""
    return (yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else None) or {}


def flatten(values: Mapping[str, Any], prefix: str = "") -> Values:
    """Nested values as `section.key`; lists are values."""
    flat: Values = {}
    for key, value in values.items():
        name = f"{prefix}{key}"
        flat |= flatten(value, f"{name}.") if isinstance(value, dict) and value else {name: value}
    return flat


def override(values: Mapping[str, Any], changes: Mapping[str, Any]) -> Values:
    """A deep copy of nested values with dotted keys replaced."""
    result = copy.deepcopy(dict(values))
    for key, value in changes.items():
        *sections, name = key.split(".")
        node = result
        for section in sections:
            node = node.setdefault(section, {})
            if not isinstance(node, dict):
                raise ChangeError(f"{key}: {section} is a value, not a section")
        node[name] = value
    return result


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Dotted keys whose values differ: `key: [old, new]`; None stands for missing."""
    before, after = flatten(old), flatten(new)
    return {
        key: [before.get(key), after.get(key)]
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    }


def requested(conf: Mapping[str, Any], values: Values, presets: Mapping[str, Values]) -> Values:
    """The nested values of a run: the workspace's, then the preset, then what the form changed.

    A form sends every field. So it also sends, hidden, the values it was drawn with: only a field that
    differs from those was changed by the user. A conf without them (the REST API) means each of its keys.

    Raises:
        ChangeError: there is no such preset, or a key names no value.
    """
    preset = conf.get(PRESET) or NO_PRESET
    if preset != NO_PRESET and preset not in presets:
        raise ChangeError(f"preset: {preset!r} is not one of {', '.join([NO_PRESET, *presets])}")
    result = override(values, flatten(presets.get(preset, {})))
    fields = {key: value for key, value in conf.items() if key not in {PRESET, SHOWN}}
    shown = conf.get(SHOWN)
    if isinstance(shown, dict):
        fields = {key: value for key, value in fields.items() if key not in shown or value != shown[key]}
    texts = {key for key, value in flatten(values).items() if isinstance(value, str)}
    # A form has no other way to say that a text is empty.
    return override(result, {k: "" if v is None and k in texts else v for k, v in fields.items()})


def rewrite(path: Path, changes: Mapping[str, Any]) -> None:
    """Set dotted keys in a YAML file; comments, order and layout of the rest stay."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to import, and DAG files import this module

    parser = YAML()
    parser.preserve_quotes = True
    parser.width = 4096
    content = parser.load(path.read_text(encoding="utf-8")) or {}
    for key, value in changes.items():
        *sections, name = key.split(".")
        node = content
        for section in sections:
            node = node.setdefault(section, {})
        _assign(node, name, value)
    temporary = path.with_name(f".{path.name}.new")
    with temporary.open("w", encoding="utf-8") as file:
        parser.dump(content, file)
    temporary.replace(path)


def _assign(node: Any, name: str, value: Any) -> None:
    """Set a value; a list in place, since what follows it in the file hangs at its last item."""
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
