"""Compares and replaces parameter values, and changes params.yaml without losing its comments."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dvc_airflow.programs import git
from dvc_airflow.yaml_files import as_json, parse_yaml, read_yaml, round_trip, text_with, write_whole

Values = dict[str, Any]
PARAMS = "params.yaml"


class ChangeError(ValueError):
    """A run's value or option is not allowed; the message names it."""


def read_at(root: Path, commit: str) -> Values:
    """The nested values of params.yaml at a commit; empty if the file does not exist.

    Raises:
        ProgramError: the commit does not exist.
        YamlError: the file is not well-formed, or not a mapping.
    """
    if not git(root, "ls-tree", "--name-only", "--end-of-options", commit, "--", PARAMS):
        return {}
    return parse_yaml(git(root, "show", "--end-of-options", f"{commit}:{PARAMS}"), f"{PARAMS} at {commit}")


def flatten(values: Mapping[str, Any], prefix: str = "") -> Values:
    """Nested values as `section.key`; lists are values."""
    flat: Values = {}
    for key, value in values.items():
        name = f"{prefix}{key}"
        flat |= flatten(value, f"{name}.") if isinstance(value, dict) and value else {name: value}
    return flat


def lookup(values: Any, key: str) -> Any:
    """The value of a dotted key in nested values (lists by index); else None."""
    for part in key.split("."):
        try:
            values = values[int(part)] if isinstance(values, list) else values[part]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return values


def override(values: Mapping[str, Any], changes: Mapping[str, Any]) -> Values:
    """A deep copy of nested values with dotted keys replaced.

    Raises:
        ChangeError: a part of a key is a value, not a section.
    """
    result: Values = _copied(values)
    for key, value in changes.items():
        section, name = _section(result, key)
        section[name] = value
    return result


def _copied(value: Any) -> Any:
    """A copy in which nothing is shared, as the values of an alias (`*name`) are."""
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value


def _section(values: Any, key: str) -> tuple[Any, str]:
    """The mapping that contains a dotted key, created if missing, and the key's last part."""
    *sections, name = key.split(".")
    for section in sections:
        values = values.setdefault(section, {})
        if not isinstance(values, dict):
            raise ChangeError(f"{key}: {section} is a value, not a section")
    return values, name


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Dotted keys whose values differ: `key: [old, new]`; None means missing, dates are texts."""
    before, after = flatten(old), flatten(new)
    return {
        key: [as_json(before.get(key)), as_json(after.get(key))]
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    }


def rewrite(path: Path, changes: Mapping[str, Any]) -> None:
    """Set dotted keys in a YAML file; comments, order and layout of the rest stay.

    Raises:
        ChangeError: the file would not hold them, or others would change too, as those of an alias (`*name`).
    """
    before = read_yaml(path)
    parser = round_trip(as_dvc=False)
    content = parser.load(path.read_text(encoding="utf-8")) or {}
    for key, value in changes.items():
        section, name = _section(content, key)
        old = section.get(name)
        if isinstance(old, list) and isinstance(value, list):
            _assign(old, value)
        else:
            section[name] = value
    text = text_with(parser, content)
    if parse_yaml(text, path.name) != override(before, changes):
        raise ChangeError(f"{', '.join(changes)}: cannot be set in {path.name} without changing other values")
    write_whole(path, text)


def _assign(old: Any, new: list[Any]) -> None:
    """Change a list in place, since ruamel attaches the comment after it to its last item."""
    after = old.ca.items.pop(len(old) - 1, None)
    old.ca.items.clear()
    old[:] = new
    if after and new:
        old.ca.items[len(new) - 1] = after
