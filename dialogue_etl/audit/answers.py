"""Filled sheets, as what each annotator said of each unit; what can't be counted is named."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dialogue_etl.audit import sheet, spreadsheet
from dialogue_etl.audit.categories import KINDS, NO_ERROR, SCHEMES
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.audit.categories import Kind
    from dialogue_etl.audit.spreadsheet import Row

_BETWEEN_CATEGORIES = re.compile(r"[;,|\n]")
_NOT_DIGITS = re.compile("[^0-9]+")
_MOST_DIGITS = 6  # no sheet has a million rows
_INSIDE_CATEGORY = re.compile(r"[\s_-]+")


@dataclass(frozen=True)
class Answer:
    """What an annotator said of a unit: no error if there are no categories."""

    annotator: str
    kind: Kind
    language: str
    id: str
    errors: frozenset[str]
    note: str


@dataclass(frozen=True)
class Problem:
    """A row that is not counted, and why."""

    file: str
    line: int
    row: str
    reason: str


@dataclass
class Answers:
    """All that was read.

    Attributes:
        given: at most one per annotator and unit.
        problems: rows that are not counted.
        not_judged: file → lines of rows without an answer.
        missing: file → numbers of rows that the sheet had and the file has not.
    """

    given: list[Answer] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    not_judged: dict[str, list[int]] = field(default_factory=dict)
    missing: dict[str, list[int]] = field(default_factory=dict)


class _WrongRowError(Exception):
    """Why a row is not counted."""


def read(files: Sequence[Path]) -> Answers:
    """Read filled sheets.

    Args:
        files: of any number of annotators. Where a row names none, its file's name is the annotator's.

    Raises:
        DialogueEtlError: a file can't be read, is no audit sheet, or lacks a column; or nothing is judged.
    """
    answers = Answers()
    seen: dict[tuple[str, str], Answer] = {}
    for file in dict.fromkeys(files):
        alone = [other.stem for other in files].count(file.stem) == 1
        _read_file(file, file.stem if alone else str(file), answers, seen)
    if not answers.given:
        why = f"; {len(answers.problems)} rows can't be counted" if answers.problems else ""
        first = f", the first: {answers.problems[0].reason}" if answers.problems else ""
        raise DialogueEtlError(f"{', '.join(map(str, files))}: no unit is judged{why}{first}")
    return answers


def _read_file(file: Path, name: str, answers: Answers, seen: dict[tuple[str, str], Answer]) -> None:
    not_judged: list[int] = []
    numbers: defaultdict[str, set[int]] = defaultdict(set)
    sizes: dict[str, int] = {}
    for row in _rows(file):
        try:
            _check(row)
            numbers[row.cells["sheet"]].add(_number(row.cells["number"]))
            sizes[row.cells["sheet"]] = _number(row.cells["of"])
            if answer := _answer(row, name):
                _add(answer, answers, seen)
            else:
                not_judged.append(row.line)
        except _WrongRowError as error:
            answers.problems.append(Problem(str(file), row.line, row.cells["id"], str(error)))
            numbers[row.cells["sheet"]].add(_number(row.cells["number"]))
    if not_judged:
        answers.not_judged[str(file)] = not_judged
    missing = [n for sheet, size in sizes.items() for n in range(1, size + 1) if n not in numbers[sheet]]
    if missing:
        answers.missing[str(file)] = missing


def _rows(file: Path) -> list[Row]:
    try:
        return list(spreadsheet.read(file.read_bytes(), sheet.COLUMNS))
    except OSError as error:
        raise DialogueEtlError(f"{file}: {error.strerror}") from error
    except DialogueEtlError as error:
        raise DialogueEtlError(f"{file}: {error}") from error


def _number(cell: str) -> int:
    return int(_NOT_DIGITS.sub("", cell)[:_MOST_DIGITS] or 0)


def _check(row: Row) -> None:
    if row.cells["unit"] not in KINDS:
        raise _WrongRowError(f"unit is '{row.cells['unit'][:40]}', not {' or '.join(KINDS)}")
    if sheet.check(row.cells) != row.cells["check"].strip():
        raise _WrongRowError(f"the row was changed: {', '.join(sheet.CHECKED)} are not those of its check")


def _answer(row: Row, name: str) -> Answer | None:
    kind: Kind = "pair" if row.cells["unit"] == "pair" else "dialogue"
    errors = _categories(row.cells["errors"])
    if not errors:
        return None
    known = {NO_ERROR, *SCHEMES[kind].keys}
    if unknown := sorted(errors - known):
        listed = ", ".join([NO_ERROR, *SCHEMES[kind].keys])
        raise _WrongRowError(f"unknown category {', '.join(unknown)[:80]}; those of a {kind}: {listed}")
    if NO_ERROR in errors and len(errors) > 1:
        raise _WrongRowError(f"{NO_ERROR} together with {', '.join(sorted(errors - {NO_ERROR}))}")
    return Answer(
        annotator=row.cells["annotator"].strip() or name,
        kind=kind,
        language=row.cells["language"],
        id=row.cells["id"],
        errors=errors - {NO_ERROR},
        note=row.cells["note"],
    )


def _categories(cell: str) -> frozenset[str]:
    """`Same speaker; other` and its like as keys."""
    named = (_INSIDE_CATEGORY.sub("_", part.strip().lower()) for part in _BETWEEN_CATEGORIES.split(cell))
    return frozenset(key for key in named if key)


def _add(answer: Answer, answers: Answers, seen: dict[tuple[str, str], Answer]) -> None:
    before = seen.setdefault((answer.annotator, answer.id), answer)
    if before is answer:
        answers.given.append(answer)
    elif before.errors != answer.errors:
        raise _WrongRowError(f"{answer.annotator} has judged it before, otherwise; the first answer counts")
    else:
        raise _WrongRowError(f"{answer.annotator} has judged it before; counted once")
