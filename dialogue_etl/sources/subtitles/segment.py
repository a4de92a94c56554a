"""Whether two neighbouring sentences of a film are one turn: rules that need no training and no times.

Explicit signs decide first, before rules and classifier (`stated`): names, dashes, long silence.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]

DASH = re.compile(r"^\s*(?:[-–—―‐‑]\s*)+")
"""Of a sentence that begins with one; a subtitle that marks changes of speaker so does it inside a block."""
_END = re.compile(r"""[.!?…؟。！？।‽♪][\s"'”’»)\]]*$""")
_QUESTION = re.compile(r"""[?؟？;][\s"'”’»)\]]*$""")
_GOES_ON = re.compile(r"^\W*(?:\.\.\.|…)")


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


def ends_sentences(rows: Sequence[Row]) -> bool:
    """Whether most sentences of a film have end marks, unlike in most Chinese films."""
    return 2 * sum(_END.search(row["text"]) is not None for row in rows) >= len(rows)


def goes_on(one: Row, other: Row, *, marked: bool) -> bool:
    """Whether the second continues the first.

    It does if it begins in lower case or with an ellipsis, or if the first has no end mark.

    Args:
        one: a row of the table `sentences`.
        other: the next one.
        marked: whether the film ends its sentences with marks.
    """
    said = undashed(other["text"])
    if _GOES_ON.match(said) or said[:1].islower():
        return True
    return marked and not _END.search(one["text"])


def stated(one: Row, other: Row, *, speaker: str | None, silence_ms: float, marked: bool) -> bool | None:
    """Whether they are one turn, if the subtitle says so; None if it does not.

    Args:
        one: a row of the table `sentences`.
        other: the next one.
        speaker: the last name in the turn.
        silence_ms: a longer gap separates dialogues, and so turns.
        marked: see `goes_on`.
    """
    if other["speaker"] is not None and other["speaker"] != speaker:
        return False
    if DASH.match(other["text"]) and (share_block(one, other) or not goes_on(one, other, marked=marked)):
        return False
    gap = gap_ms(one, other)
    if gap is not None and gap > silence_ms:
        return False
    return True if other["speaker"] is not None else None


def by_rules(one: Row, other: Row, *, pause_ms: float, marked: bool) -> bool:
    """Whether they are one turn, by block, pause and punctuation.

    A block without dashes has one speaker, except that a question at the end of a line is answered on the
    next line. Across blocks the speaker changes after a question, and after a finished sentence followed by a
    pause or by a block that overlaps by as much.
    """
    asks = _QUESTION.search(one["text"]) is not None
    if share_block(one, other):
        return not (asks and other["new_line"])
    if goes_on(one, other, marked=marked):
        return True
    gap = gap_ms(one, other)
    return not asks and gap is not None and abs(gap) <= pause_ms
