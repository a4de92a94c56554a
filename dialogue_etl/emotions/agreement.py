"""What annotators agree on: a vote over their answers, and who passed the quiz."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.answer_files import rows

_MARK = " (other)"
"""Behind what an annotator wrote instead of choosing one of the offered labels."""

_OWN, _RELEASED = {"item", "label"}, {"Index", "DialogID"}


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


def read(files: Iterable[Path]) -> tuple[list[Answer], dict[str, dict[str, Any]]]:
    """Answers of files, and what the released ones say of their items, as tasks.jsonl has it.

    The released table of EDOS has an item a row, with a column for each worker: of three, whoever they are.

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
