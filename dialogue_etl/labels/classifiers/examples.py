"""What classifiers learn from: texts with a label, and where the label comes from."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

Task = Literal["noise", "context"]
TASKS: tuple[Task, ...] = ("noise", "context")
"""`noise`: is the pair (post, response) noisy; `context`: does the utterance need what it refers to."""
Texts = tuple[str, ...]
"""What is judged: post and response, or one utterance."""
ANNOTATED = "annotated"
"""The kind of labels that people gave; all others are weak."""
LABELLED_FROM = 0.6
HELD_OUT_FROM = 0.8
"""Threads are dealt by place: word statistics from the first, labels from the next, scores on the last."""


class Example(NamedTuple):
    """A labelled text.

    Attributes:
        texts: post and response, or the utterance.
        bad: noisy, or in need of a context.
        kind: `annotated`, or what makes the weak label: `adjacent`, `mismatched` …
        place: of its thread in [0, 1).
    """

    texts: Texts
    bad: bool
    kind: str
    place: float


def place(thread: str, seed: int) -> float:
    """A thread's place in [0, 1): by hash, so that no pair of it is on two sides."""
    digest = hashlib.sha256(f"classify {seed} {thread}".encode()).digest()
    return int.from_bytes(digest[:6]) / 2**48


def rank(*names: object) -> int:
    """A hash to draw by: the same draw on any machine, in any order and for any number of shards."""
    return int.from_bytes(hashlib.sha256("\x1f".join(map(str, names)).encode()).digest()[:8]) >> 1


def counts(examples: Iterable[Example]) -> dict[str, int]:
    """How many there are of each kind, in the order of the alphabet."""
    return dict(sorted(Counter(example.kind for example in examples).items()))


def labels_of(examples: Iterable[Example]) -> tuple[int, int]:
    """How many are good, and how many bad."""
    both = Counter(example.bad for example in examples)
    return both[False], both[True]
