"""Rules that say how far a conversation reaches: which gaps it bridges, which ones part it sooner.

Each looks at one thing and stretches or shortens the gap that parts dialogues: a factor, 1 where it has
nothing to say. So the knob `extract.dialogue_gap` stays the one measure of everything. That participants and
words of a new scene tell more than the gap is what Csáky & Recski 2021 leave for later. The factors are ours,
picked by score on annotated English novels (PDNC, the development half): no other language was big enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.boundaries.places import TURNS_NEAR

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.sources.books.boundaries.company import Company
    from dialogue_etl.sources.books.boundaries.places import PlaceColumns
    from dialogue_etl.sources.books.boundaries.scenes import Scenes
    from dialogue_etl.text.book_text import BookText

    Factors = npt.NDArray[np.float64]

_TWO_GO_ON = 1.75
_ONE_GOES_ON = 1.2
_ANSWERED = 1.15
_SHORTER = 0.85
_COMPANY = 2  # people who talk with each other
_QUESTION = ord("?")
_TALE = 4  # paragraphs that begin between two turns: at least three of them narration alone


def reach(book: BookText, seen: PlaceColumns, company: Company, scenes: Scenes) -> Factors:
    """How much longer the gap may be at each place: where two people go on, nothing speaks against it."""
    people = same_people(seen, company)
    longer = people * open_question(book, seen)
    shorter = longer * other_people(seen, company) * new_scene(seen, scenes) * long_tale(seen)
    return np.where(people == _TWO_GO_ON, longer, shorter)


def same_people(seen: PlaceColumns, company: Company) -> Factors:
    """Two people who talked before talk after it too: a pause, then they go on. One of them tells less."""
    shared = company.on_both_sides(seen.first, seen.after)
    return np.array([1.0, _ONE_GOES_ON, _TWO_GO_ON])[np.minimum(shared, _COMPANY)]


def open_question(book: BookText, seen: PlaceColumns) -> Factors:
    """A question waits for its answer."""
    return np.where(book.points[seen.starts - 1] == _QUESTION, _ANSWERED, 1.0)


def other_people(seen: PlaceColumns, company: Company) -> Factors:
    """Two people talk before and two others after it: another conversation."""
    first = np.maximum(seen.first, seen.turns - TURNS_NEAR)
    after = np.minimum(seen.after, seen.turns + TURNS_NEAR)
    both = company.several(first, seen.turns) & company.several(seen.turns, after)
    return np.where(both & (company.on_both_sides(first, after) == 0), _SHORTER, 1.0)


def new_scene(seen: PlaceColumns, scenes: Scenes) -> Factors:
    """A paragraph in between begins with words of another time or place (The next morning …)."""
    return np.where(scenes.begin_at(seen), _SHORTER, 1.0)


def long_tale(seen: PlaceColumns) -> Factors:
    """Several paragraphs of nothing but narration: something happens, the talk is over."""
    return np.where(seen.begins - seen.begun >= _TALE, _SHORTER, 1.0)
