"""Answers of annotators, as the form saves them: a JSON file per annotator."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, ValidationError

from dialogue_etl.audit.categories import NO_ERROR, SCHEMES, Kind
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class _Unit(BaseModel):
    """A unit with what was said of it; there may be a note, for people."""

    id: str
    kind: Kind
    language: str
    errors: list[str]  # keys of categories, or `no_error` alone; empty: not judged


class _File(BaseModel):
    annotator: str = ""
    units: list[_Unit] = Field(min_length=1)


@dataclass(frozen=True)
class Answer:
    """What an annotator said of a unit: no error if there are no categories."""

    annotator: str
    kind: Kind
    language: str
    id: str
    errors: frozenset[str]


@dataclass
class Answers:
    """All that was read.

    Attributes:
        given: at most one per annotator and unit.
        not_judged: file → how many of its units have no answer.
    """

    given: list[Answer] = field(default_factory=list)
    not_judged: dict[str, int] = field(default_factory=dict)


def read(files: Sequence[Path]) -> Answers:
    """Read files of answers; of a unit that an annotator judged in several of them the last answer counts.

    Args:
        files: of any number of annotators; one that names nobody is an annotator of its own.

    Raises:
        DialogueEtlError: a file can't be read or is no file of answers, a category is unknown or stands
            beside `no_error`, or nothing is judged.
    """
    answers = Answers()
    given: dict[tuple[str, str], Answer] = {}
    for path in files:
        file = _read(path)
        who = file.annotator.strip() or str(path)
        for unit in file.units:
            if unit.errors:
                errors = _checked(unit, path) - {NO_ERROR}
                given[who, unit.id] = Answer(who, unit.kind, unit.language, unit.id, errors)
        answers.not_judged[str(path)] = sum(not unit.errors for unit in file.units)
    if not given:
        raise DialogueEtlError(f"{', '.join(map(str, files))}: no unit is judged")
    answers.given = list(given.values())
    return answers


def _read(path: Path) -> _File:
    try:
        return _File.model_validate_json(path.read_bytes())
    except OSError as error:
        raise DialogueEtlError(f"{path}: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise DialogueEtlError(f"{path}: no answers of an audit: {where} {first['msg']}") from error


def _checked(unit: _Unit, path: Path) -> frozenset[str]:
    known = (NO_ERROR, *SCHEMES[unit.kind].keys)
    if unknown := sorted(set(unit.errors) - set(known)):
        listed = f"those of a {unit.kind}: {', '.join(known)}"
        raise DialogueEtlError(f"{path}: {unit.id}: unknown category {', '.join(unknown)}; {listed}")
    if SCHEMES[unit.kind].single and (len(unit.errors) > 1 or NO_ERROR in unit.errors):
        raise DialogueEtlError(f"{path}: {unit.id}: exactly one of {', '.join(SCHEMES[unit.kind].keys)}")
    if NO_ERROR in unit.errors and unit.errors != [NO_ERROR]:
        raise DialogueEtlError(f"{path}: {unit.id}: {NO_ERROR} together with another category")
    return frozenset(unit.errors)
