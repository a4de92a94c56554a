"""A dialogue before and after as lines, which are on both sides or on one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby, islice, pairwise
from typing import Any, Literal

_MOST_TURNS = 400
"""Maximum number of turns of each side to compare: the time is quadratic."""
_MOST_TOKENS = 1_500
"""Maximum number of words, marks and blanks of each side whose words are compared: the time is quadratic."""
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
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
        words: pieces of the text, with those that the other side lacks; empty if it has no such lines.
    """

    mark: Mark
    text: str
    speaker: str = ""
    begins: bool = False
    words: tuple[tuple[str, bool], ...] = ()


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
            sides = _marked(one[start:end], other[there:until])
            found += _short([replace(line, mark="before") for line in sides[0]])
            found += _short([replace(line, mark="after") for line in sides[1]])
    return found


def side_by_side(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[list[Line], list[Line]]]:
    """The lines of both sides in rows of two columns: those of one place, or a line of both and none.

    Where one side begins a dialogue and the other goes on, what comes before has a row of its own, so that
    the beginning stands above the turn that follows on both sides.
    """
    for differ, run in groupby(lines(before, after), key=lambda line: line.mark in {"before", "after"}):
        found = list(run)
        if not differ:
            yield from (([line], []) for line in found)
            continue
        own, other = ([one for one in found if one.mark == side] for side in ("before", "after"))
        ends = [_until_begin(side) for side in (own, other)]
        if (own[ends[0] :] == []) != (other[ends[1] :] == []) and any(ends):
            yield own[: ends[0]], other[: ends[1]]
            own, other = own[ends[0] :], other[ends[1] :]
        yield own, other


def _until_begin(side: Sequence[Line]) -> int:
    """The number of lines before a dialogue begins."""
    return next((at for at, line in enumerate(side) if line.begins), len(side))


def _marked(one: list[Line], other: list[Line]) -> tuple[list[Line], list[Line]]:
    """Lines of both sides with their words, if both have some; words moved to another line agree."""
    tokens = [[[] if line.begins else _TOKEN.findall(line.text) for line in side] for side in (one, other)]
    flat = [[token for line in side for token in line] for side in tokens]
    if not all(flat) or max(map(len, flat)) > _MOST_TOKENS:
        return one, other
    agrees = [[False] * len(side) for side in flat]
    matcher = SequenceMatcher(None, flat[0], flat[1], autojunk=False)
    for at, there, size in matcher.get_matching_blocks():
        agrees[0][at : at + size] = agrees[1][there : there + size] = [True] * size
    sides = []
    for lines_, words, same in zip((one, other), tokens, map(iter, agrees), strict=True):
        pieces = [_pieces(list(zip(line, same, strict=False))) for line in words]  # `same` goes on
        sides.append([replace(line, words=of) for line, of in zip(lines_, pieces, strict=True)])
    return sides[0], sides[1]


def _pieces(tokens: Sequence[tuple[str, bool]]) -> tuple[tuple[str, bool], ...]:
    """Tokens that agree or differ next to each other, put together."""
    return tuple(
        ("".join(token for token, _ in run), not same)
        for same, run in groupby(tokens, key=lambda one: one[1] or one[0].isspace())
    )


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
