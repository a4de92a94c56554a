"""params.yaml edited as text people wrote: values change, comments and layout stay."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any

import yaml

from dialogue_etl.params import read_yaml
from dialogue_etl.shards import write_atomic
from dialogue_etl.workspace.root import WorkspaceError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Nested = dict[str, Any]


def flatten(values: Mapping[str, Any]) -> Nested:
    """`section.key` of nested values; lists are values."""
    flat: Nested = {}
    for key, value in values.items():
        inner = {f"{key}.{k}": v for k, v in value.items()} if isinstance(value, dict) else {key: value}
        flat |= inner
    return flat


def set_values(path: Path, values: Mapping[str, Any]) -> None:
    """Set nested values, as a preset holds them."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to import

    parser = YAML()
    parser.preserve_quotes = True
    parser.width = 4096
    content = parser.load(path.read_text(encoding="utf-8"))
    for key, value in values.items():
        for name, inner in value.items() if isinstance(value, dict) else ():
            _assign(content.setdefault(key, {}), name, inner)
        if not isinstance(value, dict):
            _assign(content, key, value)
    text = StringIO()
    parser.dump(content, text)
    write_atomic(path, text.getvalue().encode())


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


def add_missing(text: str, template: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The text of a params.yaml with the keys it lacks added at the end of their sections.

    A YAML library would hang a section's new key below the comment of the next section, so lines it is.

    Args:
        text: The user's file.
        template: All values there should be.

    Returns:
        The new text and the added keys.

    Raises:
        WorkspaceError: the file's layout defeats this; the message lists what to add by hand.
    """
    present: Nested = read_yaml(text) or {}
    lines = text.rstrip("\n").split("\n")
    added: list[str] = []
    for key, value in template.items():
        if key not in present:
            lines += ["", *_block({key: value})]
            added.append(key)
        elif isinstance(value, dict):
            missing = {k: v for k, v in value.items() if k not in (present[key] or {})}
            if missing:
                _insert(lines, key, missing)
                added += [f"{key}.{name}" for name in missing]
    result = "\n".join(lines) + "\n"
    _verify(result, present, template, added)
    return result, added


def remove_unknown(text: str, template: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The text without keys the template does not know, and those keys."""
    unknown = sorted(flatten(read_yaml(text) or {}).keys() - flatten(template).keys())
    for name in unknown:
        section, _, key = name.rpartition(".")
        begins = re.search(rf"(?m)^{re.escape(section)}:", text) if section else None
        before = begins.end() if begins else 0  # other sections may have a key of this name
        # The key's line and what is indented below it or listed under it.
        lines = rf"(?m)^([ ]*){re.escape(key)}:.*\n(?:\1(?:[ ]+\S|- ).*\n)*"
        text = text[:before] + re.sub(lines, "", text[before:], count=1)
    return text, unknown


def _block(values: Nested, indent: str = "") -> list[str]:
    dumped = yaml.safe_dump(values, sort_keys=False, allow_unicode=True).rstrip("\n")
    return [indent + line for line in dumped.split("\n")]


def _insert(lines: list[str], section: str, values: Nested) -> None:
    start = next(
        (i for i, line in enumerate(lines) if re.match(rf"{re.escape(section)}:\s*(#|$)", line)), None
    )
    if start is None:
        return  # flow style; _verify says so
    end, last = start + 1, start
    while end < len(lines) and (not lines[end].strip() or lines[end][0] in " #"):
        if lines[end].strip() and lines[end].lstrip()[0] != "#":
            last = end
        end += 1
    first = next((line for line in lines[start + 1 : last + 1] if line.lstrip()[:1] not in {"", "#"}), "  x")
    lines[last + 1 : last + 1] = _block(values, first[: len(first) - len(first.lstrip())])


def _verify(text: str, before: Nested, template: Mapping[str, Any], added: list[str]) -> None:
    expected = flatten(before) | {k: v for k, v in flatten(template).items() if k not in flatten(before)}
    try:
        if flatten(read_yaml(text)) == expected:
            return
    except yaml.YAMLError:
        pass
    raise WorkspaceError(f"params.yaml is not laid out in plain blocks: add by hand {', '.join(added)}")
