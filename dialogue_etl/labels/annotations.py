"""Labels that people gave: files `noise.*` and `context.*` of the folder `threads/annotations`.

    .csv            columns post, response, label (noise) or text, label (context); `thread` may be there
    .jsonl          the same names as keys, an object a line
    .json           export of Label Studio: JSON (tasks with annotations) or JSON-MIN (an object a task); the
                    same names in `data`, the label a choice (https://labelstud.io/guide/export)

A row may also say its `language`; one that does not is of all languages.

A text labelled several times has the label of most; where there is no majority it has none.
"""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from dialogue_etl.labels.classifiers.examples import ANNOTATED, Example, Task, Texts, place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
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


class Annotations(NamedTuple):
    """What the files of a task say.

    Attributes:
        examples: one for each text, in the order of the texts.
        left_out: a sentence for each row that cannot be used: file, line, what is wrong.
    """

    examples: list[Example]
    left_out: list[str]


def read(folder: Path, task: Task, language: str, seed: int) -> Annotations:
    """The annotations of a task in files that begin with its name; none where there is no folder or file.

    Rows of other languages are passed over; the seed decides which threads are held out.
    """
    votes: defaultdict[Texts, list[bool]] = defaultdict(list)
    origins: dict[Texts, str] = {}
    left_out: list[str] = []
    for path in sorted(folder.glob(f"{task}.*")):
        for where, row in _rows(path):
            if not isinstance(row, str) and row.get("language") not in {None, "", language}:
                continue
            if problem := row if isinstance(row, str) else _take(row, task, votes, origins):
                left_out.append(f"{where}: {problem}")
    examples = []
    for texts, given in sorted(votes.items()):
        if 2 * sum(given) == len(given):
            left_out.append(f"{task}: labelled both ways equally often: {' / '.join(texts)[:80]}")
        else:
            bad = 2 * sum(given) > len(given)
            thread = origins.get(texts, "\x1f".join(texts))
            examples.append(Example(texts, bad, ANNOTATED, place(thread, seed)))
    return Annotations(examples, left_out)


def _take(
    row: Mapping[str, Any], task: Task, votes: defaultdict[Texts, list[bool]], origins: dict[Texts, str]
) -> str:
    """Count a row; what is wrong with it, or nothing."""
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
    votes[tuple(texts)].append(word in _BAD[task])
    if row.get("thread"):
        origins[tuple(texts)] = str(row["thread"])
    return ""


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


def _label_studio(file: TextIO) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    """A row for each annotation of a task, with its number; cancelled ones do not count."""
    tasks = json.load(file)
    if not isinstance(tasks, list):
        raise ValueError("no export of Label Studio: a list of tasks is expected")
    for number, task in enumerate(tasks, start=1):
        if not isinstance(task, dict):
            yield number, "no task"
        elif not isinstance(task.get("data"), dict):
            yield number, task
        else:
            for label in _labels(task):
                yield number, {**task["data"], "label": label}


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
    ".json": _label_studio,
}
