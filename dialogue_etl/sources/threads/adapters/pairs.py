"""`pairs`: a trigger and its answer in each object, as in our exports to JSON, XML and Parquet.

The answer of a pair is the trigger of the next number, so consecutive pairs are one dialogue.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.sources.threads.adapters.json_values import ALL, Nesting
from dialogue_etl.sources.threads.adapters.paths import ABSENT, first_of
from dialogue_etl.sources.threads.adapters.records import Bad, Record, Row, Session, keys_of, name_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


@dataclass(frozen=True)
class Pairs:
    """The paths of a form's fields.

    Attributes:
        trigger, answer: the texts.
        of: id of the document or dialogue in which pairs are numbered.
        number: of the pair; a pair without a number is a dialogue of its own.
    """

    trigger: tuple[str, ...] = ("trigger.text", "trigger")
    answer: tuple[str, ...] = ("answer.text", "answer")
    of: tuple[str, ...] = ("dialogue_id", "source_id")
    number: tuple[str, ...] = ("number",)
    element = "pair"

    @property
    def nesting(self) -> Nesting:
        """Any list may contain pairs."""
        return ALL


class Pair(NamedTuple):
    """A pair, and the line it begins at; see `Pairs`."""

    line: int
    trigger: str
    answer: str
    of: str | None
    number: int | None


def read(rows: Iterable[Row], places: Pairs, _: str = "") -> Iterator[Record]:
    """Yield the dialogues of objects, and a `Bad` for each invalid pair."""
    get = {name: first_of(getattr(places, name)) for name in ("trigger", "answer", "of", "number")}

    def pair(row: Row) -> Pair | Bad:
        if row.problem or not isinstance(row.value, dict):
            return Bad(row.line, row.problem or "not an object")
        found = {name: of(row.value) for name, of in get.items()}
        try:
            return _pair(row.line, row.value, found)
        except ValueError as error:
            return Bad(row.line, str(error))

    return joined(map(pair, rows))


def _pair(line: int, value: Mapping[str, Any], found: Mapping[str, Any]) -> Pair:
    if ABSENT in (found["trigger"], found["answer"]):
        raise ValueError(f"no trigger and answer; it has {keys_of(value)}")
    of, number = (None if found[key] is ABSENT else name_of(found[key], key) for key in ("of", "number"))
    if number is not None and not number.isdecimal():
        raise ValueError("number is no whole number")
    trigger, answer = (text_of(found[key], key) for key in ("trigger", "answer"))
    return Pair(line, trigger, answer, of, None if number is None else int(number))


def joined(pairs: Iterable[Pair | Bad]) -> Iterator[Record]:
    """The dialogues of consecutive pairs; a `Bad` ends a dialogue."""
    begin, said = 0, list[str]()
    following: tuple[str | None, int] | None = None
    for pair in pairs:
        if said and (isinstance(pair, Bad) or (pair.of, pair.number) != following):
            yield Session(begin, said)
            said = []
        if isinstance(pair, Bad):
            yield pair
            continue
        if not said:
            begin, said = pair.line, [pair.trigger]
        said.append(pair.answer)
        following = None if pair.number is None else (pair.of, pair.number + 1)
    if said:
        yield Session(begin, said)
