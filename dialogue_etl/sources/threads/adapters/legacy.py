"""Reads the text format of the Subtle corpus (`formats/legacy.py` writes it): five lines per pair.

Pairs with consecutive numbers are one conversation; an invalid record ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.formats.legacy import LegacyError, read_legacy
from dialogue_etl.sources.threads.adapters.pairs import Pair, joined
from dialogue_etl.sources.threads.adapters.records import Bad, Line, Record, checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINES = 5
_FIRST = "SubId"


def read(lines: Iterable[Line]) -> Iterator[Record]:
    """Yield conversations, and a `Bad` for each invalid record."""
    return joined(map(_pair, _records(lines)))


def _records(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of each record, which ends at an empty line, after five lines, or before the next `SubId`."""
    record: list[Line] = []
    for line in lines:
        blank = not line.problem and not line.text.strip()
        if record and (blank or len(record) == _LINES or line.text.lstrip("\ufeff").startswith(_FIRST)):
            yield record
            record = []
        if not blank:
            record.append(line)
    if record:
        yield record


def _pair(record: list[Line]) -> Pair | Bad:
    begin = record[0].number
    if problem := next((line.problem for line in record if line.problem), ""):
        return Bad(begin, problem)
    try:
        (pair,) = read_legacy(line.text for line in record)
        return Pair(begin, checked(pair.trigger), checked(pair.answer), pair.source_id, pair.number)
    except (LegacyError, ValueError) as error:
        return Bad(begin, f"no pair of this form: {str(error).partition(': ')[2] or error}")
