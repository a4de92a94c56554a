"""Combine annotators' answers: majority votes, and who passed the quiz."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.answer_files import rows

_MARK = " (other)"
"""Follows an answer that was typed instead of choosing one of the offered labels."""

_OWN, _RELEASED = {"item", "label"}, {"Index", "DialogID"}


class Answer(NamedTuple):
    """A worker's answer to an item."""

    worker: str
    item: str
    label: str


class Sitting(NamedTuple):
    """A worker's work on a task.

    Attributes:
        right: quiz items answered correctly.
        quiz: quiz items of the task.
        answered: items of the task with an answer.
        items: of the task.
        passed: whether enough of the quiz is right for the bonus, and for the answers to count.
    """

    worker: str
    task: str
    right: int
    quiz: int
    answered: int
    items: int
    passed: bool


def read(files: Iterable[Path]) -> tuple[list[Answer], dict[str, dict[str, Any]]]:
    """Read answers, and from EDOS' released table also its items, in the form of tasks.jsonl.

    The released table has an item per row, and three columns of anonymous workers.

    Raises:
        DialogueEtlError: a file has no answers; which, and where.
    """
    given: list[Answer] = []
    items: dict[str, dict[str, Any]] = {}
    for path in files:
        for where, row in rows(path):
            needed = _RELEASED if not isinstance(row, str) and "Dialog" in row else _OWN
            if isinstance(row, str) or not row.keys() >= needed:
                why = row if isinstance(row, str) else f"no item and label among {', '.join(map(str, row))}"
                raise DialogueEtlError(f"{path}: not answers of annotators: {where}: {why}")
            if needed is _OWN:
                worker = str(row.get("annotator") or "").strip() or str(path)
                given += [Answer(worker, row["item"], row["label"])] if row["label"] else []
                continue
            id, turns = row["Index"], row["Dialog"].split("\n")
            items[id] = {"id": id, "task": "", "dialogue": row["DialogID"], "turns": turns, "known": ""}
            workers = [key for key in row if str(key).startswith("Worker ") and row[key]]
            given += [Answer(key.removesuffix(" answer"), id, row[key]) for key in workers]
    return given, items


def normalise(answer: str) -> str:
    """Normalise an answer for comparison: lower case, without the mark of typed answers.

    The released votes are over the original answers; normalised, six more of 10,245 have a majority. Spaces
    are kept: with them the released answers have their 134 categories.
    """
    return answer.casefold().replace(_MARK, "")


def sittings(
    answers: Iterable[Answer], tasks: Mapping[str, Mapping[str, str | None]], min_right: int = 3
) -> list[Sitting]:
    """For every worker and task, how much was answered and how much of the quiz is right.

    Args:
        answers: of any workers; those to items of no task are ignored.
        tasks: task → its items → the known label of quiz items, None for others.
        min_right: correct quiz items to pass, the paper's 3 of 5; all of them if the quiz has fewer items.
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
    """The most frequent label with at least that many votes; None without one, or for a tie."""
    (first, number), *rest = [*Counter(labels).most_common(2), ("", 0)]
    return first if number >= min_agree and number > rest[0][1] else None


def votes(answers: Iterable[Answer]) -> dict[str, list[str]]:
    """Item → the normalised answers of its workers, one of each, in the order of the workers' names."""
    each = {(answer.item, answer.worker): normalise(answer.label) for answer in answers}
    found: dict[str, list[str]] = {}
    for (item, _), label in sorted(each.items()):
        found.setdefault(item, []).append(label)
    return found
