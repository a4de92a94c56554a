"""Which of the marked stretches are talk, and which only quote a word, a title, a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dialogue_etl.text import quotes
from dialogue_etl.text.points import is_upper
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.layout import Kinds
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask
    from dialogue_etl.text.quotations import Quotations

REASONS = (
    "",
    "drop_scare_quotes",
    "skip_letters",
    "skip_verse",
    "skip_plays",
    "skip_epigraphs",
    "skip_titles",
)
"""Why a stretch is no talk, by the number that stands for it: the knob that decides. 0 is talk."""

Reasons = npt.NDArray[np.uint8]


def no_talk(book: BookText, found: Quotations, kinds: Kinds, params: Extract) -> Reasons:  # noqa: ARG001
    """For each stretch why it is no talk, as a number of `REASONS`."""
    reasons = np.zeros(len(found.paragraphs), np.uint8)
    if params.drop_scare_quotes:
        reasons[_scare_quotes(book, found)] = REASONS.index("drop_scare_quotes")
    return reasons


def _scare_quotes(book: BookText, found: Quotations) -> Mask:
    """Which stretches stand in paragraphs that only quote a word or phrase."""
    scare = np.zeros(len(found.paragraphs), np.bool_)
    if not len(scare):
        return scare
    first = np.flatnonzero(found.first_of_paragraph())
    after = np.append(first[1:], len(scare))
    # A capital at the beginning of any quotation is speech: few are left to be looked at.
    capital = is_upper(book.points[found.spans.starts])
    for place in np.flatnonzero(~np.logical_or.reduceat(capital, first)).tolist():
        inside = slice(int(first[place]), int(after[place]))
        number = int(found.paragraphs[inside.start])
        paragraph = int(book.paragraphs.starts[number]), int(book.paragraphs.ends[number])
        spans = Spans(*(column[inside] for column in found.spans)).pairs()
        scare[inside] = quotes.is_scare_quote(book.text, paragraph, spans)
    return scare
