"""The parameters of `mix`: how much of each source and language a mixed dataset holds."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dialogue_etl.parameter import Section, parameter, unique

Source = Literal["books", "threads"]
SOURCES: tuple[Source, ...] = ("books", "threads")


def numbers(entries: list[str]) -> dict[str, float]:
    """`["books=1", "threads/zh=0.5"]` as a mapping.

    Raises:
        ValueError: an entry is no such pair, names no source, or is there twice.
    """
    found: dict[str, float] = {}
    for entry in entries:
        name, _, text = entry.partition("=")
        source, slash, language = name.partition("/")
        if source not in SOURCES or (slash and not language):
            raise ValueError(f"{entry!r}: begin it with one of {', '.join(SOURCES)}, or as in books/en")
        if name in found:
            raise ValueError(f"{name!r} is there twice")
        found[name] = _number(entry, text)
    return found


def _number(entry: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number < math.inf:
        raise ValueError(f"{entry!r}: end it with = and a number, 0 or more, as in books=2")
    return number


def _weights(entries: list[str]) -> list[str]:
    if entries and not any(numbers(entries).values()):
        raise ValueError("no weight is over 0: nothing would be taken")
    return entries


def _caps(entries: list[str]) -> list[str]:
    for entry, number in zip(entries, numbers(entries).values(), strict=True):
        if number != int(number):
            raise ValueError(f"{entry!r}: not a whole number of dialogues")
    return entries


class Mix(Section):
    """What a mixed dataset is made of."""

    sources: Annotated[list[Source], AfterValidator(unique), Field(min_length=1)] = parameter(
        lambda: list(SOURCES), "choices"
    )
    """Sources to take dialogues from."""
    languages: Annotated[list[str], AfterValidator(unique)] = parameter(list, "tags")
    """Languages to take, as BCP-47 tags; none named: all that are built."""
    weights: Annotated[list[str], AfterValidator(_weights)] = parameter(
        list, "weights", form="list of SOURCE=NUMBER or SOURCE/LANGUAGE=NUMBER"
    )
    """In which proportion, by dialogues, as books=1 or threads/zh=0.5. As many are taken as it allows, none
    twice; what no weight names is left out. None given: all of everything.
    """
    caps: Annotated[list[str], AfterValidator(_caps)] = parameter(
        list, "dialogues", form="list of SOURCE=NUMBER or SOURCE/LANGUAGE=NUMBER"
    )
    """How many dialogues at most, as books=10000 or threads/zh=5000; applied before the weights."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Another seed chooses other dialogues."""
