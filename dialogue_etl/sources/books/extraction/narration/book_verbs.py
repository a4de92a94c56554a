"""Verbs of saying and their subjects that a book itself shows at several unambiguous places.

A book has more of them than a language file: with these, its other tags are found.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.extraction.narration.tags import before_verb
from dialogue_etl.text.letters import SMALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.narration.sentence_form import SentenceForm

_WORD = re.compile(r"[^\W\d_]+")
_MARKS = frozenset(",.!?…»”")
_BEFORE = "-–— \n"
_FEWEST = 2  # unambiguous places of a verb
_SHARE = 0.3  # of all its places, if it is not in the tense of narration
_VOWEL = re.compile(r"[aăая]\Z")  # ending of the nominative
_CASES = 2  # other cases of a noun in the book


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


def subjects_of_book(form: SentenceForm, text: str, dashes: Iterable[int], language: Language) -> list[str]:
    """The nouns after the first word behind a mark and a dash that the book has in other cases too.

    In «– Ne! – razjari se prosjak.» the verb is the narrator's by the mark before its dash; with its subject,
    tags are found that no mark parts from speech (– Ne mogu – reče prosjak). Adverbs have no cases.

    Args:
        form: of its language.
        text: of the book.
        dashes: offsets after dashes, if these enclose narration.
        language: of the book; without endings of cases no nouns are found.
    """
    objects = before_verb(language.object_pronouns)
    tag = re.compile(rf"\s?{objects}{SMALL}+\s+{objects}({SMALL}{{4,}})(?!\w)")
    verbs = (tag.match(text, place) for place in _behind_marks(text, dashes))
    counts = Counter(verb[1] for verb in verbs if verb)
    found = sorted(word for word, count in counts.items() if count >= _FEWEST and word not in form.others)
    words = frozenset(_WORD.findall(text)) if found else frozenset()
    stems = {noun: _VOWEL.sub("", noun) for noun in found}
    return [
        noun
        for noun, stem in stems.items()
        if sum(stem + end in words for end in language.name_cases if stem + end != noun) >= _CASES
    ]


def _inverted(form: SentenceForm, text: str, places: Iterable[int]) -> Iterator[str]:
    """The verbs before their subject at these places."""
    found = (form.inverted.match(text, place + text[place : place + 1].isspace()) for place in places)
    return (match[1] for match in found if match and match[1].islower())


def _small_after_mark(text: str, places: Iterable[int]) -> Iterator[str]:
    """The words in lower case that follow a mark and a dash, which ends at one of these places."""
    for place in _behind_marks(text, places):
        word = _WORD.match(text, place + text[place : place + 1].isspace())
        if word and word[0].islower():
            yield word[0]


def _behind_marks(text: str, places: Iterable[int]) -> Iterator[int]:
    """The places with a mark before their dash."""
    return (place for place in places if text[max(0, place - 4) : place].rstrip(_BEFORE)[-1:] in _MARKS)
