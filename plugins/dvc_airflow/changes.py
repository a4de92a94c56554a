"""Parameter values: compared, replaced, and params.yaml rewritten with its comments kept."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from dvc_airflow.data_files import parse_mapping, read_mapping
from dvc_airflow.programs import git

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Values = dict[str, Any]
PARAMS = "params.yaml"


class ChangeError(ValueError):
    """A run asks for a value that cannot be set; the message names it."""


def read(path: Path) -> Values:
    """The nested values of a YAML file; an empty or missing one has none.

    Raises:
        DataFileError: it cannot be read, or holds something else.
    """
    return read_mapping(path) if path.exists() else {}


def read_at(root: Path, commit: str) -> Values:
    """The nested values of params.yaml at a commit; none if it has no such file.

    Raises:
        ProgramError: there is no such commit.
        DataFileError: it is not well-formed, or holds something else.
    """
    if not git(root, "ls-tree", "--name-only", "--end-of-options", commit, "--", PARAMS):
        return {}
    return parse_mapping(git(root, "show", "--end-of-options", f"{commit}:{PARAMS}"), f"{PARAMS} at {commit}")


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
