"""What annotators agree on: a vote over their answers, who passed the quiz, and Fleiss' kappa."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_MARK = " (other)"
"""Behind what an annotator wrote instead of choosing one of the offered labels."""


class Answer(NamedTuple):
    """What a worker said of an item."""

    worker: str
    item: str
    label: str


class Sitting(NamedTuple):
    """A worker's work on a task.

    Attributes:
        right: quiz items whose label the worker gave.
        quiz: items of the quiz.
        answered: items of the task with an answer.
        items: of the task.
        passed: whether enough of the quiz is right: the bonus, and the worker's answers count.
    """

    worker: str
    task: str
    right: int
    quiz: int
    answered: int
    items: int
    passed: bool


def normalise(answer: str) -> str:
    """An answer as it is compared: in lower case, without the mark of what was written by hand.

    The released column is the vote over answers as they were written; compared so, six of 10,245 more agree.
    Blanks stay as they were typed: with them the released answers have their 134 categories.
    """
    return answer.casefold().replace(_MARK, "")


def sittings(
    answers: Iterable[Answer], tasks: Mapping[str, Mapping[str, str | None]], min_right: int = 3
) -> list[Sitting]:
    """Of every worker and task, how much was answered and how much of the quiz is right.

    Args:
        answers: of any workers; those to items of no task are not looked at.
        tasks: task → its items → the known label of those of the quiz, None of others.
        min_right: of the quiz, to pass; the paper's 3 of 5. Of a quiz with fewer items all of them.
    """
    where = {item: task for task, items in tasks.items() for item in items}
    given: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for answer in answers:
        if answer.item in where:
            given[answer.worker, where[answer.item]][answer.item] = normalise(answer.label)
    found = []
    for (worker, task), said in sorted(given.items()):
        known = {item: label for item, label in tasks[task].items() if label is not None}
        right = sum(said.get(item) == label for item, label in known.items())
        passed = right >= min(min_right, len(known))
        found.append(Sitting(worker, task, right, len(known), len(said), len(tasks[task]), passed))
    return found


def vote(labels: Sequence[str], min_agree: int = 2) -> str | None:
    """The label that at least so many give and no other as often; None if there is none."""
    (first, number), *rest = [*Counter(labels).most_common(2), ("", 0)]
    return first if number >= min_agree and number > rest[0][1] else None


def votes(answers: Iterable[Answer]) -> dict[str, list[str]]:
    """Item → the answers of its workers, normalised, in the order of their names; one of each worker."""
    each = {(answer.item, answer.worker): normalise(answer.label) for answer in answers}
    found: dict[str, list[str]] = {}
    for (item, _), label in sorted(each.items()):
        found.setdefault(item, []).append(label)
    return found


def fleiss_kappa(ratings: Iterable[Sequence[str]]) -> float | None:
    """Agreement beyond that by chance over open categories: whatever was said is one (Fleiss 1971).

    Items with fewer than two answers say nothing. Where items have unequally many, the agreement of each is
    over its own pairs, which is Fleiss' where they have equally many.

    Args:
        ratings: the labels of each item.

    Returns:
        At most 1; None where nothing can be said: no item with two answers, or only one category.
    """
    counts = [Counter(labels) for labels in ratings if len(labels) > 1]
    places = {label: place for place, label in enumerate(sorted({label for one in counts for label in one}))}
    if len(places) < 2:
        return None
    table = np.zeros((len(counts), len(places)))
    for row, one in enumerate(counts):
        table[row, [places[label] for label in one]] = list(one.values())
    raters = table.sum(axis=1)
    observed = float(np.mean(((table**2).sum(axis=1) - raters) / (raters * (raters - 1))))
    chance = float(((table.sum(axis=0) / table.sum()) ** 2).sum())
    return (observed - chance) / (1 - chance)
