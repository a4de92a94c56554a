"""Who speaks, where the text says it, and which neighbouring turns are of one speaker.

`tags.py` reads the narrator's words, `naming.py` the names in them, `cast.py` holds the people.
`narration.py` and `attribution.py` make columns of it, with `mentions.py`; `alternation.py` weighs who speaks
after whom, with `evidence.py` and `weighing.py`; `names.py` gives names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.speakers.alternation import (
    Between,
    chance_same,
    doubtful_places,
    same_speaker,
)
from dialogue_etl.sources.books.speakers.attribution import attribution
from dialogue_etl.sources.books.speakers.names import alternated, named
from dialogue_etl.sources.books.speakers.narration import Told
from dialogue_etl.sources.books.speakers.parting import begins_with_another

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.quotations import Quotations

_JOINED = 0.45  # below one half: two turns left apart are a pair of one speaker and two half turns
_NEAR = 200  # characters between turns of people who answer each other


class Speakers(NamedTuple):
    """Turns with their speakers.

    Attributes:
        begins: for each stretch whether a turn begins with it.
        names: of the speaker of each turn, None where nobody says it.
        confidence: how likely the name is right, 0 to 1.
    """

    begins: Mask
    names: list[str | None]
    confidence: list[float]


def find_speakers(
    book: BookText,
    found: Quotations,
    begins: Mask,
    *,
    breaks: Places,
    language: Language,
    params: Extract,
) -> Speakers:
    """Tell who speaks, part the speech of two in one paragraph, join neighbouring turns of one speaker.

    Args:
        book: its text.
        found: the stretches that are talk.
        begins: for each whether a turn begins with it, by paragraphs.
        breaks: where chapters and scenes begin, in order.
        language: of the book.
        params: the knobs find_speakers, split_speakers, join_speakers and alternate_speakers are looked at.
    """
    if not params.find_speakers or not len(begins):
        count = int(begins.sum())
        return Speakers(begins, [None] * count, [0.0] * count)
    told = Told.of(book, found, language)
    if params.split_speakers:
        begins = begins | begins_with_another(told, begins)
    if params.join_speakers and begins.sum() > 1:
        begins = begins & ~_same_speaker(told, begins.nonzero()[0], breaks)
    first = begins.nonzero()[0]
    speakers = named(told, first)
    if params.alternate_speakers:
        speakers = alternated(speakers, _near(found, first, breaks), told.cast)
    names = [*map(told.cast.name, range(len(told.cast))), None]  # the last one is that of NOBODY
    return Speakers(begins, [names[person] for person in speakers.person], speakers.confidence)


def _same_speaker(told: Told, first: Places, breaks: Places) -> Mask:
    """Which stretches that begin a turn go on with the speaker of the turn before."""
    between = Between.of(told, first, breaks)
    chance = chance_same(between)
    said = attribution(told, first, doubtful_places(chance))
    goes_on = np.zeros(len(told.how), np.bool_)
    goes_on[first[1:]] = same_speaker(said, chance, between.apart) > _JOINED
    return goes_on


def _near(found: Quotations, first: Places, breaks: Places) -> Mask:
    """For each turn but the first whether it follows the one before closely."""
    ends, starts = found.spans.ends[first[1:] - 1], found.spans.starts[first[1:]]
    parted = breaks.searchsorted(ends) != breaks.searchsorted(starts, side="right")
    near: Mask = ~parted & (starts - ends <= _NEAR)
    return near
