"""Labels that people gave: files `noise*` and `context*` of the folder `threads/annotations`.

    .csv            columns post, response, label (noise) or text, label (context); `thread` may be there
    .jsonl          the same names as keys, an object a line
    .json           export of Label Studio: JSON (tasks with annotations) or JSON-MIN (an object a task); the
                    same names in `data`, the label a choice (https://labelstud.io/guide/export); or answers
                    to a sheet of pairs, as its page saves them

A row may also say its `language`; one that does not is of all languages. `weight` says how many texts of the
data stand behind it, where they were not drawn each as likely as any other.

A text labelled several times has the label of most; where there is no majority it has none.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from dialogue_etl.audit.categories import NO_ERROR, SCHEMES
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.classifiers.examples import ANNOTATED, TASKS, Example, Task, Texts, half, place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

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
    """A file of annotations gives no label; the message names it and says why."""


class Annotations(NamedTuple):
    """What the files of a task say.

    Attributes:
        examples: one for each text, in the order of the texts; all of a thread, or of a post where the
            threads are not known, have one place.
        left_out: a sentence for each row that cannot be used: file, line, what is wrong.
        origins: the threads that are named.
        texts: all that was annotated, also without a label in the end.
    """

    examples: list[Example]
    left_out: list[str]
    origins: frozenset[str] = frozenset()
    texts: frozenset[Texts] = frozenset()


class _Row(NamedTuple):
    """A label of a text that somebody gave."""

    texts: Texts
    bad: bool
    thread: str
    weight: float


def read(folder: Path, task: Task, language: str, seed: int) -> Annotations:
    """The annotations of a task in files that begin with its name; none where there is no folder or file.

    Rows of other languages are passed over; the seed decides which threads are held out together.

    Raises:
        AnnotationsError: a file gives no label that can be used, in any language, or is of no task.
    """
    given: defaultdict[Texts, list[_Row]] = defaultdict(list)
    left_out: list[str] = []
    for path in _files(folder, task):
        problems, usable = [], 0
        for where, row in _rows(path):
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
    for texts, rows in sorted(given.items()):
        bad = sum(row.bad for row in rows)
        if 2 * bad == len(rows):
            left_out.append(f"{task}: labelled both ways equally often: {' / '.join(texts)[:80]}")
        else:
            of = next((row.thread for row in rows if row.thread), texts[0])
            weight = max(row.weight for row in rows)
            examples.append(
                Example(texts, 2 * bad > len(rows), ANNOTATED, place(of, seed), weight, half(of, seed))
            )
    origins = frozenset(row.thread for rows in given.values() for row in rows if row.thread)
    return Annotations(examples, left_out, origins, frozenset(given))


def _files(folder: Path, task: Task) -> list[Path]:
    """Those of a task; a file of no task is somebody's labels under a name that nobody reads."""
    found = sorted(path for path in folder.glob("*") if not path.name.startswith((".", "README")))
    if strays := [path for path in found if not path.name.startswith(TASKS)]:
        raise AnnotationsError(f"{strays[0]}: names of annotations begin with {' or '.join(TASKS)}")
    return [path for path in found if path.name.startswith(task)]


def _take(row: Mapping[str, Any], task: Task) -> _Row | str:
    """What a row says, or what is wrong with it."""
    texts = []
    for field in FIELDS[task]:
        text = row.get(field)
        if not isinstance(text, str) or not (plain := " ".join(text.split())):
            return f"no {field}"
        if _BROKEN.search(plain):
            return f"half a character in {field}"
        texts.append(plain)
    label = row.get("label")
    if label is None or label == "":
        return "no label"
    word = " ".join(str(label).casefold().replace("_", " ").split())
    if word not in _BAD[task] | _GOOD[task]:
        return f"label {str(label)[:40]!r} is none of {', '.join(sorted(_BAD[task] | _GOOD[task]))}"
    try:
        weight = float(row.get("weight") or 1)
    except (TypeError, ValueError):
        weight = math.nan
    if not 0 < weight < math.inf:
        return f"weight {str(row['weight'])[:40]!r} is no number above 0"
    return _Row(tuple(texts), word in _BAD[task], str(row.get("thread") or ""), weight)


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any] | str]]:
    """Where each row is, and the row; a sentence in its place where it cannot be used."""
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        yield path.name, f"not one of {', '.join(_READERS)}"
        return
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from ((f"{path.name}:{number}", row) for number, row in reader(file))
    except (OSError, ValueError, RecursionError, csv.Error) as error:  # also what is not UTF-8
        yield path.name, f"can't be read from here on: {error}"


def _csv(file: TextIO) -> Iterator[tuple[int, Mapping[str, Any]]]:
    csv.field_size_limit(131_072)  # a longer cell is a quotation mark that was never closed
    rows = csv.DictReader(file)
    yield from ((rows.line_num, row) for row in rows)


def _json_lines(file: TextIO) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    for number, line in enumerate(file, start=1):
        if line.strip():
            yield number, _object(line)


def _object(line: str) -> Mapping[str, Any] | str:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return "no JSON"
    return row if isinstance(row, dict) else "no JSON object"


def _json(file: TextIO) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    """A row for each annotation of a task, with its number; cancelled ones do not count."""
    tasks = json.load(file)
    if isinstance(tasks, dict) and isinstance(tasks.get("units"), list):
        yield from _answers(tasks["units"])
        return
    if not isinstance(tasks, list):
        raise ValueError("neither an export of Label Studio, a list of tasks, nor answers to a sheet")
    for number, task in enumerate(tasks, start=1):
        if not isinstance(task, dict):
            yield number, "no task"
        elif not isinstance(task.get("data"), dict):
            yield number, task
        else:
            for label in _labels(task):
                yield number, {**task["data"], "label": label}


def _answers(units: Sequence[Any]) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    """A row for each pair of a sheet that was judged: with any error it is noisy."""
    for number, unit in enumerate(units, start=1):
        turns, errors = (unit.get(name) if isinstance(unit, dict) else None for name in ("turns", "errors"))
        if not isinstance(turns, list) or len(turns) != len(FIELDS["noise"]) or not isinstance(errors, list):
            yield number, "no pair that was judged"
        elif problem := SCHEMES["noise"].problem(errors):
            yield number, problem
        elif errors:
            fields = dict(zip(FIELDS["noise"], turns, strict=True))
            label = "clean" if errors == [NO_ERROR] else "noisy"
            facts = {"thread": unit.get("source_id"), "weight": unit.get("weight")}
            yield number, {**fields, **facts, "language": unit.get("language"), "label": label}


def _labels(task: Mapping[str, Any]) -> list[str | None]:
    """The choice of each annotation; None of one without, and of a task that nobody annotated."""
    given = [one for one in task.get("annotations") or () if isinstance(one, dict)]
    return [_choice(one.get("result")) for one in given if not one.get("was_cancelled")] or [None]


def _choice(result: Any) -> str | None:
    for part in result if isinstance(result, list) else []:
        value = part.get("value") if isinstance(part, dict) else None
        choices = value.get("choices") if isinstance(value, dict) else None
        if isinstance(choices, list) and len(choices) == 1 and isinstance(choices[0], str):
            return choices[0]
    return None


_READERS: dict[str, Callable[[TextIO], Iterator[tuple[int, Mapping[str, Any] | str]]]] = {
    ".csv": _csv,
    ".jsonl": _json_lines,
    ".json": _json,
}
