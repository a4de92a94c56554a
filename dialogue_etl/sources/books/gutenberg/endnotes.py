"""Blocks of notes after the work: numbered, under a heading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.gutenberg.paragraphs import SECTION
from dialogue_etl.text.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.sources.books.gutenberg.paragraphs import Paragraph

_HEADING = re.compile(
    r"[\W_]*(?:foot|end)?notes?|[\W_]*(?:anmerkungen|fu[sß]+noten|notas|noten|voetnoten|aanteekeningen|noter|"
    r"fotnoter|alaviitteet|viiteselitykset|przypisy|jegyzetek)",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"\s*+(?:\[(?:footnote )?[\dA-Z*]{1,4}:?\]?|\{\d+\w?\}|\(\d+\)|\d{1,3}[.)]\s)", re.IGNORECASE
)
_GOES_ON = 3  # paragraphs


def spans(text: str, rows: Sequence[Paragraph]) -> Iterator[Span]:
    """The headings of notes among the last paragraphs of a text, each with the notes below it.

    Args:
        text: as it is stored.
        rows: its last paragraphs.
    """
    numbered = [bool(_NOTE.match(text, row.start)) for row in rows]
    at = 0
    while at < len(rows) - 1:
        after = at + 1
        if numbered[after] and _HEADING.fullmatch(rows[at].first_line(text).strip(" :._")):
            after = _after_notes(rows, numbered, after)
            yield Span(rows[at].start, rows[after - 1].end)
        at = after


def _after_notes(rows: Sequence[Paragraph], numbered: Sequence[bool], first: int) -> int:
    """The number of the paragraph after notes; one may go on for a few paragraphs before the next."""
    after = first + 1
    for number in range(after, len(rows)):
        if number - after > _GOES_ON or rows[number].gap >= SECTION:
            break
        if numbered[number]:
            after = number + 1
    return after
