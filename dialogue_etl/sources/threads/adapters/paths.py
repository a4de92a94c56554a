"""Places in JSON objects, of which the first with a value is used.

A path is `user.screen_name`, in a list of objects `tweets[type=replied_to].id`, or `mapping.*`, all values of
an object. A template is `{dialogue}/{turn}`: several paths, none of which may be missing. A form may also
have a function.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Step = tuple[str, str, str]

Get = Callable[["Mapping[str, Any]"], Any]
Place = str | Get

ABSENT: Any = object()
"""The result for a path that does not exist, unlike one with null or an empty text."""
_NAME = r"[^.\[\]=;{}]+"
_ONE = rf"({_NAME})(?:\[({_NAME})=({_NAME})\])?"
_STEP = re.compile(_ONE)
_PATH = rf"@?{_ONE}(?:\.{_ONE})*"
PLACE = re.compile(rf"{_PATH}|(?:[^{{}};]*\{{{_PATH}\}})+[^{{}};]*")
_HOLE = re.compile(r"\{([^{}]+)\}")


def names_in(place: Place) -> list[str]:
    """The names of the members on a path."""
    return [str(step[0]) for step in _STEP.findall(place)] if isinstance(place, str) else []


def first_of(places: Sequence[Place]) -> Get:
    """A function that returns the first value at several places that is not null or an empty text."""
    if all(map(_is_name, places)):
        names = tuple(map(str, places))
        return _plain(names) if len(names) != 1 else lambda said: said.get(names[0], ABSENT)
    every = all_of(places)

    def get(said: Mapping[str, Any]) -> Any:
        nothing = ABSENT
        for found in every(said):
            if found is not None and found != "":
                return found
            nothing = found
        return nothing

    return get


def _is_name(place: Place) -> bool:
    return isinstance(place, str) and place.isidentifier()


def _plain(names: tuple[str, ...]) -> Get:
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


def all_of(places: Sequence[Place]) -> Callable[[Mapping[str, Any]], Iterable[Any]]:
    """A function that returns the values at all existing places."""
    if all(map(_is_name, places)):
        names = tuple(map(str, places))
        return lambda said: [said[name] for name in names if name in said]
    every = [_get(place) for place in places]
    return lambda value: (found for get in every if (found := get(value)) is not ABSENT)


def _get(place: Place) -> Get:
    if callable(place):
        return place
    if "{" in place:
        texts, getters = _HOLE.split(place)[::2], [_get(hole) for hole in _HOLE.findall(place)]

        def fill(value: Mapping[str, Any]) -> Any:
            found = [get(value) for get in getters]
            if any(one is ABSENT or one is None or one == "" for one in found):
                return ABSENT
            return texts[0] + "".join(f"{one}{text}" for one, text in zip(found, texts[1:], strict=True))

        return fill
    steps: list[Step] = _STEP.findall(place)

    def get(value: Mapping[str, Any]) -> Any:
        found: Any = value.get(place, ABSENT)  # a table has columns with dots in their names
        if found is ABSENT:
            found = value
            for step in steps:
                found = _at(found, *step)
        return found

    return get


def _at(value: Any, name: str, key: str, wanted: str) -> Any:
    if name == "*" and isinstance(value, dict):
        return list(value.values())
    found = value.get(name, ABSENT) if isinstance(value, dict) else ABSENT
    if not key:
        return found
    listed = found if isinstance(found, list) else ()
    return next((one for one in listed if isinstance(one, dict) and one.get(key) == wanted), ABSENT)
