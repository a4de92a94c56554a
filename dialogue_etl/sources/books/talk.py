"""Which of the marked stretches are talk, and which only quote a word, a title, a letter."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.layout import Kind
from dialogue_etl.sources.books.layout.surroundings import Surroundings
from dialogue_etl.text.other_language import in_other_language
from dialogue_etl.text.tales import begins_tale
from dialogue_etl.text.word_search import holds_any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.layout import Kinds
    from dialogue_etl.sources.books.layout.surroundings import Place
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.quotations import Quotations

REASONS = (
    "",
    "drop_scare_quotes",
    "skip_letters",
    "skip_verse",
    "skip_plays",
    "skip_epigraphs",
    "skip_titles",
    "skip_tales",
    "skip_other_languages",
)
"""Why a stretch is no talk, by the number that stands for it: the knob that decides. 0 is talk."""

Reasons = npt.NDArray[np.uint8]

_TALK = 0
_SCARE = REASONS.index("drop_scare_quotes")
_LETTER = REASONS.index("skip_letters")
_TITLE = REASONS.index("skip_titles")
_TALE = REASONS.index("skip_tales")
_OTHER_LANGUAGE = REASONS.index("skip_other_languages")
_OF_KIND = np.zeros(len(Kind), np.uint8)
for _kind in (Kind.LETTER, Kind.VERSE, Kind.PLAY, Kind.EPIGRAPH):
    _OF_KIND[_kind] = _LETTER + _kind - Kind.LETTER

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


class _Forms(NamedTuple):
    """Verbs of speech.

    Attributes:
        listed: forms the language names.
        stems: of long ones, from which others are made (whispered, whispering).
        subjects: pronouns that may stand between the verb and speech (said he).
        articles: determiners that stand for nobody: a noun has to follow them.
    """

    listed: frozenset[str] = frozenset()
    stems: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()

    @classmethod
    def of(cls, language: Language) -> _Forms:
        """Of a language; a stem is all of a form but its ending, two letters."""
        verbs, pronouns = language.speech_verbs, language.pronouns.keys()
        articles = _small(language.determiners) - language.gender_words.keys() - pronouns
        return cls(verbs, _stems(verbs), frozenset(pronouns), articles)

    def has(self, word: str) -> bool:
        """Whether a word, in lower case, is a form."""
        return word in self.listed or word[:-2] in self.stems or word[:-3] in self.stems


@cache
def _stems(verbs: frozenset[str]) -> frozenset[str]:
    return frozenset(verb[:-2] for verb in verbs if len(verb) >= 6)


@cache
def _small(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if len(word) <= _SMALL)


def no_talk(
    book: BookText, found: Quotations, kinds: Kinds, params: Extract, languages: Sequence[Language]
) -> Reasons:
    """For each stretch why it is no talk, as a number of `REASONS`.

    Args:
        book: its text.
        found: every stretch that is marked as speech.
        kinds: of the paragraphs.
        params: the rules that are on.
        languages: that of the book, whose verbs of speech and words for writing help to tell, and other ones
            it is said to hold.
    """
    if not len(found.paragraphs):
        return np.zeros(0, np.uint8)
    language, *others = languages
    reasons = _by_neighbours(book, found, params, language)
    if params.skip_tales:
        reasons[begins_tale(book, found)] = _TALE
    if params.skip_other_languages and others:
        foreign = in_other_language(
            book, language.function_words(), [other.function_words() for other in others]
        )
        reasons[foreign[found.paragraphs]] = _OTHER_LANGUAGE
    off = [number for number, knob in enumerate(REASONS) if knob and not getattr(params, knob)]
    if off:
        reasons[np.isin(reasons, off)] = _TALK
    of_kind = _OF_KIND[kinds[found.paragraphs]]
    return np.where(of_kind > 0, of_kind, reasons)


def _by_neighbours(book: BookText, found: Quotations, params: Extract, language: Language) -> Reasons:
    """For each stretch what the narrator's words beside it say: a phrase, a title, something written."""
    stretches = Surroundings(book, found)
    # Dots and dashes alone may say much, but not a word.
    reasons = np.where(stretches.wordless(), _SCARE, _TALK).astype(np.uint8)
    verbs = _Forms.of(language)
    if params.drop_scare_quotes or params.skip_titles:
        flow = stretches.in_the_flow()
        phrases = stretches.phrases(flow)
        reasons[flow[phrases]] = _SCARE
        for number, place in stretches.places(flow[~phrases]):
            # What follows a quoted word does not go on with talk.
            place.goes_on = place.goes_on and not reasons[number - 1]
            reasons[number] = _in_the_flow(place, verbs)
        for number, place in stretches.places(stretches.listed()):
            if reasons[number - 1] in {_SCARE, _TITLE} and not _is_sentence(place):
                reasons[number] = reasons[number] or reasons[number - 1]
        for number, place in stretches.places(stretches.subjects()) if verbs.listed else ():
            reasons[number] = reasons[number] or _as_subject(place, verbs)
    if verbs.listed:
        writing, led = language.writing_words, stretches.led_to()
        led = led[holds_any(stretches.narration(led), writing) | stretches.behind_comma(led)]
        for number, place in stretches.places(led):
            reasons[number] = reasons[number] or _after_narration(place, writing, verbs)
    return reasons


def _after_narration(place: Place, writing: frozenset[str], verbs: _Forms) -> int:
    """Why a stretch that narration leads to with punctuation is no talk."""
    if _is_written(place, writing, verbs):
        return _LETTER
    return _SCARE if _is_inserted_phrase(place, verbs) else _TALK


def _in_the_flow(place: Place, verbs: _Forms) -> int:
    """Why a stretch in the flow of a sentence is no talk.

    Speech is led to by punctuation or by a verb (Chicago Manual of Style 13.14 to 13.16); after any other
    word a quotation is a part of the narrator's sentence.
    """
    if place.said and (_is_announced(place, verbs) or _is_resumed(place, verbs)):
        return _TALK
    return _TITLE if _is_name(place.said) and place.end not in _ENDS_SPEECH else _SCARE


def _is_full(place: Place) -> bool:
    """Whether a stretch is more than a word or a phrase."""
    return len(place.said) >= _PHRASE or place.end in _ENDS_SPEECH


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
    near = any(map(verbs.has, place.before[-_NEAR:]))
    return near or (place.end in _ENDS_SPEECH and len(place.said) >= _SENTENCE and not place.after)


def _is_resumed(place: Place, verbs: _Forms) -> bool:
    """Whether the stretch goes on with speech that the narrator interrupted."""
    if not place.goes_on or place.end not in _ENDS_CLAUSE or place.said[0][0].isupper():
        return False
    full, long = place.end in _ENDS_SPEECH, len(place.said) >= _PHRASE
    return (any(map(verbs.has, place.before)) and (full or long)) or (place.inserted and full and long)


def _as_subject(place: Place, verbs: _Forms) -> int:
    """Why a stretch without punctuation at its end, in a sentence that goes on behind it, is no talk.

    Speech before a tag ends in a comma, or the verb of the tag follows where a language puts none.
    """
    resumed = place.goes_on and any(map(verbs.has, place.before))
    tagged = (
        resumed or any(map(verbs.has, place.after[:_TAG])) or verbs.subjects.intersection(place.after[:1])
    )
    if tagged or len(place.said) > _PHRASE:
        return _TALK
    return _TITLE if _is_name(place.said) else _SCARE


def _is_name(words: list[str]) -> bool:
    return bool(words) and words[0][0].isupper() and all(_is_part_of_name(word) for word in words)


def _is_part_of_name(word: str) -> bool:
    return word[0].isupper() or len(word) <= _SMALL


def _is_inserted_phrase(place: Place, verbs: _Forms) -> bool:
    """Whether a phrase stands between commas, or as good as that: the poor man, “poor Tom,” as we say."""
    if place.lead != "," or not place.first.islower() or len(place.said) > _PHRASE:
        return False
    told = any(map(verbs.has, place.before)) or any(map(verbs.has, place.after[:_TAG]))
    return not told and not verbs.subjects.intersection(place.after[:1])


def _is_written(place: Place, writing: frozenset[str], verbs: _Forms) -> bool:
    """Whether the narration leads over to the stretch as to something written."""
    others = (word for word in place.before if word not in writing)
    return not writing.isdisjoint(place.before) and not any(map(verbs.has, others))
