"""YAML as DVC reads it: version 1.2, by the same library (https://yaml.org/spec/1.2.2/).

`no` and `5:25` are texts, `0525` and `0o17` are numbers, and a key may not occur twice. With another parser a
stage would run with other values than those that DVC compares and records.
"""

import math
import re
from collections.abc import Callable
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, Event, ScalarEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

__all__ = [
    "MappingNode",
    "Node",
    "ScalarNode",
    "SequenceNode",
    "YamlError",
    "compose",
    "dump",
    "edit",
    "load",
]

# Beside its own errors, ruamel lets through those of Python: for the date 2020-13-45, or a number of 5,000
# digits.
_ERRORS = (YAMLError, ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError)


LARGEST = 100_000
"""Maximum values and characters of a text with its aliases written out, or ten times its length."""
DEEPEST = 100
"""Maximum depth of nested lists and mappings."""
_DIGITS = 100  # of an integer: Python prints none of 4,300
_INTEGER = re.compile(r"[-+]?(0x[0-9a-fA-F_]+|0[ob]?[0-7_]+|[0-9_]+)")


class YamlError(ValueError):
    """A text is not YAML; the message says in one line why, and where.

    Attributes:
        problem: the message without the line.
        line: where, from 1; 0 if it is not known.
    """

    def __init__(self, problem: str, line: int = 0) -> None:
        """Put the message together."""
        super().__init__(f"line {line}: {problem}" if line else problem)
        self.problem, self.line = problem, line


def load(text: str) -> Any:
    """The value of a YAML text; None if it is empty.

    Raises:
        YamlError: it is not YAML, or more than a person writes: see `LARGEST` and `DEEPEST`.
    """
    return _read(YAML(typ="safe").load, text)


def compose(text: str) -> Node | None:
    """The nodes of a YAML text, with their lines.

    Raises:
        YamlError: it is not YAML.
    """
    node: Node | None = _read(YAML(typ="safe").compose, text, numbers=False)
    return node


def dump(value: Any) -> str:
    """A value as YAML, in the order of its keys."""
    parser = YAML(typ="rt")
    parser.width = 100
    text = StringIO()
    parser.dump(value, text)
    return text.getvalue()


def edit(text: str, change: Callable[[Any], None]) -> str:
    """A YAML text after a change of its value in place; comments, order and layout stay.

    Raises:
        YamlError: it is not YAML.
    """
    parser = YAML(typ="rt")
    parser.preserve_quotes = True
    parser.width = 4096
    content = _read(parser.load, text)
    change(content)
    edited = StringIO()
    parser.dump(content, edited)
    return edited.getvalue()


def _check_size(text: str, *, numbers: bool) -> None:
    """Refuse texts that fill the memory or the stack when they are loaded, before they are.

    A few aliases of aliases are millions of values written out, and libyaml ends the process if brackets are
    nested by the thousand. `numbers` tells whether they will be values.
    """
    largest = max(LARGEST, 10 * len(text))
    anchored: dict[str, float] = {}
    open_: list[tuple[str | None, float]] = [(None, 0)]
    for event in YAML(typ="safe").parse(text):
        anchor, size = getattr(event, "anchor", None), 0.0
        if isinstance(event, CollectionStartEvent):
            open_.append((anchor, 1))
            if len(open_) > DEEPEST:
                raise _refused(f"nested more than {DEEPEST - 1} deep", event)
            continue
        if isinstance(event, AliasEvent):
            within_itself = any(event.anchor == name for name, _ in open_)
            size = math.inf if within_itself else anchored.get(event.anchor, 0)  # which the parser refuses
        elif isinstance(event, ScalarEvent):
            size = 1 + len(event.value)
            if numbers and size > _DIGITS and not event.style and _INTEGER.fullmatch(event.value):
                raise _refused(f"an integer of more than {_DIGITS} digits", event)
        elif isinstance(event, CollectionEndEvent):
            anchor, size = open_.pop()
        if anchor and not isinstance(event, AliasEvent):
            anchored[anchor] = size
        within, before = open_.pop()
        open_.append((within, before + size))
        if before + size > largest:
            raise _refused(f"aliases stand for more than {largest:,} values and characters", event)


def _refused(problem: str, event: Event) -> YamlError:
    return YamlError(problem, event.start_mark.line + 1)


def _read(method: Callable[[str], Any], text: str, *, numbers: bool = True) -> Any:
    try:
        _check_size(text, numbers=numbers)
        return method(text)
    except YamlError:
        raise
    except _ERRORS as error:
        problem = getattr(error, "problem", None) or str(error) or type(error).__name__
        mark = getattr(error, "problem_mark", None)
        raise YamlError(" ".join(problem.split()), mark.line + 1 if mark else 0) from None
