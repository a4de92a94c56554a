"""A dialogue before and after as lines: what is on both sides, and what is on one."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_MOST_TURNS = 400
"""Held against each other of each side: the time grows with the square."""
_AROUND = 2
_LONGEST_RUN = 6

Mark = Literal["both", "before", "after", "left out"]


@dataclass(frozen=True)
class Line:
    """A line of an example.

    Attributes:
        mark: the side it is on; "left out" stands for turns that are not shown.
        text: of the turn; the id where a dialogue begins; how many turns are left out.
        speaker: of the turn, if it is known.
        begins: whether a dialogue begins here.
    """

    mark: Mark
    text: str
    speaker: str = ""
    begins: bool = False


def lines(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> list[Line]:
    """The turns of both sides in one list; long stretches of one mark are cut short.

    Args:
        before: dialogues: `id`, and `turns` with `text` and `speaker`.
        after: those in the other version.
    """
    one, other = list(_flat(before))[:_MOST_TURNS], list(_flat(after))[:_MOST_TURNS]
    found: list[Line] = []
    for tag, start, end, there, until in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "equal":
            found += _short([_line("both", *entry) for entry in one[start:end]])
        else:
            found += _short([_line("before", *entry) for entry in one[start:end]])
            found += _short([_line("after", *entry) for entry in other[there:until]])
    return found


def _flat(dialogues: Sequence[Mapping[str, Any]]) -> Iterator[tuple[bool, str, str]]:
    for dialogue in dialogues:
        yield True, dialogue["id"], ""
        for turn in dialogue["turns"]:
            yield False, turn["text"], turn["speaker"] or ""


def _line(mark: Mark, begins: bool, text: str, speaker: str) -> Line:
    return Line(mark, text, speaker, begins)


def _short(found: list[Line]) -> list[Line]:
    """The first and last ones of many, and every line where a dialogue begins."""
    if len(found) <= _LONGEST_RUN:
        return found
    shown: list[Line] = []
    skipped = 0
    for number, line in enumerate(found):
        if line.begins or number < _AROUND or number >= len(found) - _AROUND:
            shown += _gap(skipped)
            shown.append(line)
            skipped = 0
        else:
            skipped += 1
    return shown


def _gap(skipped: int) -> list[Line]:
    return [Line("left out", f"{skipped} turn{'s' if skipped > 1 else ''}")] if skipped else []
