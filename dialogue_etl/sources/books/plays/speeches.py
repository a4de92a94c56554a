"""Reads the speeches of a passage: what each label's speaker says, without directions, parted at scenes."""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.layout.paragraphs import Shapes, headings, scene_breaks
from dialogue_etl.sources.books.plays.labels import key_of
from dialogue_etl.sources.books.plays.passages import is_talk
from dialogue_etl.text.spans import strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.plays.labels import Label
    from dialogue_etl.sources.books.plays.passages import Passage

_LONGEST = 4_000  # characters of a direction in brackets, which may have several paragraphs
_CAST = 3  # lines that name the people of a scene, at most
_SONG = 4  # blanks before lines of songs inside a speech, at least
_STANZA = 3  # lines of verse without a word of talk, at least
_BRACKETS = {"(": ")", "[": "]"}
_BRACKET = re.compile(r"[()\[\]]")
_ITALICS = re.compile(r"_[^_\n]*+(?:\n(?!\s*\n)[^_\n]*+)*+_[.:]?")
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
    """

    label: Label
    spans: list[tuple[int, int, int]]
    opens_scene: bool


def directions(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Texts in brackets of a passage, in order; those inside others are part of them.

    Round ones are speech if the directions are in square ones.
    """
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for match in _BRACKET.finditer(text, start, end):
        sign, at = match[0], match.start()
        if opened and at - opened[0][1] > _LONGEST:
            opened.clear()
        if sign in _BRACKETS:
            opened.append((sign, at))
        elif opened and _BRACKETS[opened[-1][0]] == sign:
            _, first = opened.pop()
            if not opened:
                found.append((first, at + 1))
    kinds = Counter(text[first] for first, _ in found)
    if kinds["["] > kinds["("]:
        found = [(first, last) for first, last in found if text[first] == "["]
    return found


def read_speeches(document: Document, passage: Passage) -> Iterator[Speech]:
    """The speeches of a passage, in order."""
    reader = _Reader(document, passage)
    yield from reader.speeches()


class _Reader:
    def __init__(self, document: Document, passage: Passage) -> None:
        self._document, self._text, self._passage = document, document.text, passage
        self._cuts = directions(self._text, passage.start, passage.end)
        self._cut_starts = [start for start, _ in self._cuts]
        self._words = {word for label in passage.labels for word in label.key.split()}
        book = document.book
        self._shapes = shapes = Shapes.of(book)
        self._breaks = headings(book, shapes, document.language.heading_words) | scene_breaks(book, shapes)

    def speeches(self) -> Iterator[Speech]:
        text, passage = self._text, self._passage
        starts, ends = self._document.paragraphs
        labels = iter([*self._outside_directions(passage.labels)])
        label = next(labels, None)
        current: Speech | None = None
        opens_scene, pending, indent = True, False, 0
        first = int(ends.searchsorted(passage.start, "right"))
        after_heading = True
        for number in range(first, len(starts)):
            start, end = max(int(starts[number]), passage.start), min(int(ends[number]), passage.end)
            if start >= passage.end:
                break
            inside = []
            while label and label.at < end:
                inside.append(label)
                label = next(labels, None)
            heading = bool(self._breaks[number])
            if inside and after_heading and self._names_people(number, inside, end):
                inside, heading = [], True
            if not inside or inside[0].at > start:
                before = inside[0].at if inside else end
                if heading:
                    if current and current.spans:
                        yield current
                    current, opens_scene, after_heading = None, True, True
                    continue
                if current and (pending or self._goes_on(start, before, indent)):
                    pieces = self._pieces(start, before, number)
                    current.spans.extend(pieces)
                    pending = pending and not pieces
            for one, following in zip_longest(inside, inside[1:]):
                if current and current.spans:
                    yield current
                    opens_scene = False
                after_heading = False
                pieces = self._pieces(one.end, following.at if following else end, number)
                current, pending = Speech(one, pieces, opens_scene), not pieces
                indent = one.at - one.line
        if current and current.spans:
            yield current

    def _outside_directions(self, labels: Sequence[Label]) -> Iterator[Label]:
        cuts = iter(self._cuts)
        cut = next(cuts, None)
        for label in labels:
            while cut and cut[1] <= label.at:
                cut = next(cuts, None)
            if not (cut and cut[0] <= label.at):
                yield label

    def _names_people(self, number: int, labels: Sequence[Label], end: int) -> bool:
        """Whether a paragraph below a heading names the people of the scene: more blank lines follow it."""
        gaps = self._shapes.gaps
        if len(labels) > 1 or number + 1 == len(gaps) or self._breaks[number + 1]:
            return False
        words = set(key_of(self._text[labels[0].end : end]).split())
        apart = gaps[number + 1] > self._shapes.usual_gap and self._shapes.lines[number] <= _CAST
        return bool(apart) or words <= self._words

    def _goes_on(self, start: int, end: int, indent: int) -> bool:
        """Whether a paragraph without label is more of the speech before; else it is a direction."""
        text = self._text
        line = text.rfind("\n", 0, start) + 1
        piece = text[start:end]
        lines = piece.count("\n") + 1
        own = start - line
        if own >= _SONG and lines > 1:
            return True
        if own != indent:
            return False
        if lines >= _STANZA and all(part.lstrip()[:1].isupper() for part in piece.split("\n") if part.strip()):
            return True
        return is_talk(piece, self._document.language)

    def _pieces(self, start: int, end: int, paragraph: int) -> list[tuple[int, int, int]]:
        """The spans of a part of a paragraph without its directions, and without marks that these leave over."""
        text, found, at = self._text, [], start
        for first, last in [*self._cuts_in(start, end), (end, end)]:
            low, high = strip(text, at, max(at, first))
            if not found or text[found[-1][1] - 1] in _MARKS:
                low = _LEADING.match(text, low, high).end()  # type: ignore[union-attr]  # matches anything
            if low < high and any(map(str.isalnum, text[low:high])) or (found and text[low:high].strip(_EDGE)):
                if at > start or not _ITALICS.fullmatch(text, low, high):
                    found.append((low, high, paragraph))
            at = max(at, last)
        return found

    def _cuts_in(self, start: int, end: int) -> list[tuple[int, int]]:
        number = max(int(np.searchsorted(self._cut_starts, start, "right")) - 1, 0)
        found = []
        for first, last in self._cuts[number:]:
            if first >= end:
                break
            if last > start:
                found.append((max(first, start), min(last, end)))
        return found
