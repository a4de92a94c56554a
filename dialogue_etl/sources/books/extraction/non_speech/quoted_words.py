"""Finds quotations that are not speech, by the words next to them: a phrase, a title, something written."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.non_speech.surroundings import Place, Surroundings

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.spans import BookText


_NEAR = 5
"""Words before a quotation in which the verb that introduces it is searched (he said to his sister)."""
_PHRASE = 4
"""Words of a phrase, at most."""
_SENTENCE = 5
"""Words of a sentence, at least: a quotation with a capital and a full stop may also be a name."""
_TAG = 3
"""Words after a quotation in which the verb of its tag is searched (the old man said)."""
_PARTICLE = 2
"""Letters of a word that speech does not follow without punctuation, at most: of, as, a, in, to."""
_SMALL = 3
"""Letters of lower-case words inside names, at most: of, the, und, de la."""
_ENDS_SPEECH = frozenset(".!?…—–-")
_ENDS_CLAUSE = _ENDS_SPEECH | frozenset(",;:")


class Quoted(IntEnum):
    """What a quotation is: speech, words in scare quotes, a title or name, or written text."""

    SPEECH = 0
    SCARE = 1
    TITLE = 2
    WRITTEN = 3


SPEECH, SCARE, TITLE, WRITTEN = map(int, Quoted)  # comparing with an int is ten times as fast


def quoted_words(book: BookText, table: SpeechTable, language: Language) -> npt.NDArray[np.uint8]:
    """For each quoted span what it is, as a number of `Quoted`.

    Args:
        book: its text.
        table: all quoted spans.
        language: of the book; without speech verbs, only words before a quotation are evidence.
    """
    quotations = Surroundings(book, table)
    # Dots or dashes without words are not speech.
    kinds = np.where(quotations.wordless(), SCARE, SPEECH).astype(np.uint8)
    genders, pronouns = frozenset(language.gender_words), frozenset(language.pronouns)
    verbs = _forms(language.speech_verbs, language.determiners, genders, pronouns)
    for number, place in quotations.places(quotations.in_the_flow()):
        # A span cannot continue speech if the span before is not speech.
        place.goes_on = place.goes_on and not kinds[number - 1]
        kinds[number] = _in_the_flow(place, verbs)
    for number, place in quotations.places(quotations.listed()):
        if kinds[number - 1] in {SCARE, TITLE} and not _is_sentence(place):
            kinds[number] = kinds[number] or kinds[number - 1]
    if not verbs.listed:
        return kinds
    for number, place in quotations.places(quotations.subjects()):
        kinds[number] = kinds[number] or _as_subject(place, verbs)
    writing = language.writing_words
    for number, place in quotations.places(quotations.introduced()):
        kinds[number] = kinds[number] or _after_narration(place, writing, verbs)
    return kinds


class _Forms(NamedTuple):
    """Speech verbs, and the words that may follow them.

    Attributes:
        listed: forms in the language file.
        stems: of long forms, without the last two letters, to find others (whispered, whispering).
        subjects: pronouns, which may be between the verb and speech (said he).
        articles: determiners that a noun must follow.
    """

    listed: frozenset[str]
    stems: frozenset[str]
    subjects: frozenset[str]
    articles: frozenset[str]

    def has(self, word: str) -> bool:
        """Whether a word, in lower case, is a form of a speech verb."""
        return word in self.listed or word[:-2] in self.stems or word[:-3] in self.stems

    def any_of(self, words: list[str]) -> bool:
        """Whether any of some words, in lower case, is a form of a speech verb."""
        return any(map(self.has, words))


@cache
def _forms(
    verbs: frozenset[str], determiners: frozenset[str], genders: frozenset[str], pronouns: frozenset[str]
) -> _Forms:
    stems = frozenset(verb[:-2] for verb in verbs if len(verb) >= 6)
    articles = frozenset(word for word in determiners if len(word) <= _SMALL)
    return _Forms(verbs, stems, pronouns, articles - genders - pronouns)


def _after_narration(place: Place, writing: frozenset[str], verbs: _Forms) -> int:
    """What a quotation is that follows narration with punctuation."""
    if _is_written(place, writing, verbs):
        return WRITTEN
    return SCARE if _is_inserted_phrase(place, verbs) else SPEECH


def _in_the_flow(place: Place, verbs: _Forms) -> int:
    """What a quotation in the flow of a sentence is.

    Punctuation or a verb introduces speech (Chicago Manual of Style 13.14 to 13.16); after any other word a
    quotation is part of the narrator's sentence.
    """
    if place.words and (_is_announced(place, verbs) or _is_resumed(place, verbs)):
        return SPEECH
    return TITLE if _is_name(place.words) and place.end not in _ENDS_SPEECH else SCARE


def _is_sentence(place: Place) -> bool:
    """Whether a quotation ends with the punctuation of speech, or is long."""
    return len(place.words) > _SENTENCE or place.end in _ENDS_SPEECH


def _is_announced(place: Place, verbs: _Forms) -> bool:
    """Whether a verb introduces the quotation, or it is a sentence that ends its paragraph."""
    if not place.words[0][0].isupper():
        return False
    last = place.word_before
    if last in verbs.articles or (len(last) <= _PARTICLE and last not in verbs.subjects):
        return False
    if verbs.has(last):
        return True
    if place.end not in _ENDS_CLAUSE:
        return False
    near = verbs.any_of(place.before[-_NEAR:])
    return near or (place.end in _ENDS_SPEECH and len(place.words) >= _SENTENCE and not place.after)


def _is_resumed(place: Place, verbs: _Forms) -> bool:
    """Whether the quotation continues speech that the narrator interrupted."""
    if not place.goes_on or place.end not in _ENDS_CLAUSE or place.words[0][0].isupper():
        return False
    full, long = place.end in _ENDS_SPEECH, len(place.words) >= _PHRASE
    return (verbs.any_of(place.before) and (full or long)) or (place.inserted and full and long)


def _as_subject(place: Place, verbs: _Forms) -> int:
    """What a quotation is that has no punctuation at its end, in a sentence that continues after it.

    Speech before a tag ends with a comma; in languages without that comma, the verb of the tag follows.
    """
    resumed = place.goes_on and verbs.any_of(place.before)
    if resumed or _is_tagged(place, verbs) or len(place.words) > _PHRASE:
        return SPEECH
    return TITLE if _is_name(place.words) else SCARE


def _is_tagged(place: Place, verbs: _Forms) -> bool:
    """Whether a tag follows: one of the next words is a speech verb, or the first one is a pronoun."""
    return verbs.any_of(place.after[:_TAG]) or not verbs.subjects.isdisjoint(place.after[:1])


def _is_name(words: list[str]) -> bool:
    return (
        bool(words)
        and words[0][0].isupper()
        and all(word[0].isupper() or len(word) <= _SMALL for word in words)
    )


def _is_inserted_phrase(place: Place, verbs: _Forms) -> bool:
    """Whether the quotation is a phrase after a comma: the poor man, “poor Tom,” as we say."""
    if place.lead != "," or not place.first.islower() or len(place.words) > _PHRASE:
        return False
    return not verbs.any_of(place.before) and not _is_tagged(place, verbs)


def _is_written(place: Place, writing: frozenset[str], verbs: _Forms) -> bool:
    """Whether the narration before has words about writing, and no speech verb."""
    others = [word for word in place.before if word not in writing]
    return not writing.isdisjoint(place.before) and not verbs.any_of(others)
