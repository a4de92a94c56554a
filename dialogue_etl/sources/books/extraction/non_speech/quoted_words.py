"""Quotations that are no speech by the narrator's words beside them: a phrase, a title, something written."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.non_speech.surroundings import Surroundings
from dialogue_etl.text.word_search import holds_any

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.non_speech.surroundings import Place
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.book_text import BookText

_NEAR = 5
"""Words before a quotation among which the verb stands that announces it (he said to his sister)."""
_PHRASE = 4
"""Words: a shorter quotation without the punctuation that ends speech is a phrase."""
_SENTENCE = 5
"""Words: a quotation with a capital and a full stop that has as many is more than a name."""
_TAG = 3
"""Words behind a quotation among which the verb of a tag stands (the old man said)."""
_PARTICLE = 2
"""Letters of a word that no speech follows without punctuation: of, as, a, in, to."""
_SMALL = 3
"""Letters of words that names may have in lower case: of, the, und, de la."""
_ENDS_SPEECH = frozenset(".!?…—–-")
_ENDS_CLAUSE = _ENDS_SPEECH | frozenset(",;:")


class Quoted(IntEnum):
    """What a quotation is, by the words around it."""

    SPEECH = 0
    SCARE = 1
    TITLE = 2
    WRITTEN = 3


SPEECH, SCARE, TITLE, WRITTEN = map(int, Quoted)  # plain numbers are compared ten times as fast


class _Forms(NamedTuple):
    """Verbs of speech.

    Attributes:
        listed: forms the language names.
        stems: of long ones, from which others are made (whispered, whispering): all but the last two letters.
        subjects: pronouns that may stand between the verb and speech (said he).
        articles: determiners that stand for nobody: a noun has to follow them.
    """

    listed: frozenset[str]
    stems: frozenset[str]
    subjects: frozenset[str]
    articles: frozenset[str]

    def has(self, word: str) -> bool:
        """Whether a word, in lower case, is a form."""
        return word in self.listed or word[:-2] in self.stems or word[:-3] in self.stems

    def any_of(self, words: list[str]) -> bool:
        """Whether one of some words, in lower case, is a form."""
        return any(map(self.has, words))


@cache
def _forms(
    verbs: frozenset[str], determiners: frozenset[str], genders: frozenset[str], pronouns: frozenset[str]
) -> _Forms:
    stems = frozenset(verb[:-2] for verb in verbs if len(verb) >= 6)
    articles = frozenset(word for word in determiners if len(word) <= _SMALL)
    return _Forms(verbs, stems, pronouns, articles - genders - pronouns)


def quoted_words(book: BookText, table: SpeechTable, language: Language) -> npt.NDArray[np.uint8]:
    """For each stretch what it is by what stands beside it, as a number of `Quoted`.

    Args:
        book: its text.
        table: every stretch that is marked as speech.
        language: of the book; without speech verbs only the words before a quotation tell.
    """
    stretches = Surroundings(book, table)
    # Dots and dashes alone may say much, but not a word.
    kinds = np.where(stretches.wordless(), SCARE, SPEECH).astype(np.uint8)
    genders, pronouns = frozenset(language.gender_words), frozenset(language.pronouns)
    verbs = _forms(language.speech_verbs, language.determiners, genders, pronouns)
    flow = stretches.in_the_flow()
    phrases = stretches.phrases(flow)
    kinds[flow[phrases]] = SCARE
    for number, place in stretches.places(flow[~phrases]):
        # What follows a quoted word does not go on with talk.
        place.goes_on = place.goes_on and not kinds[number - 1]
        kinds[number] = _in_the_flow(place, verbs)
    for number, place in stretches.places(stretches.listed()):
        if kinds[number - 1] in {SCARE, TITLE} and not _is_sentence(place):
            kinds[number] = kinds[number] or kinds[number - 1]
    if not verbs.listed:
        return kinds
    for number, place in stretches.places(stretches.subjects()):
        kinds[number] = kinds[number] or _as_subject(place, verbs)
    writing, led = language.writing_words, stretches.led_to()
    led = led[holds_any(stretches.narration(led), writing) | stretches.behind_comma(led)]
    for number, place in stretches.places(led):
        kinds[number] = kinds[number] or _after_narration(place, writing, verbs)
    return kinds


def _after_narration(place: Place, writing: frozenset[str], verbs: _Forms) -> int:
    """What a stretch is that narration leads to with punctuation."""
    if _is_written(place, writing, verbs):
        return WRITTEN
    return SCARE if _is_inserted_phrase(place, verbs) else SPEECH


def _in_the_flow(place: Place, verbs: _Forms) -> int:
    """What a stretch in the flow of a sentence is.

    Speech is led to by punctuation or by a verb (Chicago Manual of Style 13.14 to 13.16); after any other
    word a quotation is a part of the narrator's sentence.
    """
    if place.said and (_is_announced(place, verbs) or _is_resumed(place, verbs)):
        return SPEECH
    return TITLE if _is_name(place.said) and place.end not in _ENDS_SPEECH else SCARE


def _is_sentence(place: Place) -> bool:
    """Whether a stretch ends as speech does, or is long enough for it."""
    return len(place.said) > _SENTENCE or place.end in _ENDS_SPEECH


def _is_announced(place: Place, verbs: _Forms) -> bool:
    """Whether a verb leads to the stretch, or it is a sentence that ends its paragraph."""
    if not place.said[0][0].isupper():
        return False
    last = place.word_before
    if last in verbs.articles or (len(last) <= _PARTICLE and last not in verbs.subjects):
        return False
    if verbs.has(last):
        return True
    if place.end not in _ENDS_CLAUSE:
        return False
    near = verbs.any_of(place.before[-_NEAR:])
    return near or (place.end in _ENDS_SPEECH and len(place.said) >= _SENTENCE and not place.after)


def _is_resumed(place: Place, verbs: _Forms) -> bool:
    """Whether the stretch goes on with speech that the narrator interrupted."""
    if not place.goes_on or place.end not in _ENDS_CLAUSE or place.said[0][0].isupper():
        return False
    full, long = place.end in _ENDS_SPEECH, len(place.said) >= _PHRASE
    return (verbs.any_of(place.before) and (full or long)) or (place.inserted and full and long)


def _as_subject(place: Place, verbs: _Forms) -> int:
    """What a stretch is without punctuation at its end, in a sentence that goes on behind it.

    Speech before a tag ends in a comma, or the verb of the tag follows where a language puts none.
    """
    resumed = place.goes_on and verbs.any_of(place.before)
    if resumed or _is_tagged(place, verbs) or len(place.said) > _PHRASE:
        return SPEECH
    return TITLE if _is_name(place.said) else SCARE


def _is_tagged(place: Place, verbs: _Forms) -> bool:
    """Whether a tag follows: one of the next words is a verb of speech, or the first one a pronoun."""
    return verbs.any_of(place.after[:_TAG]) or not verbs.subjects.isdisjoint(place.after[:1])


def _is_name(words: list[str]) -> bool:
    return (
        bool(words)
        and words[0][0].isupper()
        and all(word[0].isupper() or len(word) <= _SMALL for word in words)
    )


def _is_inserted_phrase(place: Place, verbs: _Forms) -> bool:
    """Whether a phrase stands between commas, or as good as that: the poor man, “poor Tom,” as we say."""
    if place.lead != "," or not place.first.islower() or len(place.said) > _PHRASE:
        return False
    return not verbs.any_of(place.before) and not _is_tagged(place, verbs)


def _is_written(place: Place, writing: frozenset[str], verbs: _Forms) -> bool:
    """Whether the narration leads over to the stretch as to something written."""
    others = [word for word in place.before if word not in writing]
    return not writing.isdisjoint(place.before) and not verbs.any_of(others)
