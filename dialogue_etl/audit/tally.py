"""Shares of each error with confidence intervals, beside the paper's."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scipy.stats import binomtest

from dialogue_etl.audit.categories import KINDS, NO_ERROR, SCHEMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dialogue_etl.audit.answers import Answer
    from dialogue_etl.audit.categories import Kind

_CONFIDENCE = 0.95
Judged = dict[str, frozenset[str]]
"""Id of a unit → its errors."""


@dataclass(frozen=True)
class Share:
    """So many of so many, with the interval that 95 of 100 such samples' true shares lie in."""

    count: int
    of: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Line:
    """A category: `no_error`, or one of errors; `paper` is None where the paper does not say."""

    key: str
    name: str
    ours: Share
    paper: Share | None


@dataclass(frozen=True)
class Table:
    """What was found of one kind of unit in one language.

    Attributes:
        types: number of error types → units with so many, up to the largest of ours and the paper's.
        paper_types: the same of the paper.
    """

    kind: Kind
    language: str
    units: int
    lines: tuple[Line, ...]
    types: tuple[int, ...]
    paper_types: tuple[int, ...]


def share(count: int, of: int) -> Share:
    """A share with its Wilson interval at 95 %, which holds for few units and shares near 0 too.

    (Wilson 1927; recommended over the usual one by Brown, Cai & DasGupta 2001.) Units are taken for
    independent: pairs of one dialogue are not quite.

    Args:
        count: units that have it.
        of: units judged, at least one.
    """
    interval = binomtest(count, of).proportion_ci(_CONFIDENCE, method="wilson")
    return Share(count, of, count / of, float(interval.low), float(interval.high))


def tables(answers: Sequence[Answer]) -> list[Table]:
    """A table per kind of unit and language, each unit counted once.

    Where several annotators judged a unit, it has the errors that at least half of them name.
    """
    groups: defaultdict[tuple[Kind, str], list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.kind, answer.language].append(answer)
    order = sorted(groups, key=lambda group: (group[1], KINDS.index(group[0])))
    return [_table(kind, language, together(groups[kind, language])) for kind, language in order]


def together(answers: Iterable[Answer]) -> Judged:
    """What the annotators of each unit say together: the errors that at least half of them name."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    annotators: Counter[str] = Counter()
    for answer in answers:
        annotators[answer.id] += 1
        votes[answer.id].update(answer.errors)
    return {
        id: frozenset(key for key, number in votes[id].items() if 2 * number >= annotators[id])
        for id in annotators
    }


def _table(kind: Kind, language: str, judged: Judged) -> Table:
    scheme = SCHEMES[kind]
    named = Counter(key for errors in judged.values() for key in errors)
    numbers = Counter(len(errors) for errors in judged.values())
    most = max(*numbers, *scheme.paper_types) + 1
    found: list[tuple[str, str, int, int | None]] = [
        (NO_ERROR, "No error", numbers[0], scheme.paper_types[0])
    ]
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
