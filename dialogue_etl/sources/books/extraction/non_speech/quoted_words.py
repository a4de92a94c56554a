"""Finds quotations that are not speech, by the words next to them: a phrase, a title, something written."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.layout.paragraphs import MARKS
from dialogue_etl.text.points import CharacterSet, is_alphanumeric, is_lower, one_of
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Offsets, Points
    from dialogue_etl.text.spans import BookText

_is_around = CharacterSet((MARKS + "_ \n").__contains__)
_leads = CharacterSet(",:;—–-".__contains__)
_ends = CharacterSet(".!?…".__contains__)
_HYPHEN = ord("-")
_DEEPEST = 4
"""Marks, blanks and underscores between a word and the quotation next to it, at most."""
_AROUND = 80
"""Characters before, in and after a quotation that are looked at: about a line."""
SENTENCE_END = re.compile(r"[.!?…][^\w\s]*\s+(?=[^\W\d_])")
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

_NEAR = 5
"""Words before a quotation in which the verb that introduces it is searched (he said to his sister)."""
_PHRASE = 4
"""Words of a phrase, at most."""
_SENTENCE = 5
"""Words of a sentence, at least: a quotation with a capital and a full stop may also be a name."""
_TAG = 3
"""Words after a quotation in which the verb of its tag is searched (the old man said)."""
_SHORTEST = 2
"""Characters of narration, at least: fewer are a dash before speech."""
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


class Place:
    """A quotation with the narration around it in its paragraph, without the marks.

    Args:
        text: of the book.
        edges: offsets at which the narration before begins and ends, and at which the narration after ends.
        span: of the quotation.
        goes_on: whether another quotation of the paragraph comes before it, so that it may continue speech.
    """

    def __init__(
        self, text: str, edges: tuple[int, int, int], span: tuple[int, int], *, goes_on: bool
    ) -> None:
        self._text, self._edges, self._span = text, edges, span
        self.goes_on = goes_on
        self.lead = text[edges[1] - 1]
        self.first, self.end = text[span[0]], text[span[1] - 1]

    @cached_property
    def words(self) -> list[str]:
        """The words of the quotation; of a long one, those in its first characters."""
        return WORD.findall(self._text[self._span[0] : min(self._span[1], self._span[0] + _AROUND)])

    @cached_property
    def before(self) -> list[str]:
        """The words before it in the same sentence, in lower case, back to the quotation before."""
        sentence = SENTENCE_END.split(self._text[self._edges[0] : self._edges[1]])[-1]
        return WORD.findall(sentence.lower())

    @cached_property
    def after(self) -> list[str]:
        """The words after it, in lower case."""
        return WORD.findall(self._text[self._span[1] : self._edges[2]].lower())

    @property
    def word_before(self) -> str:
        """The last word before it, in lower case; else empty."""
        return (self.before or [""])[-1]

    @property
    def inserted(self) -> bool:
        """Whether the narration since the quotation before is the rest of one sentence."""
        between = self._text[self._edges[0] : self._edges[1]]
        # If the narration was too long to be looked at whole, it does not begin with a mark.
        words = between.lstrip(MARKS + "_ \n")
        return (
            self.goes_on
            and len(words) < len(between)
            and words[:1].islower()
            and not SENTENCE_END.search(between)
        )


class Surroundings:
    """The quotations of a book, and the characters next to them.

    Args:
        book: its text.
        table: all quoted spans.
    """

    def __init__(self, book: BookText, table: SpeechTable) -> None:
        self._book, self._spans = book, table.spans
        self._starts, self._ends = book.paragraphs.where(table.column("paragraph"))
        self._first = table.first_of_paragraph()
        self._before = self._beside(Spans(self._starts, self._ends), self._spans.starts - 1, -1)
        self._begun = self._before >= self._starts

    def _beside(self, paragraphs: Spans, place: Offsets, step: int) -> Offsets:
        """Move each offset inside its paragraph by `step` until it is not at a mark or blank."""
        starts, ends = paragraphs
        inside = ((place >= starts) & (place < ends)).nonzero()[0]
        for _ in range(_DEEPEST):
            inside = inside[_is_around(self._book.points[place[inside]])]
            place[inside] += step
            inside = inside[(place[inside] >= starts[inside]) & (place[inside] < ends[inside])]
        return place

    @property
    def before(self) -> Offsets:
        """For each quotation the offset of the last character before it but marks and blanks."""
        return self._before

    @cached_property
    def narrated(self) -> Mask:
        """For each quotation whether narration precedes it in its paragraph, after the quotation before."""
        edges = np.where(self._first, self._starts, np.append(0, self._spans.ends[:-1])[: len(self._starts)])
        return self._before >= edges + _SHORTEST

    def after(self) -> Points:
        """For each quotation the next character but marks and blanks; a full stop at the end."""
        ends = self._spans.ends
        place = self._beside(Spans(self._starts, self._ends), ends.copy(), 1)
        inside = place < self._ends
        return np.where(inside, self._book.points[np.where(inside, place, 0)], ord("."))

    def introduced_above(self, leads: str) -> Mask:
        """For each quotation whether it begins its paragraph, and the one above ends with one of `leads`."""
        paragraphs = self._book.paragraphs
        number = paragraphs.starts.searchsorted(self._starts)
        above = paragraphs.ends[np.maximum(number - 1, 0)]
        led = one_of(self._book.points[np.maximum(above - 1, 0)], leads) & (number > 0)
        opens: Mask = self._first & ~self.narrated & led
        return opens

    def sentences(self, chosen: Mask, most: int) -> Iterator[tuple[int, str, bool]]:
        """The narration before some quotations, in lower case and back to the beginning of its sentence.

        Args:
            chosen: quotations after narration, or introduced by the paragraph above.
            most: characters, at most.

        Yields:
            The number of a quotation, the sentence, and whether no quotation precedes it in that sentence.
        """
        rows = chosen.nonzero()[0]
        paragraphs = self._book.paragraphs
        number = paragraphs.starts.searchsorted(self._starts[rows])
        opens = self._first[rows]
        inside = self.narrated[rows]
        above = np.maximum(number - 1, 0)
        edges = np.where(opens, self._starts[rows], np.append(0, self._spans.ends)[rows])
        edges = np.where(inside, edges, paragraphs.starts[above])
        stops = np.where(inside, self._before[rows] + 1, paragraphs.ends[above])
        begins = np.maximum(edges, stops - most)
        columns = (rows, begins, stops, opens)
        for row, begin, stop, is_first in zip(*(column.tolist() for column in columns), strict=True):
            parts = SENTENCE_END.split(self._book.text[begin:stop])
            yield row, parts[-1].lower(), is_first or len(parts) > 1

    def in_the_flow(self) -> Offsets:
        """Quotations in the flow of a sentence: a word precedes them without punctuation."""
        return (self._begun & is_alphanumeric(self._book.points[self._before])).nonzero()[0]

    def wordless(self) -> Mask:
        """For each quotation whether it has no letter and no digit; long ones always have."""
        starts, ends = self._spans
        wordless = np.zeros(len(starts), np.bool_)
        short = (ends - starts <= _AROUND).nonzero()[0]
        for number in short.tolist():
            text = self._book.text[int(starts[number]) : int(ends[number])]
            wordless[number] = not any(map(str.isalnum, text))
        return wordless

    def listed(self) -> Offsets:
        """Quotations with only blanks and marks between them and the one before: "one," "two"."""
        follows = (~self._first).nonzero()[0]
        return follows[self._before[follows] < self._spans.ends[follows - 1]]

    def subjects(self) -> Offsets:
        """Quotations that end in a word and are followed by the rest of a sentence.

        Those with a capital must begin the paragraph or follow the end of a sentence.
        """
        ends = self._spans.ends
        led = self._begun & _leads(self._book.points[self._before])
        ended = self._begun & _ends(self._book.points[self._before])
        free = (self._first & ~led) | ended | is_lower(self._book.points[self._spans.starts])
        open_end = (free & is_alphanumeric(self._book.points[ends - 1])).nonzero()[0]
        after = self._beside(Spans(self._starts, self._ends).where(open_end), ends[open_end], 1)
        after = np.where(after < self._ends[open_end], after, ends[open_end] - 1)
        follows = is_lower(self._book.points[after]) & (after >= ends[open_end])
        return open_end[follows]

    def introduced(self) -> Offsets:
        """The first quotation of each paragraph if it follows narration with a comma, colon or dash."""
        # A dash at the beginning of the paragraph marks speech: no narration precedes it.
        first = (self._first & (self._before > self._starts)).nonzero()[0]
        starts, before = self._starts[first], self._before[first]
        last = self._book.points[before]
        # The same for two hyphens typed for a dash.
        dash = (before == starts + 1) & (last == _HYPHEN) & (self._book.points[starts] == _HYPHEN)
        introduced: Offsets = first[_leads(last) & ~dash]
        return introduced

    def _narrated(self, chosen: Offsets) -> Spans:
        stops = self._before[chosen] + 1
        edges = np.where(self._first[chosen], self._starts[chosen], self._spans.ends[chosen - 1])
        return Spans(np.maximum(edges, stops - _AROUND), stops)

    def places(self, chosen: Offsets) -> Iterator[tuple[int, Place]]:
        """The numbers of some quotations, each with its `Place`."""
        starts, ends = self._spans.where(chosen)
        limits = np.minimum(self._ends[chosen], ends + _AROUND)
        goes_on = ~self._first[chosen]
        columns = (chosen, *self._narrated(chosen), limits, starts, ends, goes_on)
        for number, edge, stop, limit, start, end, later in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            yield number, Place(self._book.text, (edge, stop, limit), (start, end), goes_on=later)


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
