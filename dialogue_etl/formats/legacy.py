"""The text format of the Subtle corpus (Ameixa et al. 2013), which Say Something Smart reads.

Five lines a pair, and an empty one:

    SubId - 100000
    DialogId - 1
    Diff - 3715
    I - trigger
    R - answer

A value begins two characters after the first hyphen of its line. Readers take a record whose `DialogId` is
one greater than the previous one as its continuation, so at the end of a conversation the number increases by
2. `Diff` is in milliseconds.

The format's traps: readers count lines, so no value may be empty or hold a line end; a hyphen in a `SubId` is
taken for the separator by some (it is written as %2D); and `Diff` must be a number (`UNKNOWN` is written
without times: the greatest integer of Java, which rates such an answer as the latest).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.ids import ids_file
from dialogue_etl.text.lines import one_line

if TYPE_CHECKING:
    from dialogue_etl.formats.pair_files import Pair

UNKNOWN = 2**31 - 1
_FIELDS = ("SubId", "DialogId", "Diff", "I", "R")
_ESCAPED = str.maketrans({"%": "%25", "-": "%2D"})


class LegacyPair(NamedTuple):
    """A record.

    Attributes:
        source_id: of its film, book or thread.
        number: `DialogId`.
        interval_ms: None if it is not known.
        trigger, answer: the texts.
        goes_on: whether it continues the conversation of the record before.
    """

    source_id: str
    number: int
    interval_ms: int | None
    trigger: str
    answer: str
    goes_on: bool


class LegacyError(DialogueEtlError):
    """A file is not of this format."""


def language_file(language: str) -> str:
    """The name the readers look for: `eng.txt` for `en`, `por.txt` for `pt`; further subtags stay.

    Source: ISO 639-3; other names are kept.
    """
    import langcodes  # noqa: PLC0415 - no other form needs it

    first, *rest = language.split("-")
    try:
        first = langcodes.get(first).to_alpha3()
    except (LookupError, ValueError):  # such as that of several languages together
        return f"{language}.txt"
    return f"{'-'.join([first, *rest])}.txt"


@contextmanager
def legacy_file(path: Path) -> Iterator[Callable[[Pair], None]]:
    """A function that adds a pair to a new file and its sidecar; pairs of one dialogue come in a row.

    A pair continues the conversation if its trigger is the answer of the previous pair. Pairs without a
    visible trigger or answer are left out.
    """
    number, following = -1, None
    with (
        path.open("w", encoding="utf-8", newline="\n") as file,
        ids_file(path).open("w", encoding="utf-8", newline="\n") as ids,
    ):

        def write(pair: Pair) -> None:
            nonlocal number, following
            trigger, answer = one_line(pair["trigger"]["text"]), one_line(pair["answer"]["text"])
            if not trigger.strip() or not answer.strip():
                return
            place = pair["source_id"], pair["dialogue_id"]
            number += 1 if following == (*place, pair["number"]) else 2
            following = (*place, pair["number"] + 1)
            interval = UNKNOWN if pair["interval_ms"] is None else pair["interval_ms"]
            source = one_line(pair["source_id"]).translate(_ESCAPED)
            values = (source, number, interval, trigger, answer)
            lines = [f"{name} - {value}\n" for name, value in zip(_FIELDS, values, strict=True)]
            file.write("".join([*lines, "\n"]))
            ids.write(f"{one_line(pair['id'])}\n" * len(lines) + "\n")

        yield write


def read_legacy(lines: Iterable[str]) -> Iterator[LegacyPair]:
    """The pairs of a file.

    Args:
        lines: of one file, with or without their ends, decoded; they may begin with a byte order mark.

    Raises:
        LegacyError: a record lacks a line or has an invalid number; the message has the line number.
    """
    before: int | None = None
    values: list[str] = []
    for at, raw in enumerate(lines, 1):
        line = raw.removeprefix("\ufeff").rstrip("\r\n")
        if not values and not line.strip():
            continue
        name, separator, value = line.partition("-")
        field = _FIELDS[len(values)]
        if not separator or name.strip() != field:
            raise LegacyError(f"line {at}: {line[:40]!r}: {field} - … is expected here")
        values.append(value.removeprefix(" "))
        if len(values) == len(_FIELDS):
            pair = _pair(values, before, at)
            before, values = pair.number, []
            yield pair
    if values:
        raise LegacyError(f"the file ends where {_FIELDS[len(values)]} - … is expected")


def _pair(values: list[str], before: int | None, at: int) -> LegacyPair:
    source, number, interval, trigger, answer = values
    try:
        id, gap = int(number), int(interval)
    except ValueError as error:
        raise LegacyError(
            f"the record that ends with line {at}: DialogId and Diff are whole numbers"
        ) from error
    goes_on = before is not None and id == before + 1
    return LegacyPair(unquote(source), id, None if gap == UNKNOWN else gap, trigger, answer, goes_on)
