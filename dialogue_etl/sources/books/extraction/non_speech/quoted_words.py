"""Quotations that are no speech by the narrator's words beside them: a phrase, a title, something written."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.layout.paragraphs import MARKS
from dialogue_etl.text.points import CharacterSet, is_alphanumeric, is_lower
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.spans import BookText

_is_around = CharacterSet((MARKS + "_ \n").__contains__)
_leads = CharacterSet(",:;—–-".__contains__)
_ends = CharacterSet(".!?…".__contains__)
_HYPHEN = ord("-")
_DEEPEST = 4
"""Marks, blanks and underscores that may stand between a word and the quotation beside it."""
_AROUND = 80
"""Characters before, in and after a stretch in which words tell what it is: a line, more or less."""
_SENTENCE_END = re.compile(r"[.!?…][^\w\s]*\s+(?=[^\W\d_])")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

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
    for number, place in stretches.places(stretches.in_the_flow()):
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
    writing = language.writing_words
    for number, place in stretches.places(stretches.led_to()):
        kinds[number] = kinds[number] or _after_narration(place, writing, verbs)
    return kinds


class Place:
    """A stretch and what stands around it in its paragraph, without the marks; looked at when asked for.

    Args:
        text: of the book.
        edges: where what stands before the stretch begins and ends, and where what stands after it ends.
        span: of the stretch.
        goes_on: whether another stretch of the paragraph stands before it.
    """

    def __init__(
        self, text: str, edges: tuple[int, int, int], span: tuple[int, int], *, goes_on: bool
    ) -> None:
        self._text, self._edges, self._span = text, edges, span
        self.goes_on = goes_on
        self.lead = text[edges[1] - 1]
        self.first, self.end = text[span[0]], text[span[1] - 1]

    @cached_property
    def said(self) -> list[str]:
        """Its words; of a long one the first."""
        return _WORD.findall(self._text[self._span[0] : min(self._span[1], self._span[0] + _AROUND)])

    @cached_property
    def before(self) -> list[str]:
        """The words of the same sentence before it, in lower case, from the stretch before it on."""
        sentence = _SENTENCE_END.split(self._text[self._edges[0] : self._edges[1]])[-1]
        return _WORD.findall(sentence.lower())

    @cached_property
    def after(self) -> list[str]:
        """The words after it, in lower case."""
        return _WORD.findall(self._text[self._span[1] : self._edges[2]].lower())

    @property
    def word_before(self) -> str:
        """The last word before it, in lower case; empty if there is none."""
        return (self.before or [""])[-1]

    @property
    def inserted(self) -> bool:
        """Whether what stands between it and the stretch before it goes on with a sentence, and is one."""
        between = self._text[self._edges[0] : self._edges[1]]
        # A mark stands first, unless more stands between than is looked at.
        behind = between.lstrip(MARKS + "_ \n")
        return (
            self.goes_on
            and len(behind) < len(between)
            and behind[:1].islower()
            and not _SENTENCE_END.search(between)
        )


class Surroundings:
    """The stretches of a book and what stands around them.

    Args:
        book: its text.
        table: every stretch that is marked as speech.
    """

    def __init__(self, book: BookText, table: SpeechTable) -> None:
        self._book, self._spans = book, table.spans
        self._starts, self._ends = book.paragraphs.where(table.column("paragraph"))
        self._first = table.first_of_paragraph()
        self._before = self._beside(Spans(self._starts, self._ends), self._spans.starts - 1, -1)
        self._begun = self._before >= self._starts

    def _beside(self, paragraphs: Spans, place: Places, step: int) -> Places:
        """The first places from some on, in the paragraphs of each, where no mark and no blank stands."""
        starts, ends = paragraphs
        inside = ((place >= starts) & (place < ends)).nonzero()[0]
        for _ in range(_DEEPEST):
            inside = inside[_is_around(self._book.points[place[inside]])]
            place[inside] += step
            inside = inside[(place[inside] >= starts[inside]) & (place[inside] < ends[inside])]
        return place

    def in_the_flow(self) -> Places:
        """Stretches that stand in the flow of a sentence: a word precedes them, no punctuation."""
        return (self._begun & is_alphanumeric(self._book.points[self._before])).nonzero()[0]

    def wordless(self) -> Mask:
        """For each stretch whether there is no letter and no figure in it; long ones have some."""
        starts, ends = self._spans
        wordless = np.zeros(len(starts), np.bool_)
        short = (ends - starts <= _AROUND).nonzero()[0]
        for number in short.tolist():
            said = self._book.text[int(starts[number]) : int(ends[number])]
            wordless[number] = not any(map(str.isalnum, said))
        return wordless

    def listed(self) -> Places:
        """Stretches with nothing but blanks and marks between them and the one before: "one," "two"."""
        follows = (~self._first).nonzero()[0]
        return follows[self._before[follows] < self._spans.ends[follows - 1]]

    def subjects(self) -> Places:
        """Stretches that end in a word, behind which a sentence goes on; with a capital, nothing leads to."""
        ends = self._spans.ends
        led = self._begun & _leads(self._book.points[self._before])
        ended = self._begun & _ends(self._book.points[self._before])
        free = (self._first & ~led) | ended | is_lower(self._book.points[self._spans.starts])
        open_end = (free & is_alphanumeric(self._book.points[ends - 1])).nonzero()[0]
        after = self._beside(Spans(self._starts, self._ends).where(open_end), ends[open_end], 1)
        after = np.where(after < self._ends[open_end], after, ends[open_end] - 1)
        follows = is_lower(self._book.points[after]) & (after >= ends[open_end])
        return open_end[follows]

    def led_to(self) -> Places:
        """The first stretch of each paragraph that opens with narration, which leads to it by a colon."""
        # A mark that begins the paragraph, the dash of speech, has no narration before it.
        first = (self._first & (self._before > self._starts)).nonzero()[0]
        starts, before = self._starts[first], self._before[first]
        last = self._book.points[before]
        # Nor have two hyphens that stand for a dash.
        dash = (before == starts + 1) & (last == _HYPHEN) & (self._book.points[starts] == _HYPHEN)
        led: Places = first[_leads(last) & ~dash]
        return led

    def _narrated(self, chosen: Places) -> Spans:
        stops = self._before[chosen] + 1
        edges = np.where(self._first[chosen], self._starts[chosen], self._spans.ends[chosen - 1])
        return Spans(np.maximum(edges, stops - _AROUND), stops)

    def places(self, chosen: Places) -> Iterator[tuple[int, Place]]:
        """Some stretches, by number, with what stands around each."""
        starts, ends = self._spans.where(chosen)
        limits = np.minimum(self._ends[chosen], ends + _AROUND)
        goes_on = ~self._first[chosen]
        columns = (chosen, *self._narrated(chosen), limits, starts, ends, goes_on)
        for number, edge, stop, limit, start, end, later in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            yield number, Place(self._book.text, (edge, stop, limit), (start, end), goes_on=later)


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
