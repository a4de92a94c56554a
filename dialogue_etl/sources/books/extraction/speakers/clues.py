"""What the text tells of the speaker of each turn: its tag, and the names in the words around it.

Reading the words around thousands of turns one by one takes long, and in most of them nobody is named. The
first three letters of a capitalised word tell nearly as much, and are compared for a whole book at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.speakers.speech_tags import telling_row
from dialogue_etl.sources.books.extraction.table import BY_VERB, GENDERS, NOBODY
from dialogue_etl.text.points import Kinds, points_of
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from dialogue_etl.sources.books.extraction.pipeline import Document
    from dialogue_etl.sources.books.extraction.speakers.characters import Characters
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Places, Points

_CALLED = re.compile(r"(?:^|[,!—–-])\s*+(?:[^\W\d_]++\.?+\s){0,2}([^\W\d_a-z][\w’'-]++)(?=[,.!?;]|$)")
_WORD = re.compile(r"[\w’'-]{2,}")
_INSIDE_WORDS = "’'-"  # marks inside words, besides letters
_RUN = re.compile(r"[\w’'-]+\Z")
_CAPITAL = re.compile(r"\b[^\W\d_a-z]")
_BEFORE_MARK = re.compile(r"[\w’'-]++(?=[,.!?;]|$)")

_LETTERS = 3
_SIZE = 32  # classes of letters, each of several
_NO_LETTER, _ANY = 0, 31
"""Classes of marks and blanks, and of the few letters that are two in another case."""
_FIRST_CAPITAL, _CAPITALS = ord("A"), 26
_LAST_ASCII = 127

_SHORTEST_NAME = 4
_NARRATED = 200  # characters of narration next to speech in which names are looked for
_SPOKEN = 120  # characters of speech in which somebody is called by name


class Clues(NamedTuple):
    """What is told of the speakers of turns; all arrays have one place per turn.

    Attributes:
        is_nominal: for each character whether it has no name, and no for NOBODY, who is the last one.
        genders: of each character, a place in GENDERS; NOBODY's is the last.
        tag: UNTAGGED, BESIDE or BY_VERB.
        tagged: number of the one named in the tag, or NOBODY.
        gender: what the tag tells of the gender, a place in GENDERS.
        beside: the character named last in the narration before the turn, in its paragraph, or NOBODY.
        around: the character named first in the narration inside or behind it, or NOBODY.
        ahead: the character named last in the paragraphs between the turn before and it, or NOBODY.
        addressed: the character the turn itself calls by name, or NOBODY.
    """

    is_nominal: Mask
    genders: Places
    tag: Places
    tagged: Places
    gender: Places
    beside: Places
    around: Places
    ahead: Places
    addressed: Places


def find_clues(
    document: Document, table: SpeechTable, characters: Characters, first: Places, doubtful: Places
) -> Clues:
    """What is told of the speakers of turns.

    Args:
        document: the book.
        table: with speech tags.
        characters: who is named in them.
        first: the row each turn begins with.
        doubtful: turns after which the same speaker may go on: around them names and calls count.
    """
    rows = telling_row(table.column("tag"), first)
    tag, tagged = table.column("tag")[rows], table.column("character")[rows]
    is_nominal = characters.are_nominal()
    by_name = (tag == BY_VERB) & (tagged != NOBODY) & ~is_nominal[tagged]
    near = np.zeros(len(first), np.bool_)
    near[doubtful] = near[doubtful + 1] = True
    # Beside turns whose tag names the speaker nobody is looked for.
    unsure = (near & ~by_name).nonzero()[0]
    search = NameSearch.of(document.text, document.points, characters.by_word())
    beside, around, ahead, addressed = np.full((4, len(first)), NOBODY)
    before, behind = _narration_beside(table, first[unsure])
    beside[unsure] = search.nearest_name(before, side="last")
    around[unsure] = search.nearest_name(behind, side="first")
    turns, between = _paragraphs_between(document, table, first, doubtful[~by_name[doubtful + 1]])
    ahead[turns] = search.nearest_name(between, side="last")
    addressed[near] = search.addressed(_openings(table, first).where(near))
    gender = table.column("tag_gender")[rows]
    genders = np.array([*map(GENDERS.index, characters.genders()), 0], np.int64)
    return Clues(is_nominal, genders, tag, tagged, gender, beside, around, ahead, addressed)


def _openings(table: SpeechTable, first: Places) -> Spans:
    """What turns begin with."""
    last = np.append(first[1:], len(table)) - 1
    starts = table.column("start")[first]
    return Spans(starts, np.minimum(table.column("end")[last], starts + _SPOKEN))


def _narration_beside(table: SpeechTable, rows: Places) -> tuple[Spans, Spans]:
    """The narration right before and right behind some rows; empty where it is too short for a name."""
    starts, ends = table.spans.where(rows)
    before, behind = table.column("narration_start")[rows], table.column("narration_end")[rows]
    leads, follows = starts - before > _SHORTEST_NAME, behind - ends > _SHORTEST_NAME
    return (
        Spans(np.maximum(before, starts - _NARRATED), np.where(leads, starts - 1, 0)),
        Spans(ends, np.where(follows, np.minimum(behind, ends + _NARRATED), 0)),
    )


def _paragraphs_between(
    document: Document, table: SpeechTable, first: Places, turns: Places
) -> tuple[Places, Spans]:
    """The turns behind some with paragraphs between, and the end of what these paragraphs tell."""
    paragraphs, numbers = document.paragraphs, table.column("paragraph")
    above, below = numbers[first[turns + 1] - 1] + 1, numbers[first[turns + 1]]
    apart = above < below
    starts, ends = paragraphs.starts[above[apart]], paragraphs.ends[below[apart] - 1]
    return turns[apart] + 1, Spans(np.maximum(starts, ends - _NARRATED), ends)


class NameSearch(NamedTuple):
    """A text in which the names of characters are looked for.

    Attributes:
        text: of the book.
        points: its code points.
        by_word: the number of a character for each word of a name, in lower case.
        beginnings: for the classes of each three letters whether a name may begin with them.
    """

    text: str
    points: Points
    by_word: Mapping[str, int]
    beginnings: Mask

    @classmethod
    def of(cls, text: str, points: Points, by_word: Mapping[str, int]) -> NameSearch:
        """A text with the names to look for in it."""
        return cls(text, points, by_word, _beginnings(by_word))

    def nearest_name(self, windows: Spans, *, side: Literal["first", "last"]) -> Places:
        """For each window the number of the character named first, or last, in it, or NOBODY."""
        named = np.full(len(windows.starts), NOBODY)
        for window, start, end, places in self._windows_with_names(windows):
            for place in places if side == "first" else reversed(places):
                character = self._character_at(place, start, end)
                if character != NOBODY:
                    named[window] = character
                    break
        return named

    def addressed(self, windows: Spans) -> Places:
        """For each window of speech the number of whom it calls by name (No, Emma, never!), or NOBODY."""
        called = np.full(len(windows.starts), NOBODY)
        for window, start, end, places in self._windows_with_names(windows):
            # Names with a mark behind them are looked for first, for they are few.
            before_marks = (_BEFORE_MARK.match(self.text, place, end) for place in places)
            if any(word and word[0].lower() in self.by_word for word in before_marks):
                words = map(str.lower, _CALLED.findall(self.text[start:end]))
                called[window] = next((self.by_word[word] for word in words if word in self.by_word), NOBODY)
        return called

    def _character_at(self, place: int, start: int, end: int) -> int:
        """Whom the word at a place of a window names, if one begins there, or NOBODY."""
        text = self.text
        if place != start and not text[place - 1].isspace() and not _begins_word(text, start, place):
            return NOBODY
        word = _WORD.match(text, place, end)
        if word is None:
            return NOBODY
        return self.by_word.get(word[0].lower().removesuffix("'s").removesuffix("’s"), NOBODY)

    def _windows_with_names(self, windows: Spans) -> Iterator[tuple[int, int, int, list[int]]]:
        """Number, start and end of the windows in which a name may begin, and the places where it may."""
        full = (windows.ends > windows.starts).nonzero()[0]
        windows = windows.where(full)
        begun, edges = self._name_places(windows)
        places = begun.tolist()
        first = 0
        columns = (column.tolist() for column in (full, *windows, edges))
        for window, start, end, after in zip(*columns, strict=True):
            if first < after:
                yield window, start, end, places[first:after]
                first = after

    def _name_places(self, windows: Spans) -> tuple[Places, Places]:
        """Where in some windows a name may begin, and how many places there are up to the end of each."""
        # As one text: less to go through than the numbers of all the places.
        points = points_of("".join(windows.pieces(self.text)))
        # What is below the capitals wraps round to large numbers: one comparison instead of two.
        capital = np.subtract(points, _FIRST_CAPITAL, dtype=points.dtype) < _CAPITALS
        capital |= points > _LAST_ASCII
        capitals = capital.nonzero()[0]
        ends = np.cumsum(windows.ends - windows.starts)
        edges = capitals.searchsorted(ends)
        places = capitals + np.repeat(windows.ends - ends, np.diff(edges, prepend=0))
        letters = np.minimum(places + np.arange(_LETTERS)[:, None], len(self.points) - 1)
        first, second, third = _classes(self.points.take(letters))
        likely = self.beginnings[first, second, third].nonzero()[0]
        return places[likely], likely.searchsorted(edges)


def _begins_word(text: str, start: int, place: int) -> bool:
    """Whether a word with a capital begins at a place behind `start`, and none before goes on: Jean-Paul."""
    before = text[place - 1]
    if before not in _INSIDE_WORDS:
        return not (before.isalnum() or before == "_")
    run = _RUN.findall(text[start : place + 1])[0]
    capital = _CAPITAL.search(run)
    return capital is not None and capital.end() == len(run)


def _class_of(letter: str) -> int:
    """The same number for a capital and its small letter."""
    if not letter.isalnum():
        return _NO_LETTER
    folded = letter.casefold()
    return 1 + ord(folded) % (_ANY - 1) if len(folded) == 1 else _ANY


_classes = Kinds(_class_of)


def _beginnings(names: Iterable[str]) -> Mask:
    """For the classes of each three letters whether a name may begin with them."""
    begins = np.zeros((_SIZE,) * _LETTERS, np.bool_)
    for name in names:
        # Behind a name of fewer letters anything may follow.
        begins[tuple(map(_class_of, name[:_LETTERS]))] = True
    begins[_ANY] = begins[:, _ANY] = begins[:, :, _ANY] = True
    begins[_NO_LETTER] = False
    return begins
