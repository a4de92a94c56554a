"""Reads YAML that people write, within limits of size and depth."""

import math
import re
from typing import Any

import yaml

LARGEST = 100_000
"""Maximum values and characters of a YAML text with its aliases written out, or ten times its length."""
DEEPEST = 100
"""Maximum depth of nested lists and mappings."""
_DIGITS = 100  # of an integer: Python prints none of 4,300, and reads none


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML 1.2, as DVC reads it, without dates: `off`, `no` and what looks like a date are texts.

    Ten times as fast as ruamel, which every stage would wait for.
    """

    yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML's
        first: [(tag, like) for tag, like in known if tag.rpartition(":")[2] not in {"timestamp", "bool"}]
        for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def construct_yaml_int(self, node: Any) -> int:
        """An integer, not of thousands of digits."""
        if len(node.value) > _DIGITS:
            raise yaml.YAMLError(f"an integer of more than {_DIGITS} digits{_place(node)}")
        return int(super().construct_yaml_int(node))


_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.construct_yaml_int)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)
# PyYAML's own takes no float without a point: `2e-05`, as DVC writes 0.00002, would be a text.
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+[eE][-+]?[0-9]+$"), list("-+0123456789")
)


def read_yaml(text: str) -> Any:
    """What a YAML text holds.

    Raises:
        yaml.YAMLError: it is not YAML, or more than a person writes: see `LARGEST` and `DEEPEST`.
    """
    _check_size(text)
    try:
        return yaml.load(text, _Loader)  # noqa: S506 - it is the safe loader but for dates and `off`
    except (ValueError, TypeError, KeyError, AttributeError) as error:  # of PyYAML, for `!!bool x`
        raise yaml.YAMLError(f"a value does not fit its tag: {error}") from None


def _check_size(text: str) -> None:
    """Refuse texts that fill the memory or the stack when they are loaded, before they are.

    A few aliases of aliases are millions of values written out, and libyaml ends the process if brackets are
    nested by the thousand.
    """
    largest = max(LARGEST, 10 * len(text))
    anchored: dict[Any, float] = {}
    open_: list[tuple[Any, float]] = [(None, 0)]
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        anchor, size = getattr(event, "anchor", None), 0.0
        if isinstance(event, yaml.CollectionStartEvent):
            open_.append((anchor, 1))
            if len(open_) > DEEPEST:
                raise yaml.YAMLError(f"nested more than {DEEPEST - 1} deep{_place(event)}")
            continue
        if isinstance(event, yaml.AliasEvent):
            size = anchored.get(anchor, math.inf)  # within itself
        elif isinstance(event, yaml.ScalarEvent):
            size = 1 + len(event.value)
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, size = open_.pop()
        if anchor and not isinstance(event, yaml.AliasEvent):
            anchored[anchor] = size
        within, before = open_.pop()
        open_.append((within, before + size))
        if before + size > largest:
            raise yaml.YAMLError(
                f"aliases stand for more than {largest:,} values and characters{_place(event)}"
            )


def _place(event: Any) -> str:
    return f", line {event.start_mark.line + 1}"
