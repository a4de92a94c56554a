"""The `${...}` of dvc.yaml, as far as drawing a graph needs it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

# DVC's own grammar: a dotted key with [index] parts; a backslash before the dollar escapes it.
_REFERENCE = re.compile(r"(?<!\\)\$\{\s*([^{}\s]+)\s*\}")
_PART = re.compile(r"[^.\[\]]+")


class TemplateError(ValueError):
    """A `${key}` names nothing; the message holds the key."""


def lookup(key: str, values: Mapping[str, Any]) -> Any:
    """The value of `a.b[0]` in nested values.

    Raises:
        TemplateError: there is no such key.
    """
    node: Any = values
    for part in _PART.findall(key):
        try:
            node = node[int(part)] if isinstance(node, list) else node[part]
        except (KeyError, IndexError, TypeError, ValueError):
            raise TemplateError(f"${{{key}}} names nothing in params.yaml or vars") from None
    return node


def resolve(value: Any, values: Mapping[str, Any]) -> Any:
    """A copy of nested YAML with every `${...}` replaced.

    A string that is one reference takes the value with its type (lists for `matrix: ${languages}`);
    within a longer string it becomes text.
    """
    if isinstance(value, dict):
        return {resolve(k, values): resolve(v, values) for k, v in value.items()}
    if isinstance(value, list):
        return [resolve(v, values) for v in value]
    if not isinstance(value, str):
        return value
    if whole := _REFERENCE.fullmatch(value.strip()):
        return lookup(whole[1], values)
    return _REFERENCE.sub(lambda found: text(lookup(found[1], values)), value).replace("\\${", "${")


def text(value: Any) -> str:
    """A scalar as DVC writes it into names, paths and commands."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        return json.dumps(value)  # DVC writes arguments here; the graph only shows commands
    return str(value)
