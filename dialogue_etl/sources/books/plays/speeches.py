"""Reads the speeches of a passage: what each label's speaker says, without directions, divided at scenes."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.layout.paragraphs import Shapes, headings, scene_breaks
from dialogue_etl.sources.books.plays.labels import SLUG, key_of
from dialogue_etl.sources.books.plays.passages import is_talk
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.plays.labels import Label
    from dialogue_etl.sources.books.plays.passages import Passage

_LONGEST = 4_000  # characters of a direction in brackets, which may have several paragraphs
_CAST = 3  # lines that name the people of a scene, at most
_ABOVE = 6  # paragraphs above the first speech in which its heading is looked for
_SONG = 4  # blanks before lines of songs inside a speech, at least
_STANZA = 3  # lines of verse without a word of talk, at least
_BRACKETS = {"(": ")", "[": "]"}
_BRACKET = re.compile(r"[()\[\]]")
_ITALICS = re.compile(r"_[^_\n]*+(?:\n(?!\s*\n)[^_\n]*+)*+_[.:]?")
_OPEN_END = re.compile(r"(?<=\.)(?=\n)|(?=\n[ \t]*\n)|\Z"), re.compile(r"(?<=_)(?=\n)|(?=\n[ \t]*\n)|\Z")
"""Where a bracket that is not closed ends, without and with italics."""
_EDGE = " \t\n_=*"
_MARKS = frozenset(".,;:!?…")
_LEADING = re.compile(r"(?:[.,:;*=)\]]|_(?=[\W_]))*+\s*+(?:[-—–]+\s)?")
"""What may follow a label or a direction and is not part of the speech."""


class Speech(NamedTuple):
    """What somebody says without a break.

    Attributes:
        label: who.
        spans: of the text, each inside a paragraph, and the number of that paragraph.
        opens_scene: whether it is the first one of a scene.
        heading: of its scene: offsets; empty without one.
    """

    label: Label
    spans: list[tuple[int, int, int]]
    opens_scene: bool
    heading: tuple[int, int]


def directions(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Texts in brackets of a passage with marks around them, in order; those inside others are part of them.

    Round ones are speech if the directions are in square ones, unless they are in italics. A square one that
    is not closed (`[_Exit._`) ends with its line or paragraph.
    """
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    signs = [*_BRACKET.finditer(text, start, end)]
    unclosed = _unclosed(text, signs)
    for match in signs:
        sign, at = match[0], match.start()
        if found and at < found[-1][1]:
            continue
        if opened and at - opened[0][1] > _LONGEST:
            opened.clear()
        if at in unclosed and not opened:
            found.append((at, _open_end(text, at, end)))
        elif sign in _BRACKETS:
            opened.append((sign, at))
        elif opened and _BRACKETS[opened[-1][0]] == sign:
            _, first = opened.pop()
            if not opened:
                found.append((first, at + 1))
    kinds = Counter(text[first] for first, _ in found)
    if kinds["["] > kinds["("] or text[start] == "@":
        found = [(first, last) for first, last in found if text[first] == "[" or text[first + 1] in "_*"]
    return [_with_marks(text, first, last) for first, last in found]


def _unclosed(text: str, signs: Sequence[re.Match[str]]) -> set[int]:
    """Square brackets that open a direction and are not closed before a later paragraph opens another."""
    square = [match for match in signs if match[0] in "[]"]
    return {
        one.start()
        for one, other in pairwise([*square, None])
        if one
        and one[0] == "["
        and (other is None or (other[0] == "[" and "\n\n" in text[one.end() : other.start()]))
    }


def _open_end(text: str, at: int, end: int) -> int:
    """Where a direction ends whose bracket is not closed."""
    found = _OPEN_END[text.startswith("[_", at)].search(text, at, end)
    return found.end() if found else end


def _with_marks(text: str, first: int, last: int) -> tuple[int, int]:
    """A direction with the marks of italics around it (Markdown)."""
    first -= text.startswith("\\", first - 1)
    while text[first - 1 : first] in {"_", "*"} and text.startswith(text[first - 1], last):
        first, last = first - 1, last + 1
    return first, last


class _Part(NamedTuple):
    """A paragraph, or the part of it that one label introduces."""

    label: Label | None
    start: int
    end: int
    paragraph: int


def read_speeches(document: Document, passage: Passage) -> Iterator[Speech]:
    """The speeches of a passage, in order."""
    layout = _Layout(document, passage)
    current: Speech | None = None
    opens_scene = True
    heading = layout.heading_above(passage)
    for part in layout.parts(passage):
        waits = current is not None and not current.spans  # the label is on a line of its own
        if layout.is_heading(part, below_heading=current is None, waits=waits):
            if current and current.spans:
                yield current
            if current:
                heading = part.start, part.end
            elif not part.label:
                heading = heading[0], part.end
            current, opens_scene = None, True
        elif part.label:
            if current and current.spans:
                yield current
                opens_scene = False
            current = Speech(part.label, layout.pieces(part), opens_scene, heading)
        elif current and current.label.end < part.end and (waits or layout.goes_on(part, current.label)):
            current.spans.extend(layout.pieces(part))
    if current and current.spans:
        yield current


class _Layout:
    """The text of a passage, with its directions and headings."""

    def __init__(self, document: Document, passage: Passage) -> None:
        self._document, self._text = document, document.text
        cuts = directions(self._text, passage.start, passage.end)
        self._cuts = Spans.of(cuts)
        book = document.book
        self._shapes = shapes = Shapes.of(book)
        self._breaks = headings(book, shapes, document.language.heading_words) | scene_breaks(book, shapes)
        # Directions are then indented like songs.
        self._songs = not any("\n\n" in self._text[label.at : label.end] for label in passage.labels)
        self._words = {word for label in passage.labels for word in label.key.split()}

    def parts(self, passage: Passage) -> Iterator[_Part]:
        """The parts of the passage, in order."""
        starts, ends = self._document.paragraphs
        labels = [label for label in passage.labels if not self._cut_at(label.at)]
        after = 0
        for number in range(*ends.searchsorted([passage.start, passage.end], "right").tolist()):
            start, end = max(int(starts[number]), passage.start), int(ends[number])
            first = after
            while after < len(labels) and labels[after].at < end:
                after += 1
            inside = labels[first:after]
            edges = [*(label.at for label in inside), end]
            if start < edges[0]:
                yield _Part(None, start, edges[0], number)
            for label, (here, there) in zip(inside, pairwise(edges), strict=True):
                yield _Part(label, here, there, number)

    def heading_above(self, passage: Passage) -> tuple[int, int]:
        """Offsets of the headings nearest above a passage; empty without any."""
        starts, ends = self._document.paragraphs
        after = int(ends.searchsorted(passage.start, "right"))
        above = self._breaks[max(after - _ABOVE, 0) : after].nonzero()[0] + max(after - _ABOVE, 0)
        if not len(above):
            return passage.start, passage.start
        first = last = int(above[-1])
        while first and self._breaks[first - 1]:
            first -= 1
        return int(starts[first]), int(ends[last])

    def _cut_at(self, place: int) -> bool:
        """Whether a place is inside a direction."""
        number = int(self._cuts.ends.searchsorted(place, "right"))
        return number < len(self._cuts.ends) and bool(self._cuts.starts[number] <= place)

    def is_heading(self, part: _Part, *, below_heading: bool, waits: bool) -> bool:
        """Whether a part begins a scene: a heading, or below it the names of those on stage."""
        if not part.label:
            if waits:
                return False  # a speech may look like a title
            return bool(self._breaks[part.paragraph] or SLUG.match(self._text, part.start, part.end))
        if not below_heading or part.end != self._document.paragraphs.ends[part.paragraph]:
            return False
        words = set(key_of(self._text[part.label.end : part.end]).split())
        following = part.paragraph + 1
        if not words or following == len(self._breaks) or self._breaks[following]:
            return False
        apart = self._shapes.gaps[following] > self._shapes.usual_gap
        return bool(apart and self._shapes.lines[part.paragraph] <= _CAST) or words <= self._words

    def goes_on(self, part: _Part, label: Label) -> bool:
        """Whether a paragraph without label is more of the speech before; else it is a direction."""
        if label.form[1] == "@":
            return False
        piece = self._text[part.start : part.end]
        lines = [line.lstrip() for line in piece.split("\n")]
        indent = part.start - (self._text.rfind("\n", 0, part.start) + 1)
        if self._songs and indent >= _SONG and len(lines) > 1:
            return True
        if indent != label.at - label.line:
            return False
        verse = len(lines) >= _STANZA and all(line[:1].isupper() for line in lines)
        return verse or is_talk(piece, self._document.language)

    def pieces(self, part: _Part) -> list[tuple[int, int, int]]:
        """The spans of a part without its directions, and without marks that these leave over."""
        text, start, end = self._text, part.label.end if part.label else part.start, part.end
        touched = np.arange(self._cuts.ends.searchsorted(start, "right"), self._cuts.starts.searchsorted(end))
        cuts = self._cuts.where(touched).pairs()
        found: list[tuple[int, int, int]] = []
        edges = [start, *(edge for cut in cuts for edge in cut), end]
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            low, high = strip(text, max(first, start), max(min(last, end), first, start))
            if (not found or text[found[-1][1] - 1] in _MARKS) and (
                left_over := _LEADING.match(text, low, high)
            ):
                low = left_over.end()
            said = any(map(str.isalnum, text[low:high])) or (found and text[low:high].strip(_EDGE))
            if low < high and said and (first > start or not _ITALICS.fullmatch(text, low, high)):
                found.append((low, high, part.paragraph))
        return found
