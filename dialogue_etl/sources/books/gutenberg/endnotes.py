"""Blocks of notes after the work: numbered, under a heading or at the very end."""

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
_NUMBER = 3
_GOES_ON = 3  # paragraphs


def spans(text: str, rows: Sequence[Paragraph]) -> Iterator[Span]:
    """The blocks of notes among the last paragraphs of a text.

    A block has a heading and notes, or it is the end of the text and has at least three.

    Args:
        text: as it is stored.
        rows: its last paragraphs.
    """
    numbered = [bool(_NOTE.match(text, row.start)) for row in rows]
    at = 0
    while at < len(rows):
        if not any(numbered[at : at + 2]):  # most paragraphs: no note, and heading of none
            at += 1
            continue
        headed = bool(_HEADING.fullmatch(rows[at].first_line(text).strip(" :._")))
        first = at + headed
        after = _after_notes(rows, numbered, first)
        if after > first and (headed or (after == len(rows) and sum(numbered[first:after]) >= _NUMBER)):
            yield Span(rows[at].start, rows[after - 1].end)
        at = max(after, at + 1)


def _after_notes(rows: Sequence[Paragraph], numbered: Sequence[bool], first: int) -> int:
    """The number of the paragraph after notes; one may go on for a few paragraphs before the next."""
    after = number = first
    while (
        number < len(rows) and number - after <= _GOES_ON and (number == first or rows[number].gap < SECTION)
    ):
        if numbered[number]:
            after = number + 1
        elif number == first:
            break
        number += 1
    return after
