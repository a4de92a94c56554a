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
    """What is seen at some places.

    Args:
        book: its text.
        turns: in reading order.
        gaps: for each turn the characters that part it from the one before.
        breaks: for each turn whether a chapter or scene begins with it.
        chosen: which places, by the number of the turn behind them.
        language: of the book; its pronoun of the first person names the narrator, who takes part in
            everything: that tells nothing.
    """
    names = _names(turns, language)
    edges = np.append(np.flatnonzero(breaks | (gaps > FARTHEST)), len(turns))
    low = edges[np.searchsorted(edges, chosen - 1, side="right") - 1]
    high = edges[np.searchsorted(edges, chosen, side="right")]
    starts, ends = turns.ends[chosen - 1], turns.starts[chosen]
    columns = (
        *(chosen, gaps[chosen].astype(np.int64), starts, ends),
        *np.searchsorted(book.paragraphs.starts, (starts, ends)),
        *(np.maximum(low, chosen - TURNS_AROUND), np.minimum(high, chosen + TURNS_AROUND)),
    )
    for turn, gap, start, end, begun, begins, first, after in np.transpose(columns).tolist():
        yield Place(turn, gap, start, end, range(begun, begins), names[first:turn], names[turn:after])


def _names(turns: Turns, language: Language) -> list[str | None]:
    narrators = {word for word, told in language.pronouns.items() if told == NARRATOR}
    told = {name: name if name and name.lower() not in narrators else None for name in set(turns.speakers)}
    return [
        told[name] if sure >= _SURE else None
        for name, sure in zip(turns.speakers, turns.confidence, strict=True)
    ] or [None] * len(turns)
