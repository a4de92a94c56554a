"""Tasks for annotators: fifteen dialogues each and five quiz items whose label is known (EDOS, section 3.2).

Each item and each text is in one task only, so that an annotator of several tasks sees it once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.derived.emotions.labelling.candidates import Candidate
    from dialogue_etl.derived.emotions.labelling.reading import Labelled

_OFFERED = 3


class Item(NamedTuple):
    """A dialogue whose last turn is to be labelled.

    Attributes:
        id: without information, since annotators see it.
        dialogue: id of the candidate; empty for quiz items.
        known: the label of a quiz item; not in the pages.
    """

    id: str
    language: str
    turns: tuple[str, ...]
    offered: tuple[str, ...]
    dialogue: str = ""
    known: str = ""


class Task(NamedTuple):
    """The work of one worker at a time."""

    name: str
    items: tuple[Item, ...]


def deal(
    candidates: Sequence[Candidate],
    quiz: Sequence[Labelled],
    labels: Sequence[str],
    *,
    dialogues: int = 15,
    quiz_items: int = 5,
    seed: int = 0,
) -> list[Task]:
    """Assign candidates to tasks by their hashes, each with its own quiz items among them.

    Args:
        candidates: with distinct texts.
        quiz: with known labels; those with the text of a candidate are left out.
        labels: all of them, by number.
        dialogues: in each task; the last one has the remainder.
        quiz_items: in each task.
        seed: of the assignment.

    Raises:
        DialogueEtlError: there are too few items for the quiz.
    """
    said = {one.turns for one in candidates}
    items = sorted((_candidate(one, seed) for one in candidates), key=lambda one: one.id)
    known = {one.turns: one for one in reversed(quiz) if one.turns not in said}
    language = candidates[0].language if candidates else ""
    offered = _OFFERED if any(one.offered for one in candidates) else 0
    made = (_quiz(one, labels, language, seed, offered) for one in known.values())
    asked = sorted(made, key=lambda one: one.id)
    number = -(-len(items) // dialogues)
    if len(asked) < number * quiz_items:
        raise DialogueEtlError(
            f"{number * quiz_items:,} labelled items are needed for the quiz of {number:,} tasks, "
            f"and there are {len(asked):,}: give more, or take fewer candidates (--per-label)"
        )
    width = len(str(number))
    tasks = []
    for place in range(number):
        own = items[place * dialogues : (place + 1) * dialogues]
        own += asked[place * quiz_items : (place + 1) * quiz_items]
        ordered = sorted(own, key=lambda one: _hash(str(seed), "order", one.id))
        tasks.append(Task(f"task-{place + 1:0{width}}", tuple(ordered)))
    return tasks


def _candidate(one: Candidate, seed: int) -> Item:
    id = _hash(str(seed), *one.turns)[:12]
    return Item(id, one.language, one.turns, one.offered[:_OFFERED], dialogue=one.id)


def _quiz(one: Labelled, labels: Sequence[str], language: str, seed: int, number: int) -> Item:
    """A quiz item that looks like a candidate: it offers its label and random others, or none."""
    id, known = _hash(str(seed), *one.turns)[:12], labels[one.label]
    others = sorted((label for label in labels if label != known), key=lambda label: _hash(id, label))
    offered = sorted([known, *others][:number], key=lambda label: _hash(id, "order", label))
    return Item(id, language, one.turns, tuple(offered), known=known)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
