"""Files of annotators' answers, a row for each answer.

.jsonl, .csv    as saved by the audit's pages, or one's own, with named values
.json           export of Label Studio: JSON (tasks with annotations) or JSON-MIN (an object a task), with
the label a choice (https://labelstud.io/guide/export)
"""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO


def rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any] | str]]:
    """The location of each row of a file, and the row, or a message if it can't be used."""
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
    found = csv.DictReader(file)
    yield from ((found.line_num, row) for row in found)


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
    if not isinstance(tasks, list):
        raise ValueError("not an export of Label Studio, which is a list of tasks")
    for number, task in enumerate(tasks, start=1):
        if not isinstance(task, dict):
            yield number, "no task"
        elif not isinstance(task.get("data"), dict):
            yield number, task
        else:
            for said in _said(task):
                yield number, {**task["data"], **said}


def _said(task: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Annotators and labels; the label is None for an empty annotation and for a task without one."""
    given = [one for one in task.get("annotations") or () if isinstance(one, dict)]
    return [
        {"label": _choice(one.get("result")), "annotator": _worker(one.get("completed_by", ""))}
        for one in given
        if not one.get("was_cancelled")
    ] or [{"label": None}]


def _worker(by: Any) -> str:
    return str(by.get("email") or by.get("id")) if isinstance(by, dict) else str(by)


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
