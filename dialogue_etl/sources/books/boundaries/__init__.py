"""Where one dialogue ends and the next one begins.

A place between two turns is as wide as the text there (`dialogue_gap.py`), wider or narrower by who talks
around it and what is told (`rules.py`), or as likely a boundary as a classifier says (`model.py`). What lies
above the knob parts dialogues, and so do chapters and scenes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.boundaries.company import Company
from dialogue_etl.sources.books.boundaries.dialogue_gap import gaps as gaps_between
from dialogue_etl.sources.books.boundaries.places import KnownSpeakers, PlaceColumns, places
from dialogue_etl.sources.books.boundaries.rules import reach
from dialogue_etl.sources.books.boundaries.scenes import Scenes

if TYPE_CHECKING:
    from dialogue_etl.dialogue_rows import Turns
    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.boundaries.model import BoundaryModel
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places

_NARROWEST, _WIDEST = 0.25, 4.0
"""Gaps below and above these multiples of the dialogue gap are clear, whatever else is there."""


class Boundaries(NamedTuple):
    """What parts the turns of a book, for each turn.

    Attributes:
        breaks: whether the book, a chapter or a scene begins with it.
        width: how far it is from the turn before, in the unit of `knob`.
        knob: `dialogue_gap` (characters) or `boundary_threshold` (chance).
        limit: the value of that knob; None where it is turned off.
    """

    breaks: Mask
    width: npt.NDArray[np.float64]
    knob: str
    limit: float | None

    def begins(self, limit: float | None) -> Mask:
        """For each turn whether a dialogue begins with it, at this value of the knob."""
        return self.breaks if limit is None else self.breaks | (self.width > limit)


def find_gaps(book: BookText, turns: Turns, breaks: Places, params: Extract) -> Boundaries:
    """What parts the turns of a book if nothing but the gap does, and chapters and scenes.

    Args:
        book: its text.
        turns: in reading order.
        breaks: where its chapters and scenes begin, in order.
        params: the knobs dialogue_gap and gap_both_sides are looked at.
    """
    before = breaks.searchsorted(turns.ends[:-1])
    starts, width = np.ones(len(turns), np.bool_), np.zeros(len(turns))
    starts[1:] = before != breaks.searchsorted(turns.starts[1:], side="right")
    width[1:] = gaps_between(book, turns, both_sides=params.gap_both_sides)
    return Boundaries(starts, width, "dialogue_gap", params.dialogue_gap or None)


def find_boundaries(
    book: BookText,
    turns: Turns,
    breaks: Places,
    *,
    language: Language,
    params: Extract,
    model: BoundaryModel | None = None,
) -> Boundaries:
    """What parts the turns of a book.

    Args:
        book: its text.
        turns: in reading order.
        breaks: where its chapters and scenes begin, in order.
        language: of the book.
        params: the knobs boundaries, boundary_threshold, dialogue_gap and gap_both_sides are looked at.
        model: for `boundaries: model`; without one the rules decide.
    """
    plain = find_gaps(book, turns, breaks, params)
    gap = params.dialogue_gap
    if params.boundaries == "off" or not gap:
        return plain
    width = plain.width.copy()
    near = (width > _NARROWEST * gap) & (width < _WIDEST * gap)
    doubtful = (near & ~plain.breaks).nonzero()[0]
    if params.boundaries == "model" and model is not None:
        seen = places(book, turns, plain.width, plain.breaks, chosen=doubtful, language=language)
        width = (width >= _WIDEST * gap).astype(np.float64)
        width[doubtful] = model.chances(seen, book, turns, gap)
        return Boundaries(plain.breaks, width, "boundary_threshold", params.boundary_threshold)
    if len(doubtful):
        between = PlaceColumns.of(book, turns, plain.width, plain.breaks, doubtful)
        company = Company.of(KnownSpeakers.of(turns, language).people, doubtful)
        width[doubtful] /= reach(book, between, company, Scenes(book, language.scene_openings))
    return plain._replace(width=width)
