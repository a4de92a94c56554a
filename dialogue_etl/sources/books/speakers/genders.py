"""The gender of a book's people, where no title tells it, by what follows their names: Emma shut her eyes.

Names are looked up from where they first speak, in speech and narration, a few dozen mentions each: most
pronouns close behind a name stand for it (Hobbs 1978, Resolving pronoun references: the nearest noun phrase).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.speakers.cast import NOBODY
from dialogue_etl.text.word_patterns import any_of

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.speakers.cast import Cast
    from dialogue_etl.text.points import Places

_LEAVES_SPEECH = re.compile(r"[,.!?;…—–-]_?[^\w\s]|\n\n")  # “Good-bye, Emma,” he said.
_REFERS = 40  # characters behind a name in which `she` and `her` stand for it
_VOTES = 24
_LOOKS = 48
_FARTHEST = 50_000  # characters: a long chapter or two
_OFTEN = 2  # times somebody is named beside speech: for others nobody asks


def vote(cast: Cast, persons: Places, starts: Places, text: str, language: Language) -> None:
    """Count for each person without a title the pronouns behind the name.

    Args:
        cast: the people.
        persons: the number of whom is named beside each stretch of speech, or NOBODY.
        starts: where the stretches begin.
        text: of the book.
        language: its `referring_words`.
    """
    if not language.referring_words:
        return
    refers = _referring(tuple(language.referring_words))
    for person, first in zip(*map(np.ndarray.tolist, np.unique(persons, return_index=True)), strict=True):
        if person == NOBODY or cast.is_noun(person) or cast.gender(person) or cast.times(person) < _OFTEN:
            continue
        word = cast.name(person).split()[-1]
        for said in _behind(text, int(starts[first]), word, refers):
            cast.vote(person, language.referring_words[said.lower()])


def _behind(text: str, start: int, word: str, refers: Pattern[str]) -> list[str]:
    """The words that refer to somebody behind mentions of a name, from a place on."""
    found: list[str] = []
    limit = start + _FARTHEST
    place = text.find(word, start, limit)
    for _ in range(_LOOKS):
        if place < 0 or len(found) == _VOTES:
            break
        end = place + len(word)
        said = refers.search(text, end, end + _REFERS)
        if said and not _LEAVES_SPEECH.search(text, end, said.start()):
            found.append(said[1])
        place = text.find(word, end, limit)
    return found


@cache
def _referring(words: tuple[str, ...]) -> Pattern[str]:
    """The words as they stand in texts; regardless of case `ſhe` would be one of them."""
    forms = {form for word in words for form in (word, word.capitalize(), word.upper())}
    initials = "".join(sorted({re.escape(form[0]) for form in forms}))
    # A search for a set of letters looks at nothing else.
    return re.compile(rf"[{initials}](?<=(?=\b({any_of(forms)})\b).)")
