"""A dialogue before and after as lines, which are on both sides or on one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice, pairwise
from typing import Any, Literal

_MOST_TURNS = 400
"""Maximum number of turns of each side to compare: the time is quadratic."""
_AROUND = 2
_LONGEST_RUN = 6

Mark = Literal["both", "before", "after", "left out"]


@dataclass(frozen=True)
class Line:
    """A line of an example.

    Attributes:
        mark: the side it is on; "left out" for turns that are not shown.
        text: of the turn; or the id of a dialogue that begins; or the number of turns that are left out.
        speaker: of the turn, if known.
        begins: whether a dialogue begins here.
    """

    mark: Mark
    text: str
    speaker: str = ""
    begins: bool = False


def lines(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> list[Line]:
    """The turns of both sides in one list; long runs of the same mark are shortened.

    Args:
        before: dialogues: `id`, and `turns` with `text` and `speaker`.
        after: those in the other version.
    """
    one, other = (list(islice(_flat(side), _MOST_TURNS)) for side in (before, after))
    found: list[Line] = []
    for tag, start, end, there, until in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "equal":
            found += _short(one[start:end])
        else:
            found += _short([replace(line, mark="before") for line in one[start:end]])
            found += _short([replace(line, mark="after") for line in other[there:until]])
    return found


def _flat(dialogues: Sequence[Mapping[str, Any]]) -> Iterator[Line]:
    for dialogue in dialogues:
        yield Line("both", dialogue["id"], begins=True)
        yield from (Line("both", turn["text"], turn["speaker"] or "") for turn in dialogue["turns"])


def _short(found: list[Line]) -> list[Line]:
    """Shorten a long run to its first and last lines, and those where a dialogue begins."""
    if len(found) <= _LONGEST_RUN:
        return found
    last = len(found) - _AROUND
    kept = [at for at, line in enumerate(found) if line.begins or at < _AROUND or at >= last]
    shown = [found[0]]
    for before, at in pairwise(kept):
        if skipped := at - before - 1:
            shown.append(Line("left out", f"{skipped} turn{'s' if skipped > 1 else ''}"))
        shown.append(found[at])
    return shown
