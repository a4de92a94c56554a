"""The quotations of a book with what is next to them: marks, words and narration in their paragraphs."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.layout.paragraphs import MARKS
from dialogue_etl.text.points import CharacterSet, is_alphanumeric, is_lower, one_of
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_SHORTEST = 2
"""Characters of narration, at least: fewer are a dash before speech."""


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
