"""Answers of annotators as saved by the form: a file per annotator, a row for each unit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ValidationError

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.answer_files import rows
from dialogue_etl.labels.categories import NO_ERROR, SCHEMES, Kind


class _Row(BaseModel):
    """A unit with its judgement, and possibly a note."""

    item: str
    kind: Kind
    language: str
    label: str  # keys of categories separated by spaces, or `no_error` alone; empty: not judged
    annotator: str = ""
    marked: str = ""  # version in which somebody marked it who came upon it; empty for units of a sample


@dataclass(frozen=True)
class Answer:
    """An annotator's judgement of a unit: no error if there are no categories."""

    annotator: str
    kind: Kind
    language: str
    id: str
    errors: frozenset[str]


@dataclass
class Answers:
    """All answers read.

    Attributes:
        given: at most one per annotator and unit.
        marked: marks of dialogues that are not part of a sample, likewise.
        not_judged: file → number of its units without an answer.
    """

    given: list[Answer] = field(default_factory=list)
    marked: list[Answer] = field(default_factory=list)
    not_judged: dict[str, int] = field(default_factory=dict)


def read(files: Sequence[Path]) -> Answers:
    """Read files of answers; the last answer of an annotator to a unit counts.

    Args:
        files: of any number of annotators; a file without a name counts as an annotator of its own.

    Raises:
        DialogueEtlError: a file can't be read or is not a file of answers, a category is unknown or given
            together with `no_error`, or nothing is judged.
    """
    answers = Answers()
    given: dict[tuple[str, str], Answer] = {}
    marked: dict[tuple[str, str], Answer] = {}
    for path in files:
        units = _read(path)
        for unit in units:
            if unit.label:
                who = unit.annotator.strip() or str(path)
                errors = _checked(unit, path) - {NO_ERROR}
                to = marked if unit.marked else given
                to[who, unit.item] = Answer(who, unit.kind, unit.language, unit.item, errors)
        answers.not_judged[str(path)] = sum(not unit.label for unit in units)
    if not given and not marked:
        raise DialogueEtlError(f"{', '.join(map(str, files))}: no unit is judged")
    answers.given, answers.marked = list(given.values()), list(marked.values())
    return answers


def _read(path: Path) -> list[_Row]:
    found = []
    for where, row in rows(path):
        try:
            found.append(_Row.model_validate(row))
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            why = row if isinstance(row, str) else f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
            raise DialogueEtlError(f"{path}: not answers of an audit: {where}: {why}") from error
    return found


def _checked(unit: _Row, path: Path) -> frozenset[str]:
    errors = unit.label.split()
    if problem := SCHEMES[unit.kind].problem(errors):
        raise DialogueEtlError(f"{path}: {unit.item}: {problem}")
    return frozenset(errors)
