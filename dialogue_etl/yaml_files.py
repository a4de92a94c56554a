"""YAML as DVC reads it: version 1.2, by the same library (https://yaml.org/spec/1.2.2/).

`no` and `5:25` are texts, `0525` and `0o17` are numbers, and a key may not occur twice. With another parser a
stage would run with other values than those that DVC compares and records.
"""

from collections.abc import Callable
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
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
_ERRORS = (YAMLError, ValueError, TypeError, AttributeError, OverflowError, RecursionError)


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
        YamlError: it is not YAML.
    """
    return _read(YAML(typ="safe").load, text)


def compose(text: str) -> Node | None:
    """The nodes of a YAML text, with their lines.

    Raises:
        YamlError: it is not YAML.
    """
    node: Node | None = _read(YAML(typ="safe").compose, text)
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


def _read(method: Callable[[str], Any], text: str) -> Any:
    try:
        return method(text)
    except _ERRORS as error:
        problem = getattr(error, "problem", None) or str(error) or type(error).__name__
        mark = getattr(error, "problem_mark", None)
        raise YamlError(" ".join(problem.split()), mark.line + 1 if mark else 0) from None
