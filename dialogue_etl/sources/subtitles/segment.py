"""Whether two neighbouring sentences of a film are one turn, where the subtitle states it.

Names, dashes and long silence decide before any weights or classifier (`stated`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

Row = Mapping[str, Any]

DASH = re.compile(r"^\s*(?:[-–—―‐‑]\s*)+")
"""Of a sentence that begins with one; a subtitle that marks changes of speaker so does it inside a block."""
_END = re.compile(r"""[.!?…؟。！？।‽♪][\s"'”’»)\]]*$""")
QUESTION = re.compile(r"""[?؟？;][\s"'”’»)\]]*$""")
_CONTINUES = re.compile(r"^\W*(?:\.\.\.|…)")


def undashed(text: str) -> str:
    """A sentence without its leading dashes."""
    return DASH.sub("", text)


def gap_ms(one: Row, other: Row) -> int | None:
    """Milliseconds from the end of the first to the start of the second; None without times."""
    if one["end_ms"] is None or other["start_ms"] is None:
        return None
    gap: int = other["start_ms"] - one["end_ms"]
    return gap


def share_block(one: Row, other: Row) -> bool:
    """Whether the second begins in the block that the first ends in."""
    return one["end_block"] is not None and one["end_block"] == other["block"]


_MARKED = 0.05
"""Minimum share of pairs within a block that dashes separate, in films that mark changes of speaker. Of 16
real files in five languages twelve have 0.09 to 0.65, the others 0 to 0.03.
"""
_GOING_ON = 0.02
"""With a lower share of blocks that a sentence goes on from: a transcript has 0.2 %, 12 films 3 to 13 %."""


class Habits(NamedTuple):
    """How a file is written.

    Attributes:
        ends: whether most sentences have end marks, unlike in most Chinese films.
        dashes: whether a dash marks each change of speaker within a block.
        transcript: whether blocks hold whole utterances, not what fits on a screen; false for scripts without
            case, where a sentence that continues in the next block cannot be recognised.
    """

    ends: bool
    dashes: bool
    transcript: bool

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Habits:
        """The habits of a film, from its sentences in order."""
        ends = 2 * sum(_END.search(row["text"]) is not None for row in rows) >= len(rows)
        inside = [other["text"] for one, other in pairwise(rows) if share_block(one, other)]
        begun = sum(DASH.match(text) is not None for text in inside)
        dashes = begun > 0 and begun >= _MARKED * len(inside)
        cased = 2 * sum(row["text"].lower() != row["text"].upper() for row in rows) >= len(rows)
        on = sum(row["block"] != row["end_block"] for row in rows)
        blocks = len({row["block"] for row in rows} - {None})
        return cls(ends, dashes, cased and not dashes and on < _GOING_ON * blocks)


def _goes_on(one: Row, other: Row, *, marked: bool) -> bool:
    """Whether the second continues the first.

    It does if it begins in lower case or with an ellipsis, or if the first has no end mark.

    Args:
        one: a row of the table `sentences`.
        other: the next one.
        marked: whether the film ends its sentences with marks.
    """
    said = undashed(other["text"])
    if _CONTINUES.match(said) or said[:1].islower():
        return True
    return marked and not _END.search(one["text"])


def stated(one: Row, other: Row, *, speaker: str | None, silence_ms: float, habits: Habits) -> bool | None:
    """Whether they are one turn, if the subtitle says so; None if it does not.

    Args:
        one: a row of the table `sentences`.
        other: the next one.
        speaker: the last name in the turn.
        silence_ms: a longer gap separates dialogues, and so turns.
        habits: of the film.
    """
    if other["speaker"] is not None and other["speaker"] != speaker:
        return False
    together = share_block(one, other)
    if DASH.match(other["text"]) and (together or not _goes_on(one, other, marked=habits.ends)):
        return False
    gap = gap_ms(one, other)
    if gap is not None and gap > silence_ms:
        return False
    if other["speaker"] is not None or (together and habits.dashes):
        return True
    # A block of a transcript holds whole utterances, whatever case they begin in.
    if together or (habits.transcript and _END.search(one["text"])):
        return None
    return True if _goes_on(one, other, marked=False) else None
