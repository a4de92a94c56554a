"""Paths of comment trees.

Every path from a root to a leaf is a session, found by depth-first search (Wang et al. 2020, section 3.1),
without recursion.
"""

from __future__ import annotations

import hashlib
import heapq
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

NO_PARENT = -1


class Tree:
    """The comments of a thread, by number.

    Attributes:
        ends: the last comment of each path, in the order of the walk: leaves, and comments at the depth
        limit. lengths: number of comments of each of these paths. deep: comments below the limit, in
        ascending order.
    """

    def __init__(self, parents: Sequence[int], max_depth: int = 0) -> None:
        """Walk a tree once.

        Args:
            parents: for each comment the number of its parent, or `NO_PARENT` for one or several roots; no
                cycles. Answers to a comment are walked in the order of their numbers.
            max_depth: maximum number of comments of a path; 0 for no limit.
        """
        self._max_depth = max_depth
        self._answers: list[list[int] | None] = [None] * len(parents)
        self._roots: list[int] = []
        for number, parent in enumerate(parents):
            if parent == NO_PARENT:
                self._roots.append(number)
            elif (answers := self._answers[parent]) is None:
                self._answers[parent] = [number]
            else:
                answers.append(number)
        self.ends: list[int] = []
        self.lengths: list[int] = []
        seen = bytearray(len(parents))
        for number, depth in self._walk():
            seen[number] = 1
            if self._is_end(number, depth):
                self.ends.append(number)
                self.lengths.append(depth)
        self.deep = [number for number, reached in enumerate(seen) if not reached]

    def paths(self, wanted: Collection[int] | None = None) -> Iterator[list[int]]:
        """The paths from root to end, in the order of `ends`; only those that end in `wanted`, if given."""
        path: list[int] = []
        for number, depth in self._walk():
            del path[depth - 1 :]
            path.append(number)
            if self._is_end(number, depth) and (wanted is None or number in wanted):
                yield path.copy()

    def siblings(self) -> Iterator[list[int]]:
        """Each comment that has answers, and they, in the order of the walk; and roots that have none."""
        for number, depth in self._walk():
            answers = [] if depth == self._max_depth else self._answers[number] or []
            if answers or depth == 1:
                yield [number, *answers]

    def _walk(self) -> Iterator[tuple[int, int]]:
        """Each comment up to the depth limit, and its depth; roots have 1."""
        stack = [(number, 1) for number in reversed(self._roots)]
        while stack:
            number, depth = stack.pop()
            yield number, depth
            answers = self._answers[number]
            if answers and depth != self._max_depth:
                below = depth + 1
                stack.extend((answer, below) for answer in reversed(answers))

    def _is_end(self, number: int, depth: int) -> bool:
        return not self._answers[number] or depth == self._max_depth


def stable_choice(names: Sequence[str], count: int) -> list[int]:
    """The indices of the `count` names with the least hashes, ascending.

    A name more or less replaces at most one other.
    """
    least = heapq.nsmallest(
        count, ((hashlib.sha256(name.encode()).digest(), n) for n, name in enumerate(names))
    )
    return sorted(number for _, number in least)


def dialogue_id(source_id: str, first: str, last: str, *, whole: bool) -> str:
    """The id of a dialogue: its last comment, and its first one if it does not begin the path.

    The path from the root to a comment is unique, so two pieces with the same id are the same piece.
    """
    return f"{source_id}:{last}" if whole else f"{source_id}:{last}@{first}"
