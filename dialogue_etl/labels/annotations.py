"""Human labels: files `noise*` and `context*` of the folder `threads/annotations`.

    .csv            columns post, response, label (noise) or text, label (context); optionally `thread`
    .jsonl          the same names as keys, one object per line
    .json           export of Label Studio; the same names in `data`, the label as a choice

Answers to an annotation sheet of pairs, as its page saves them (.jsonl or .csv), have kinds of noise as the
label, or `no_error`. A row may have a `language`; without one it is for all languages. `weight` is the number
of texts of the data that it represents, if they were not sampled uniformly.

A text labelled several times gets the label of the majority, or none without a majority.
"""

import math
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.answer_files import rows
from dialogue_etl.labels.categories import NO_ERROR, SCHEMES
from dialogue_etl.labels.classifiers.examples import ANNOTATED, TASKS, Example, Task, Texts, half, place

_BROKEN = re.compile("[\ud800-\udfff]")  # JSON can escape it, no text can hold it
FIELDS: dict[Task, tuple[str, ...]] = {"noise": ("post", "response"), "context": ("text",)}
"""Names of the texts of a row."""
_BAD: dict[Task, frozenset[str]] = {
    "noise": frozenset({"noisy", "noise", "bad", "1", "true", "yes"}),
    "context": frozenset({"needs context", "dependent", "1", "true", "yes"}),
}
_GOOD: dict[Task, frozenset[str]] = {
    "noise": frozenset({"clean", "good", "ok", "0", "false", "no"}),
    "context": frozenset({"understandable", "independent", "0", "false", "no"}),
}


class AnnotationsError(DialogueEtlError):
    """A file of annotations has no usable label; the message names it and says why."""


class Annotations(NamedTuple):
    """The annotations of a task.

    Attributes:
        examples: one for each text, in the order of the texts; those of one thread (of one post if threads
            are unknown) have the same place.
        left_out: a message for each unusable row: file, line, what is wrong.
        origins: the threads that are named.
        texts: all annotated texts, even without a label in the end.
    """

    examples: list[Example]
    left_out: list[str]
    origins: frozenset[str] = frozenset()
    texts: frozenset[Texts] = frozenset()


class _Row(NamedTuple):
    """A label that an annotator gave a text."""

    texts: Texts
    bad: bool
    thread: str
    weight: float


def read(folder: Path, task: Task, language: str, seed: int) -> Annotations:
    """The annotations of a task, in files whose names begin with it; an empty list without such files.

    Rows of other languages are ignored; the seed decides which threads are held out together.

    Raises:
        AnnotationsError: a file has no usable label in any language, or a name that belongs to no task.
    """
    given: defaultdict[Texts, list[_Row]] = defaultdict(list)
    left_out: list[str] = []
    for path in _files(folder, task):
        problems, usable = [], 0
        for where, row in rows(path):
            if _left_open(row):
                continue
            taken = row if isinstance(row, str) else _take(row, task)
            if isinstance(taken, str):
                problems.append(f"{where}: {taken}")
                continue
            usable += 1
            if not isinstance(row, str) and row.get("language") in {None, "", language}:
                given[taken.texts].append(taken)
        if not usable:
            raise AnnotationsError(f"{path}: no usable label: {problems[0] if problems else 'it is empty'}")
        left_out += problems
    examples = []
    for texts, said in sorted(given.items()):
        bad = sum(row.bad for row in said)
        if 2 * bad == len(said):
            left_out.append(f"{task}: labelled both ways equally often: {' / '.join(texts)[:80]}")
        else:
            of = next((row.thread for row in said if row.thread), texts[0])
            weight = max(row.weight for row in said)
            examples.append(
                Example(texts, 2 * bad > len(said), ANNOTATED, place(of, seed), weight, half(of, seed))
            )
    origins = frozenset(row.thread for said in given.values() for row in said if row.thread)
    return Annotations(examples, left_out, origins, frozenset(given))


def _files(folder: Path, task: Task) -> list[Path]:
    """The files of a task; a file of no task is an error, as its labels would never be read."""
    found = sorted(path for path in folder.glob("*") if not path.name.startswith((".", "README")))
    if strays := [path for path in found if not path.name.startswith(TASKS)]:
        raise AnnotationsError(f"{strays[0]}: names of annotations begin with {' or '.join(TASKS)}")
    return [path for path in found if path.name.startswith(task)]


def _left_open(row: Mapping[str, Any] | str) -> bool:
    """Whether it is a pair of a sheet that its annotator has not judged."""
    return not isinstance(row, str) and row.get("kind") == "noise" and not row.get("label")


def _take(row: Mapping[str, Any], task: Task) -> _Row | str:
    """The label of a row, or what is wrong with it."""
    texts = []
    for field in FIELDS[task]:
        text = row.get(field)
        if not isinstance(text, str) or not (plain := " ".join(text.split())):
            return f"no {field}"
        if _BROKEN.search(plain):
            return f"half a character in {field}"
        texts.append(plain)
    bad = _bad(row, task)
    if isinstance(bad, str):
        return bad
    try:
        weight = float(row.get("weight") or 1)
    except (TypeError, ValueError):
        weight = math.nan
    if not 0 < weight < math.inf:
        return f"weight {str(row['weight'])[:40]!r} is no number above 0"
    return _Row(tuple(texts), bad, str(row.get("thread") or ""), weight)


def _bad(row: Mapping[str, Any], task: Task) -> bool | str:
    """Whether the label of the row means bad, or what is wrong with the label."""
    label = row.get("label")
    if row.get("kind") == "noise":  # of a sheet, with any error it is noisy
        chosen = str(label or "").split()
        return SCHEMES["noise"].problem(chosen) or chosen != [NO_ERROR]
    if label is None or label == "":
        return "no label"
    word = " ".join(str(label).casefold().replace("_", " ").split())
    if word not in _BAD[task] | _GOOD[task]:
        return f"label {str(label)[:40]!r} is none of {', '.join(sorted(_BAD[task] | _GOOD[task]))}"
    return word in _BAD[task]
