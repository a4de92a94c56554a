"""Training examples of the classifiers: texts with a label and the label's origin.

Data without annotations gets weak labels from its structure. Noise: adjacent pairs count as clean; a post
with an answer from another thread (as in response selection, Lowe et al. 2015, The Ubuntu Dialogue Corpus) or
a pair that a rule dropped as noisy. Context: first utterances count as understandable alone, answers do not.
Words that refer back give no label, or the classifier would only learn their list: they are a feature, and
reported separately.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from dialogue_etl.labels.classifiers.damage import cut_short, garbled
from dialogue_etl.labels.classifiers.features import opener, outside
from dialogue_etl.labels.classifiers.units import LONGEST

if TYPE_CHECKING:
    from dialogue_etl.labels.classifiers.association import Floats

Task = Literal["noise", "context"]
TASKS: tuple[Task, ...] = ("noise", "context")
"""`noise`: whether a pair (post, response) is noisy; `context`: whether an utterance needs its context."""
Texts = tuple[str, ...]
"""The text to classify: post and response, or one utterance."""
ANNOTATED = "annotated"
"""The kind of human labels; all others are weak."""
LABELLED_FROM = 0.6
HELD_OUT_FROM = 0.8
"""Threads are split by their place: weak labels from the middle ones, scores on the last."""


class Example(NamedTuple):
    """A labelled text.

    Attributes:
        texts: post and response, or the utterance.
        bad: noisy, or in need of a context.
        kind: `annotated`, or the origin of the weak label: `adjacent`, `mismatched` …
        place: of its thread in [0, 1).
        weight: how many texts of the data each labelled one represents.
        half: which half of the threads its thread is in.
    """

    texts: Texts
    bad: bool
    kind: str
    place: float
    weight: float = 1.0
    half: int = 0


def place(thread: str, seed: int) -> float:
    """A thread's place in [0, 1), by hash, so that all its pairs are on one side of a split."""
    digest = hashlib.sha256(f"classify {seed} {thread}".encode()).digest()
    return int.from_bytes(digest[:6]) / 2**48


@lru_cache(maxsize=1)  # dialogues of a thread come together
def half(thread: str, seed: int) -> int:
    """Which half of the threads, 0 or 1, a thread is in: counts of each half give features of the other."""
    return hashlib.sha256(f"half {seed} {thread}".encode()).digest()[0] & 1


def rank(*names: object) -> int:
    """A hash to sample by: the same sample on any machine, in any order and for any number of shards."""
    return int.from_bytes(hashlib.sha256("\x1f".join(map(str, names)).encode()).digest()[:8]) >> 1


def counts(examples: Iterable[Example]) -> dict[str, int]:
    """The number of examples of each kind, in alphabetical order."""
    return dict(sorted(Counter(example.kind for example in examples).items()))


def labels_of(examples: Iterable[Example]) -> tuple[int, int]:
    """The numbers of good and of bad examples."""
    both = Counter(example.bad for example in examples)
    return both[False], both[True]


def evened(examples: Sequence[Example]) -> Floats:
    """Weights that raise kinds of noise with few weak labels, by the square root.

    All but the mismatched are a few percent of the labels and would hardly be learnt: words that point
    outside a pair have an AUC of 0.90 on LCCC dialogues, and of 0.78 with equal weights.
    """
    often = Counter(one.kind for one in examples if one.bad and one.kind != ANNOTATED)
    most = max(often.values(), default=1)
    even = {kind: (most / number) ** 0.5 for kind, number in often.items()}
    return np.array([even.get(one.kind, 1.0) if one.bad else 1.0 for one in examples])


PAIR, FIRST, LATER, HIT = "pair", "first", "later", "hit"
"""Adjacent turns; the first utterance of a thread; one that is never first; a pair dropped by a rule."""
_TRIES = 50
_SIGNS = re.compile(r"[\W_]+")
_HITS_PER_PAIR = 0.5


class Drawn(NamedTuple):
    """Texts of the data.

    Attributes:
        rank: a hash of all of it: those with the smallest are sampled.
        kind: one of those above.
        thread: id.
        texts: post and response, or the utterance.
    """

    rank: int
    kind: str
    thread: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Draw:
    """The sampled texts, each kind in the order of rank."""

    pairs: list[Drawn]
    firsts: list[Drawn]
    laters: list[Drawn]
    hits: list[Drawn]

    def without(self, annotated: Iterable[Texts], origins: Iterable[str]) -> Draw:
        """The texts that leak nothing of annotated ones, and so may be counted and weakly labelled.

        Excludes texts with an annotated utterance, and threads that contain an annotated text or are named;
        otherwise evaluation would measure how well counted texts are remembered.

        Args:
            annotated: pairs or utterances.
            origins: ids of their threads, where known.
        """
        pairs, origins = {_keys(texts) for texts in annotated}, {*origins}
        if not pairs and not origins:
            return self
        said = {key for keys in pairs for key in keys}
        kinds = (self.pairs, self.firsts, self.laters, self.hits)
        keyed = [[(row, _keys(row.texts)) for row in rows] for rows in kinds]
        closed = {row.thread for rows in keyed for row, keys in rows if len(keys) > 1 and keys in pairs}
        closed.update(origins)
        return Draw(
            *(
                [row for row, keys in rows if row.thread not in closed and said.isdisjoint(keys)]
                for rows in keyed
            )
        )

    def places(self, seed: int) -> dict[str, float]:
        """The place of each thread."""
        everything = (*self.pairs, *self.firsts, *self.laters, *self.hits)
        return {thread: place(thread, seed) for thread in {row.thread for row in everything}}


def _keys(texts: Texts) -> Texts:
    """A text without spacing, punctuation and case."""
    return tuple(_SIGNS.sub("", text.casefold()) or text for text in texts)


def weak_labels(task: Task, drawn: Draw, language: str, seed: int) -> list[Example]:
    """The weak labels of a task, in a fixed order."""
    places = drawn.places(seed)
    if task == "noise":
        return _noise(drawn, places, language, seed)
    return _context(drawn, places, language)


def _noise(drawn: Draw, places: Mapping[str, float], language: str, seed: int) -> list[Example]:
    halves = {thread: half(thread, seed) for thread in places}

    def example(row: Drawn, texts: Texts, kind: str) -> Example:
        of = row.thread
        return Example(texts, kind != "adjacent", kind, places[of], half=halves[of])

    named, clean = list[Drawn](), list[Drawn]()
    for row in drawn.pairs:
        (named if outside(row.texts[0], row.texts[1], language) else clean).append(row)
    examples = [example(row, row.texts, "outside") for row in named]
    examples += [example(row, row.texts, "adjacent") for row in clean]
    examples += [example(row, texts, kind) for row, texts, kind in _damaged(clean, language, seed)]
    # Mismatched within each split and half, so that no answer is in both training and test, or was counted.
    sides: dict[tuple[int, int], list[Drawn]] = {}
    for row in drawn.pairs:
        side = sum(places[row.thread] >= edge for edge in (LABELLED_FROM, HELD_OUT_FROM))
        sides.setdefault((side, halves[row.thread]), []).append(row)
    for _, rows in sorted(sides.items()):
        anew = sorted(rows, key=lambda row: (rank(seed, "mismatch", row.rank), row))
        alike = sorted(anew, key=lambda row: len(row.texts[1]))
        for kind, order in (("mismatched", anew), ("mismatched_alike", alike)):
            for row, answer in _mismatched(order):
                examples.append(example(row, (row.texts[0], answer), kind))
    hits = drawn.hits[: int(_HITS_PER_PAIR * len(drawn.pairs))]
    return examples + [example(row, row.texts, "rule_hit") for row in hits]


def _damaged(rows: Sequence[Drawn], language: str, seed: int) -> Iterator[tuple[Drawn, Texts, str]]:
    """Each pair with its answer garbled or truncated, half of them each."""
    letters = "".join(row.texts[1][:LONGEST] for row in rows)
    for row in rows:
        post, response = row.texts[0], row.texts[1][:LONGEST]
        draw = rank(seed, "damage", row.rank)
        kind = ("garbled", "cut_short")[draw & 1]
        damaged = (
            garbled(response, letters, draw) if kind == "garbled" else cut_short(response, language, draw)
        )
        if damaged != response:
            yield row, (post, damaged), kind


def _mismatched(order: Sequence[Drawn]) -> Iterator[tuple[Drawn, str]]:
    """Each pair with the answer of the next pair that is from another thread and has another answer."""
    for number, row in enumerate(order):
        for step in range(1, min(_TRIES, len(order))):
            other = order[(number + step) % len(order)]
            if other.thread != row.thread and other.texts[1] != row.texts[1]:
                yield row, other.texts[1]
                break


def _context(drawn: Draw, places: Mapping[str, float], language: str) -> list[Example]:
    refers = opener(language)
    examples = [Example(row.texts, False, "first", places[row.thread]) for row in drawn.firsts]
    for row in drawn.laters:
        kind = "refers_back" if refers and refers.match(row.texts[0]) else "later"
        examples.append(Example(row.texts, True, kind, places[row.thread]))
    return examples
