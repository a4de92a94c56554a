"""How labels follow each other in the first turns of dialogues: EDOS, figure 4 (a Sankey diagram).

A node is a turn and a label, or all labels that are too rare for a node of their own; a link is how many
dialogues go from one to the next. What flows into a node flows out, or ends there.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TURNS = 4
"""Of the paper's figure."""
MOST = 8
REST = "other labels"


class Node(NamedTuple):
    """A label at a turn.

    Attributes:
        turn: 0 for the first one.
        label: its name, or `REST`.
        number: dialogues that have it there.
        ended: those of them whose last turn it is.
    """

    turn: int
    label: str
    number: int
    ended: int


class Link(NamedTuple):
    """How many dialogues go from the label of a turn to that of the next one."""

    turn: int
    source: str
    target: str
    number: int


class Flow(NamedTuple):
    """Nodes by turn, the most frequent first, and the links between them."""

    nodes: tuple[Node, ...]
    links: tuple[Link, ...]


def flow(dialogues: Iterable[Sequence[str]], turns: int = TURNS, most: int = MOST) -> Flow:
    """Count how labels follow each other.

    Args:
        dialogues: the labels of the turns of each.
        turns: looked at, from the first.
        most: labels with a node of their own at each turn; of equally frequent ones the first by name.
    """
    paths = Counter(tuple(labels[:turns]) + ("",) * (len(labels) > turns) for labels in dialogues if labels)
    at: list[Counter[str]] = [Counter() for _ in range(turns)]
    for path, number in paths.items():
        for turn, label in enumerate(path[:turns]):
            at[turn][label] += number
    named = [{label for label, _ in _ranked(counts)[:most]} for counts in at]
    numbers, ended, links = (
        Counter[tuple[int, str]](),
        Counter[tuple[int, str]](),
        Counter[tuple[int, str, str]](),
    )
    for path, number in paths.items():
        steps = [label if label in named[turn] else REST for turn, label in enumerate(path[:turns])]
        numbers.update(dict.fromkeys(enumerate(steps), number))
        links.update({(turn, *pair): number for turn, pair in enumerate(pairwise(steps))})
        if len(path) <= turns:
            ended[len(steps) - 1, steps[-1]] += number
    nodes = sorted(numbers, key=lambda key: (key[0], key[1] == REST, -numbers[key], key[1]))
    return Flow(
        tuple(Node(*key, numbers[key], ended[key]) for key in nodes),
        tuple(Link(*key, links[key]) for key in sorted(links)),
    )


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
