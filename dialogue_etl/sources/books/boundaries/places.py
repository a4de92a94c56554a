"""Places between neighbouring turns, and what is seen there: who speaks around them, what is told between."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dialogue_etl.languages import NARRATOR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dialogue_etl.dialogue_rows import Turns
    from dialogue_etl.languages import Language
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places

NOBODY = -1
"""Instead of the number of a name, where nobody is named."""
_SURE = 0.5
TURNS_AROUND = 24
"""Turns on each side whose speakers are looked at."""
TURNS_NEAR = 4
"""Of these the nearest ones: who talks right before and right after."""
FARTHEST = 1_000
"""Characters between turns beyond which one's speaker says nothing of the other's company."""


class Place(NamedTuple):
    """What is between two neighbouring turns, and around them.

    Attributes:
        turn: number of the turn behind it.
        gap: characters that part them.
        start: where the narration between them begins.
        end: where it ends.
        paragraphs: the numbers of the paragraphs that begin between them.
        before: for the turns before, in order, who is named as the speaker, if anybody; not the narrator.
        after: likewise for the turns after.
    """

    turn: int
    gap: int
    start: int
    end: int
    paragraphs: range
    before: Sequence[str | None]
    after: Sequence[str | None]


class PlaceColumns(NamedTuple):
    """Places between neighbouring turns, in order, as columns.

    Attributes:
        turns: number of the turn behind each.
        gaps: characters that part them.
        starts: where the narration between them begins.
        ends: where it ends.
        begun: the number of the first paragraph that begins between them.
        begins: the one after the last of those.
        first: the first of the turns around it.
        after: the one after the last of those; they end where a chapter or a wide gap does.
    """

    turns: Places
    gaps: Places
    starts: Places
    ends: Places
    begun: Places
    begins: Places
    first: Places
    after: Places

    @classmethod
    def of(
        cls, book: BookText, turns: Turns, gaps: npt.NDArray[np.float64], breaks: Mask, chosen: Places
    ) -> PlaceColumns:
        """Some of a book's places.

        Args:
            book: its text.
            turns: in reading order.
            gaps: for each turn the characters that part it from the one before.
            breaks: for each turn whether a chapter or scene begins with it.
            chosen: which places, by the number of the turn behind them.
        """
        edges = np.append((breaks | (gaps > FARTHEST)).nonzero()[0], len(turns))
        low = edges[edges.searchsorted(chosen - 1, side="right") - 1]
        high = edges[edges.searchsorted(chosen, side="right")]
        starts, ends = turns.ends[chosen - 1], turns.starts[chosen]
        begin = book.paragraphs.starts
        begun, begins = begin.searchsorted(starts), begin.searchsorted(ends)
        first, after = np.maximum(low, chosen - TURNS_AROUND), np.minimum(high, chosen + TURNS_AROUND)
        return cls(chosen, gaps[chosen].astype(np.int64), starts, ends, begun, begins, first, after)


class KnownSpeakers(NamedTuple):
    """Who speaks, as far as it is known.

    Attributes:
        names: of people.
        people: for each turn the number of its speaker's name, or NOBODY.
    """

    names: list[str]
    people: Places

    @classmethod
    def of(cls, turns: Turns, language: Language) -> KnownSpeakers:
        """The speakers of turns but for the narrator, who takes part in everything: that tells nothing.

        Args:
            turns: in reading order.
            language: of the book; its pronoun of the first person names the narrator.
        """
        narrators = {word for word, told in language.pronouns.items() if told == NARRATOR}
        speakers = dict.fromkeys(turns.speakers)  # in order, for a set has none that is the same everywhere
        names = [name for name in speakers if name and name.lower() not in narrators]
        if not names:
            return cls([], np.full(len(turns), NOBODY))
        numbers = dict.fromkeys(speakers, NOBODY) | {name: number for number, name in enumerate(names)}
        people = np.fromiter(map(numbers.__getitem__, turns.speakers), np.int64, len(turns))
        people[np.fromiter(turns.confidence, np.float64, len(turns)) < _SURE] = NOBODY
        return cls(names, people)


def people(names: Iterable[str | None]) -> set[str]:
    """Those who are named."""
    return set(filter(None, names))


def places(
    book: BookText,
    turns: Turns,
    gaps: npt.NDArray[np.float64],
    breaks: Mask,
    *,
    chosen: Places,
    language: Language,
) -> Iterator[Place]:
    """What is seen at some places, one by one: arguments as of `PlaceColumns.of` and `KnownSpeakers.of`."""
    seen = PlaceColumns.of(book, turns, gaps, breaks, chosen)
    told, people = KnownSpeakers.of(turns, language)
    names = [None if person == NOBODY else told[person] for person in people.tolist()]
    for turn, gap, start, end, begun, begins, first, after in np.transpose(seen).tolist():
        yield Place(turn, gap, start, end, range(begun, begins), names[first:turn], names[turn:after])


def numbers_between(starts: Places, ends: Places) -> tuple[Places, Places]:
    """All numbers from each start to its end, half open, with the number of the pair each is of."""
    counts = ends - starts
    pairs = np.arange(len(starts)).repeat(counts)
    return pairs, np.arange(len(pairs)) - (counts.cumsum() - ends)[pairs]
