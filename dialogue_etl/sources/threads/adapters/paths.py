"""Paths in JSON objects: `user.screen_name`; in a list of objects `tweets[type=replied_to].id`.

Of several paths, the first with a value is used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Step = tuple[str, str, str]

ABSENT: Any = object()
"""The result for a path that does not exist, unlike one with null or an empty text."""
_NAME = r"[^.\[\]=;]+"
_ONE = rf"({_NAME})(?:\[({_NAME})=({_NAME})\])?"
_STEP = re.compile(_ONE)
PLACE = re.compile(rf"{_ONE}(?:\.{_ONE})*")


def head_of(place: str) -> str:
    """The first name of a path."""
    return str(_STEP.findall(place)[0][0])


def first_of(places: Sequence[str]) -> Callable[[Mapping[str, Any]], Any]:
    """A function that returns the first value at several paths that is not null or an empty text."""
    if all(name.isidentifier() for name in places):
        return _plain(tuple(places)) if len(places) > 1 else lambda said: said.get(places[0], ABSENT)
    every = all_of(places)

    def get(said: Mapping[str, Any]) -> Any:
        nothing = ABSENT
        for found in every(said):
            if found is not None and found != "":
                return found
            nothing = found
        return nothing

    return get


def _plain(names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], Any]:
    def get(said: Mapping[str, Any]) -> Any:
        nothing = ABSENT
        for name in names:
            if name in said:
                found = said[name]
                if found is not None and found != "":
                    return found
                nothing = found
        return nothing

    return get


def all_of(places: Sequence[str]) -> Callable[[Mapping[str, Any]], Iterable[Any]]:
    """A function that returns the values at all existing paths."""
    if all(name.isidentifier() for name in places):
        names = tuple(places)
        return lambda said: [said[name] for name in names if name in said]
    paths: list[tuple[str, list[Step]]] = [(place, _STEP.findall(place)) for place in places]

    def get(value: Mapping[str, Any]) -> Iterator[Any]:
        for place, steps in paths:
            found: Any = value.get(place, ABSENT)  # a table has columns with dots in their names
            if found is ABSENT:
                found = value
                for step in steps:
                    found = _at(found, *step)
            if found is not ABSENT:
                yield found

    return get


def _at(value: Any, name: str, key: str, wanted: str) -> Any:
    found = value.get(name, ABSENT) if isinstance(value, dict) else ABSENT
    if not key:
        return found
    listed = found if isinstance(found, list) else ()
    return next((one for one in listed if isinstance(one, dict) and one.get(key) == wanted), ABSENT)
