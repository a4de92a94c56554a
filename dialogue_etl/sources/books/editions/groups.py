"""Books joined to groups; which id comes first."""

from __future__ import annotations

import re

_FIGURES = re.compile(r"(\d+)", re.ASCII)


class Groups:
    """Members 0 … n-1 joined to groups (union-find), each known by its least member."""

    def __init__(self, members: int) -> None:
        self._parents = list(range(members))

    def least(self, member: int) -> int:
        """The least member of a member's group."""
        parents = self._parents
        while parents[member] != member:
            parents[member] = member = parents[parents[member]]
        return member

    def join(self, one: int, other: int) -> None:
        """Make the groups of two members one."""
        first, second = sorted((self.least(one), self.least(other)))
        self._parents[second] = first


def id_order(id: str) -> tuple[tuple[str | int, ...], str]:
    """What to sort ids by: numbers in them count as numbers, pg2 comes before pg10."""
    parts = tuple(int(part) if place % 2 else part for place, part in enumerate(_FIGURES.split(id)))
    return parts, id
