"""The `${...}` of dvc.yaml, with DVC's rules for what may stand where and what it becomes.

Source: `dvc/parsing/interpolate.py` and `context.py` of DVC 3.67.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# A backslash before the dollar escapes it.
_REFERENCE = re.compile(r"(?<!\\)\$\{([^}\n]*)\}")
# A dotted key with [index] parts; blanks around the parts do not count.
_KEY = re.compile(r"[^.\[\]]+(?:\.[^.\[\]]+|\[[^.\[\]]+\][ \t\r]*)*")
_BETWEEN_PARTS = re.compile(r"[.\[]")


class TemplateError(ValueError):
    """A `${key}` names nothing, or what it names may not stand there; the message says which and why."""


def lookup(key: str, values: Mapping[str, Any]) -> Any:
    """The value of `a.b[0]` in nested values.

    Raises:
        TemplateError: there is no such key, or it is not written so.
    """
    if not _KEY.fullmatch(key):
        raise TemplateError(f"${{{key}}} is no key: expected names, dots and [index]")
    node: Any = values
    for part in _BETWEEN_PARTS.split(key.replace("]", "")):
        try:
            node = node[int(part)] if isinstance(node, list) else node[part.strip()]
        except (KeyError, IndexError, TypeError, ValueError):
            raise TemplateError(f"${{{key}}} names nothing in params.yaml or vars") from None
    return node


def is_reference(value: Any) -> bool:
    """Whether a value is one `${...}` and nothing else, which takes what it names with its type."""
    return isinstance(value, str) and _REFERENCE.fullmatch(value) is not None


def resolve(
    value: Any, values: Mapping[str, Any], *, key: str | None = None, style: Mapping[str, str] | None = None
) -> Any:
    """A copy of nested YAML with every `${...}` replaced.

    A string that is one reference takes the value with its type (lists for `matrix: ${languages}`);
    within a longer string it becomes text.

    Args:
        value: What stands in dvc.yaml.
        values: What can be named.
        key: The stage's key it stands under: only `cmd` takes mappings, none takes lists. None where both
            may stand: foreach, matrix, sections outside of stages.
        style: Section `parsing` of DVC's config, see `text`.

    Raises:
        TemplateError: a reference names nothing, or something that may not stand there.
    """
    if isinstance(value, dict):
        return {
            _hashable(resolve(k, values, key=key, style=style)): resolve(v, values, key=key, style=style)
            for k, v in value.items()
        }
    if isinstance(value, list):
        return [resolve(v, values, key=key, style=style) for v in value]
    if not isinstance(value, str) or "${" not in value:
        return value

    def named(reference: str) -> Any:
        return _allowed(reference, lookup(reference, values), key)

    if whole := _REFERENCE.fullmatch(value):
        return named(whole[1])
    return _REFERENCE.sub(lambda found: text(named(found[1]), style), value).replace("\\${", "${")


def refuse_references(value: Any, where: str) -> None:
    """DVC takes no `${...}` in `vars`.

    Raises:
        TemplateError: there is one in a text or key.
    """
    if isinstance(value, dict):
        refuse_references([*value.keys(), *value.values()], where)
    elif isinstance(value, list):
        for one in value:
            refuse_references(one, where)
    elif isinstance(value, str) and _REFERENCE.search(value):
        raise TemplateError(f"{where}: {value!r}: no ${{...}} is allowed here")


def text(value: Any, style: Mapping[str, str] | None = None) -> str:
    """A value as DVC writes it into names, paths and commands; a mapping becomes command line arguments.

    Args:
        value: Any YAML.
        style: `bool: boolean_optional` writes false as `--no-key`, else it is left out; `list: append`
            repeats `--key` before each element, else it stands once.

    Raises:
        TemplateError: a list in a mapping holds lists or mappings.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return " ".join(_arguments(value, "", style or {})).rstrip()
    return str(value)


def _arguments(mapping: Mapping[str, Any], prefix: str, style: Mapping[str, str]) -> Iterator[str]:
    for name, value in mapping.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict):
            yield from _arguments(value, f"{key}.", style)
        elif isinstance(value, bool):
            if value or style.get("bool") == "boolean_optional":
                yield f"--{key}" if value else f"--no-{key}"
        elif isinstance(value, list):
            if any(isinstance(one, (list, dict)) for one in value):
                raise TemplateError(f"{key}: a list of lists or mappings cannot be made arguments")
            words = [shlex.quote(one) if isinstance(one, str) else str(one) for one in value]
            if style.get("list") == "append":
                yield from (f"--{key} {word}" for word in words)
            elif words:
                yield f"--{key} {' '.join(words)}"
        else:
            yield f"--{key} {shlex.quote(value) if isinstance(value, str) else value}"


def _allowed(reference: str, value: Any, key: str | None) -> Any:
    takes_all = key is None or (key == "cmd" and isinstance(value, dict))
    if isinstance(value, (list, dict)) and not takes_all:
        raise TemplateError(f"${{{reference}}} is a {type(value).__name__}, which cannot stand here")
    return value


def _hashable(key: Any) -> Any:
    if isinstance(key, (list, dict)):
        raise TemplateError(f"a {type(key).__name__} cannot be a key")
    return key
