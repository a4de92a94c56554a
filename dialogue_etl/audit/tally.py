"""Results of an audit: shares of each error beside the paper's, and agreement of annotators."""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from sklearn.metrics import cohen_kappa_score

from dialogue_etl.labels.agreement import share
from dialogue_etl.labels.categories import KINDS, NO_ERROR, SCHEMES

if TYPE_CHECKING:
    from dialogue_etl.audit.answers import Answer
    from dialogue_etl.labels.agreement import Share
    from dialogue_etl.labels.categories import Kind

    Judged = dict[str, frozenset[str]]
    """Id of a unit → its errors."""


@dataclass(frozen=True)
class Line:
    """A category: `no_error`, or one of errors; `paper` is None if the paper does not report it."""

    key: str
    name: str
    ours: Share
    paper: Share | None


@dataclass(frozen=True)
class Table:
    """Results for one kind of unit in one language.

    Attributes:
        types: number of error types → units with that many, up to the maximum of ours and the paper's.
        paper_types: the same of the paper.
    """

    kind: Kind
    language: str
    units: int
    lines: tuple[Line, ...]
    types: tuple[int, ...]
    paper_types: tuple[int, ...]


@dataclass(frozen=True)
class Agreement:
    """Agreement of two annotators on one category, over the units both have judged.

    Attributes:
        agreed: units on which both agree.
        kappa: Cohen's (1960): agreement beyond chance, as a share of what is possible beyond it; None
            if both always give the same one answer.
    """

    kind: Kind
    key: str
    annotators: tuple[str, str]
    units: int
    agreed: int
    kappa: float | None


def tables(answers: Sequence[Answer]) -> list[Table]:
    """A table per kind of unit and language, each unit counted once.

    If several annotators judged a unit, it has the errors that at least half of them name.
    """
    groups: defaultdict[tuple[str, Kind], list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.language, answer.kind].append(answer)
    order = sorted(groups, key=lambda group: (group[0], KINDS.index(group[1])))
    return [_table(kind, language, together(groups[language, kind])) for language, kind in order]


def together(answers: Iterable[Answer]) -> Judged:
    """The combined answer for each unit: the errors that at least half of its annotators name."""
    given: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for answer in answers:
        given[answer.id].append(answer.errors)
    return {
        id: frozenset(key for key in set().union(*each) if 2 * sum(key in one for one in each) >= len(each))
        for id, each in given.items()
    }


def _table(kind: Kind, language: str, judged: Judged) -> Table:
    scheme = SCHEMES[kind]
    named = Counter(key for errors in judged.values() for key in errors)
    numbers = Counter(len(errors) for errors in judged.values())
    most = max((*numbers, *scheme.paper_types)) + 1
    found: list[tuple[str, str, int, int | None]] = []
    if not scheme.single:
        found.append((NO_ERROR, "No error", numbers[0], scheme.paper_types.get(0)))
    found += [(one.key, one.name, named[one.key], one.paper) for one in scheme.categories]
    lines = []
    for key, name, count, paper in found:
        theirs = None if paper is None else share(paper, scheme.paper_units)
        lines.append(Line(key, name, share(count, len(judged)), theirs))
    return Table(
        kind=kind,
        language=language,
        units=len(judged),
        lines=tuple(lines),
        types=tuple(numbers[number] for number in range(most)),
        paper_types=tuple(scheme.paper_types.get(number, 0) for number in range(most)),
    )


def marks(answers: Iterable[Answer]) -> dict[str, dict[str, int]]:
    """By language the number of marked dialogues, as `dialogues`, and of those with each category."""
    found: dict[str, dict[str, int]] = {}
    groups: defaultdict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.language].append(answer)
    for language, given in sorted(groups.items()):
        judged = together(given)
        named = Counter(key for errors in judged.values() for key in errors)
        keys = (key for key in SCHEMES["dialogue"].keys if named[key])
        found[language] = {"dialogues": len(judged), **{key: named[key] for key in keys}}
    return found


def agreements(answers: Iterable[Answer]) -> list[Agreement]:
    """Agreement of each two annotators, on having an error at all and on each category."""
    judged: defaultdict[tuple[Kind, str], Judged] = defaultdict(dict)
    for answer in answers:
        judged[answer.kind, answer.annotator][answer.id] = answer.errors
    found = []
    for (kind, one), (other_kind, other) in combinations(sorted(judged, key=_order), 2):
        both = sorted(judged[kind, one].keys() & judged[other_kind, other].keys())
        keys = SCHEMES[kind].keys if SCHEMES[kind].single else (NO_ERROR, *SCHEMES[kind].keys)
        for key in keys if both and kind == other_kind else ():
            first, second = (
                [not errors if key == NO_ERROR else key in errors for errors in map(own.__getitem__, both)]
                for own in (judged[kind, one], judged[kind, other])
            )
            agreed = sum(map(operator.eq, first, second))
            kappa = float(cohen_kappa_score(first, second)) if len({*first, *second}) > 1 else None
            found.append(Agreement(kind, key, (one, other), len(both), agreed, kappa))
    return found


def _order(group: tuple[Kind, str]) -> tuple[int, str]:
    return KINDS.index(group[0]), group[1]
