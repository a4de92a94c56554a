"""Verbs of saying that a book itself shows: those with their subject at several unambiguous places.

A book has more of them than a language file: with these, its other tags are found.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dialogue_etl.sources.books.extraction.narration.sentence_form import SentenceForm

_WORD = re.compile(r"[^\W\d_]+")
_MARKS = frozenset(",.!?…»”")
_BEFORE = "-–— \n"
_FEWEST = 2  # unambiguous places of a verb
_SHARE = 0.3  # of all its places, if it is not in the tense of narration


def verbs_of_book(
    form: SentenceForm, text: str, ends: Iterable[int], dashes: Iterable[int]
) -> frozenset[str]:
    """The verbs with which a book tells who speaks, without those of the language file.

    Args:
        form: of its language.
        text: of the book.
        ends: offsets after the end of a sentence inside speech.
        dashes: offsets after dashes, if these enclose narration.
    """
    dashes = list(dashes)
    after_dashes = Counter(_inverted(form, text, dashes))
    if form.tag_dashes:
        after_dashes |= Counter(_small_after_mark(text, dashes))
    counts = after_dashes + Counter(_inverted(form, text, ends))
    return frozenset(
        verb
        for verb, count in counts.items()
        if count >= _FEWEST
        and verb not in form.others
        and verb not in form.verbs
        and (
            form.past.fullmatch(verb)
            or (after_dashes[verb] >= _FEWEST and count >= _SHARE * text.count(f" {verb} "))
        )
    )


def _inverted(form: SentenceForm, text: str, places: Iterable[int]) -> Iterator[str]:
    """The verbs before their subject at these places."""
    found = (form.inverted.match(text, place + text[place : place + 1].isspace()) for place in places)
    return (match[1] for match in found if match and match[1].islower())


def _small_after_mark(text: str, places: Iterable[int]) -> Iterator[str]:
    """The words in lower case that follow a mark and a dash, which ends at one of these places."""
    for place in places:
        word = _WORD.match(text, place + text[place : place + 1].isspace())
        if word and word[0].islower() and text[max(0, place - 4) : place].rstrip(_BEFORE)[-1:] in _MARKS:
            yield word[0]
