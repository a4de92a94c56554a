"""Who the narration named last before a turn: the nearer, the likelier it is by them.

A pronoun in a tag refers to one of the people of its gender named last (Hobbs 1978, Resolving pronoun
references), and who answers without a tag is somebody just named. Scores are natural logarithms, as in
`clues.py`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.speakers.speech_tags import (
    BY_NAME,
    BY_NOUN,
    BY_PRONOUN,
    NEAR_PRONOUN,
    NO_TAG,
)
from dialogue_etl.sources.books.extraction.table import GENDERS
from dialogue_etl.text.words import words_at

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.characters import Named
    from dialogue_etl.text.points import Mask, Offsets

_REACH = 4_000  # characters before a turn
_BY_RANK = {
    NO_TAG: (1.0, 0.5, 0.2, 0.2),
    BY_PRONOUN: (0.9, 0.6, 0.6, 0.6),
    NEAR_PRONOUN: (0.9, 0.6, 0.6, 0.6),
    BY_NOUN: (1.2, 1.2, 0.4, 0.4),
}
"""By kind of the tag, of the people named before, the last first; of pronoun and noun those of its gender."""
_LEAST = 14  # characters of narration in which a pronoun is searched


def named_last(
    starts: Offsets, narrated: Named, kind: Offsets, gender: Offsets, genders: Offsets
) -> list[tuple[int, int, float]]:
    """Scores, as turn, character and value, of the people whom the narration named last.

    Args:
        starts: offsets of the turns.
        narrated: names in narration.
        kind: of the tag of each turn; turns by name are left out.
        gender: of the tag of each turn, an index into GENDERS.
        genders: of the characters.
    """
    found: list[tuple[int, int, float]] = []
    numbers, named, known = narrated.numbers.tolist(), narrated.starts, genders.tolist()
    chosen = (kind != BY_NAME).nonzero()[0]
    of_tag = np.where(kind == NO_TAG, 0, gender)[chosen].tolist()
    first = named.searchsorted(starts[chosen] - _REACH, side="right").tolist()
    after = named.searchsorted(starts[chosen]).tolist()
    columns = (chosen.tolist(), kind[chosen].tolist(), of_tag, first, after)
    for turn, how, asked, begin, stop in zip(*columns, strict=True):
        scores = _BY_RANK[how]
        seen: list[int] = []
        for number in reversed(numbers[begin:stop]):
            if number not in seen and (not asked or known[number] in {0, asked}):
                found.append((turn, number, scores[len(seen)]))
                seen.append(number)
                if len(seen) == len(scores):
                    break
    return found


def pronoun_above(document: Document, before: Offsets, starts: Offsets, asked: Mask) -> Offsets:
    """The gender of the last he or she in the narration before each turn that is asked for; 0 without one.

    Args:
        document: the book.
        before: where the narration before each turn begins.
        starts: of the turns.
        asked: the turns without a tag.
    """
    genders = np.zeros(len(starts), np.int64)
    words, pattern = document.language.pronouns, _he_and_she(document.language.tag)
    for turn in (asked & (starts - before > _LEAST)).nonzero()[0].tolist():
        for found in pattern.finditer(document.text, int(before[turn]), int(starts[turn])):
            genders[turn] = GENDERS.index(words[found[1].lower()])
    return genders


@cache
def _he_and_she(tag: str) -> Pattern[str]:
    return words_at(word for word, gender in LANGUAGES[tag].pronouns.items() if gender in {"m", "f"})
