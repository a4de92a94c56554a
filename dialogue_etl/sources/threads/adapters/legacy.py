"""The text format of the Subtle corpus, which we write too (`formats/legacy.py`): five lines a pair.

Pairs of consecutive numbers are one conversation. A record that can't be read is left out by itself: what
stood around it did not follow on each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.formats.legacy import LegacyError, LegacyPair, read_legacy
from dialogue_etl.sources.threads.adapters.records import Bad, Line, Record, Session, checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINES = 5
_FIRST = "SubId"


def read(lines: Iterable[Line]) -> Iterator[Record]:
    """Conversations, and a `Bad` for each record that is none."""
    begin, said, following = 0, list[str](), ("", 0)
    for record in _records(lines):
        pair = _pair(record)
        if said and (isinstance(pair, Bad) or (pair.source_id, pair.number) != following):
            yield Session(begin, said)
            said = []
        if isinstance(pair, Bad):
            yield pair
            continue
        if not said:
            begin, said = record[0].number, [pair.trigger]
        said.append(pair.answer)
        following = pair.source_id, pair.number + 1
    if said:
        yield Session(begin, said)


def _records(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of each record: a new one begins behind an empty line, five lines, and at its first name."""
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


def _pair(record: list[Line]) -> LegacyPair | Bad:
    begin = record[0].number
    if problem := next((line.problem for line in record if line.problem), ""):
        return Bad(begin, problem)
    try:
        (pair,) = read_legacy(line.text for line in record)
        return pair._replace(trigger=checked(pair.trigger), answer=checked(pair.answer))
    except (LegacyError, ValueError) as error:
        return Bad(begin, f"no pair of this form: {str(error).partition(': ')[2] or error}")
