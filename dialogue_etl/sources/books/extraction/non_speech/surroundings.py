"""What stands around a marked stretch in its paragraph: the words of the narrator before and after it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.layout.shapes import MARKS
from dialogue_etl.text import points
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places

_is_word = points.Kinds(str.isalnum)
_is_lower = points.Kinds(str.islower)
_is_small = points.Kinds(lambda letter: letter.isalpha() and letter.islower())
_is_around = points.Kinds((MARKS + "_ \n").__contains__)
_leads = points.Kinds(",:;—–-".__contains__)
_ends = points.Kinds(".!?…".__contains__)
_HYPHEN = ord("-")
_DEEPEST = 4
"""Marks, blanks and underscores that may stand between a word and the quotation beside it."""
_AROUND = 80
"""Characters before, in and after a stretch in which words tell what it is: a line, more or less."""
_SENTENCE_END = re.compile(r"[.!?…][^\w\s]*\s+(?=[^\W\d_])")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


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
        pieces = self._text[self._edges[0] : self._edges[1]].rsplit(None, 1) or [""]
        # Digits and signs may stand between it and the stretch.
        return (_WORD.findall(pieces[-1].lower()) or self.before or [""])[-1]

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
            inside = inside[_is_around(self._book.points[place[inside]]).view(np.bool_)]
            place[inside] += step
            inside = inside[(place[inside] >= starts[inside]) & (place[inside] < ends[inside])]
        return place

    def in_the_flow(self) -> Places:
        """Stretches that stand in the flow of a sentence: a word precedes them, no punctuation."""
        return (self._begun & _is_word(self._book.points[self._before]).view(np.bool_)).nonzero()[0]

    def wordless(self) -> Mask:
        """For each stretch whether there is no letter and no figure in it; long ones have some."""
        starts, ends = self._spans
        wordless = np.zeros(len(starts), np.bool_)
        short = (ends - starts <= _AROUND).nonzero()[0]
        # A word sets in with the first character of nearly all, with the second one of nearly all others.
        for place in range(2):
            begun = np.minimum(starts[short] + place, ends[short] - 1)
            short = short[~_is_word(self._book.points[begun]).view(np.bool_)]
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
        led = self._begun & _leads(self._book.points[self._before]).view(np.bool_)
        ended = self._begun & _ends(self._book.points[self._before]).view(np.bool_)
        free = (self._first & ~led) | ended | _is_lower(self._book.points[self._spans.starts]).view(np.bool_)
        open_end = (free & _is_word(self._book.points[ends - 1]).view(np.bool_)).nonzero()[0]
        after = self._beside(Spans(self._starts, self._ends).where(open_end), ends[open_end], 1)
        after = np.where(after < self._ends[open_end], after, ends[open_end] - 1)
        follows = _is_lower(self._book.points[after]).view(np.bool_) & (after >= ends[open_end])
        return open_end[follows]

    def led_to(self) -> Places:
        """The first stretch of each paragraph that opens with narration, which leads to it by a colon."""
        # A mark that begins the paragraph, the dash of speech, has no narration before it.
        first = (self._first & (self._before > self._starts)).nonzero()[0]
        starts, before = self._starts[first], self._before[first]
        last = self._book.points[before]
        # Nor have two hyphens that stand for a dash.
        dash = (before == starts + 1) & (last == _HYPHEN) & (self._book.points[starts] == _HYPHEN)
        led: Places = first[_leads(last).view(np.bool_) & ~dash]
        return led

    def phrases(self, chosen: Places) -> Mask:
        """For each of some stretches whether it begins with a small letter, and is its paragraph's first."""
        begins_small = _is_small(self._book.points[self._spans.starts[chosen]]).view(np.bool_)
        return begins_small & self._first[chosen]

    def behind_comma(self, chosen: Places) -> Mask:
        """For each of some stretches whether it begins in lower case, with a comma before it."""
        lower = _is_lower(self._book.points[self._spans.starts[chosen]]).view(np.bool_)
        led: Mask = self._book.points[self._before[chosen]] == ord(",")
        return lower & led

    def narration(self, chosen: Places) -> list[str]:
        """What stands before some stretches, from the stretch before each or the last of it."""
        return self._narrated(chosen).pieces(self._book.text)

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
