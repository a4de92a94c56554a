"""Blind comparison of systems or versions on the same places by annotators who don't know which is which.

A key that annotators do not see tells which side each unit is from. Places that only one side has count for
it alone; those that both have are pairs. Intervals are of draws from the posterior distribution of outcomes
(Dirichlet with half a place added to each outcome: Jeffreys' prior; for pairs Agresti & Min 2005), each
stratum with its weight in the data; differences are tested by McNemar's exact test (1947).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ValidationError

from dialogue_etl.audit.tally import together
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.categories import NO_ERROR, SCHEMES

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.audit.answers import Answer
    from dialogue_etl.labels.categories import Kind

    Outcome = tuple[bool | None, bool | None]
    """Whether each of two sides is without error; None for a side without the place."""
    Judged = tuple[str, tuple[frozenset[str] | None, frozenset[str] | None]]
    """Stratum of a place, and the errors of both sides."""

_DRAWS = 10_000
_INTERVAL = (2.5, 97.5)


class Place(BaseModel):
    """The place of a unit, and the sides it is from.

    Attributes:
        place: the same for all sides: a question, a passage of a document.
        of: its sides; several if they are identical.
        stratum: of places with the same sampling probability.
    """

    place: str
    of: list[str]
    stratum: str = ""


class Key(BaseModel):
    """The key of a page: which side its units are from.

    Attributes:
        names: of the sides.
        units: place by id of the unit.
        sizes: language → stratum → places of the data; empty: all places have equal weight.
    """

    names: list[str]
    units: dict[str, Place]
    sizes: dict[str, dict[str, int]] = {}

    def place(self, answer: Answer) -> Place:
        """The place of an answer.

        Raises:
            DialogueEtlError: it is an answer to another page.
        """
        if answer.id not in self.units:
            raise DialogueEtlError(f"{answer.id}: not in this key, which is for another page")
        return self.units[answer.id]

    @classmethod
    def read(cls, path: Path) -> Key:
        """Read it.

        Raises:
            DialogueEtlError: it cannot be read.
        """
        try:
            return cls.model_validate_json(path.read_bytes())
        except OSError as error:
            raise DialogueEtlError(f"{path}: {error.strerror}") from error
        except ValidationError as error:
            raise DialogueEtlError(f"{path}: not a key of a page of answers or versions") from error


@dataclass(frozen=True)
class Estimate:
    """A share of all places of the data, with its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Stratum:
    """Places with the same sampling probability.

    Attributes:
        places: number in the data; if the key does not tell, the number judged.
        judged: number judged.
        right: number without error for each side; None for a side that does not have these places.
    """

    name: str
    places: int
    judged: int
    right: tuple[int | None, int | None]


@dataclass(frozen=True)
class Line:
    """A category on the places that both have: how many of each side have it, and of one side only.

    Attributes:
        p: p-value of McNemar's exact test.
    """

    key: str
    name: str
    of: tuple[int, int]
    alone: tuple[int, int]
    p: float


@dataclass(frozen=True)
class Compared:
    """Two sides in one language.

    Attributes:
        right: share without error of each side's places; None for a side without any.
        difference: second minus first, on the places that both have; None without any.
    """

    kind: Kind
    language: str
    names: tuple[str, str]
    strata: tuple[Stratum, ...]
    right: tuple[Estimate | None, Estimate | None]
    difference: Estimate | None
    lines: tuple[Line, ...]


def compare(given: Sequence[Answer], key: Key) -> list[Compared]:
    """Compare each two sides by language; a unit that several judged counts once.

    A place counts if all its units are judged.

    Raises:
        DialogueEtlError: an answer is to another page.
    """
    groups: defaultdict[tuple[str, Kind], dict[str, dict[str, frozenset[str]]]] = defaultdict(dict)
    wanted = Counter(place.place for place in key.units.values() for _ in place.of)
    said = together(given)
    strata = {place.place: place.stratum for place in key.units.values()}
    for answer in given:
        place = key.place(answer)
        errors = dict.fromkeys(place.of, said[answer.id])
        groups[answer.language, answer.kind].setdefault(place.place, {}).update(errors)
    return [
        _compared(kind, language, (one, other), found, key)
        for (language, kind), places in sorted(groups.items())
        for one, other in combinations(key.names, 2)
        if (
            found := [
                (strata[place], (errors.get(one), errors.get(other)))
                for place, errors in sorted(places.items())
                if len(errors) == wanted[place] and errors.keys() & {one, other}
            ]
        )
    ]


def _compared(
    kind: Kind, language: str, names: tuple[str, str], judged: Sequence[Judged], key: Key
) -> Compared:
    sizes = key.sizes.get(language, {})
    same = {place.stratum for place in key.units.values() if {*names} <= {*place.of}}
    by_stratum: defaultdict[str, list[Outcome]] = defaultdict(list)
    for stratum, (one, other) in judged:
        by_stratum[stratum].append((_right(kind, one), _right(kind, other)))
    strata = tuple(
        Stratum(name, sizes.get(name, len(of)), len(of), (_count(of, 0), _count(of, 1)))
        for name in dict.fromkeys([*sizes, *by_stratum])
        for of in (by_stratum[name],)
    )
    right, difference = _estimates(
        (one.places, by_stratum[one.name], one.name in same) for one in strata if one.judged
    )
    both = [(one, other) for _, (one, other) in judged if one is not None and other is not None]
    return Compared(kind, language, names, strata, right, difference, tuple(_lines(kind, both)))


def _right(kind: Kind, errors: frozenset[str] | None) -> bool | None:
    """Whether no error was marked; for kinds with exactly one category, whether it is the best one."""
    if errors is None:
        return None
    return SCHEMES[kind].keys[0] in errors if SCHEMES[kind].single else not errors


def _count(outcomes: Iterable[Outcome], side: int) -> int | None:
    told = [outcome[side] for outcome in outcomes if outcome[side] is not None]
    return sum(map(bool, told)) if told else None


def _estimates(
    strata: Iterable[tuple[int, Sequence[Outcome], bool]],
) -> tuple[tuple[Estimate | None, Estimate | None], Estimate | None]:
    """Shares of both sides, and their difference on the places of both.

    Args:
        strata: places of the data, judgements, and whether both sides are the same there.
    """
    random = np.random.default_rng(0)
    have, right = np.zeros(3), np.zeros((3, _DRAWS + 1))  # of the sides, and of the difference
    for places, outcomes, same in strata:
        cells, counted = _cells(outcomes[0], same), Counter(outcomes)
        counts = np.array([counted[cell] for cell in cells])
        # First as judged, then the draws.
        chances = np.vstack([counts / counts.sum(), random.dirichlet(counts + 0.5, _DRAWS)])
        for number, worth in enumerate((*zip(*cells, strict=True), [_apart(cell) for cell in cells])):
            if None not in worth:
                have[number] += places
                right[number] += places * (chances @ np.array(worth, float))
    of = [_estimate(row / whole) if whole else None for row, whole in zip(right, have, strict=True)]
    return (of[0], of[1]), of[2]


def _cells(like: Outcome, same: bool) -> list[Outcome]:
    """Possible outcomes of a place of a stratum; if both sides are the same, the difference is 0."""
    sides: list[list[bool | None]] = [[None] if told is None else [True, False] for told in like]
    return [(one, other) for one in sides[0] for other in sides[1] if one == other or not same]


def _apart(outcome: Outcome) -> int | None:
    one, other = outcome
    return None if one is None or other is None else other - one


def estimate(counts: Sequence[int], worth: Sequence[float]) -> Estimate:
    """The mean worth of outcomes, with the interval of draws from their posterior distribution.

    Args:
        counts: by outcome.
        worth: of each outcome.
    """
    given = np.array(counts)
    draws = np.random.default_rng(0).dirichlet(given + 0.5, _DRAWS)
    return _estimate(np.vstack([given / given.sum(), draws]) @ np.array(worth, float))


def _estimate(draws: npt.NDArray[np.float64]) -> Estimate:
    judged = float(draws[0])
    low, high = np.percentile(draws[1:], _INTERVAL).tolist()
    return Estimate(judged, min(low, judged), max(high, judged))


def _lines(kind: Kind, both: Sequence[tuple[frozenset[str], frozenset[str]]]) -> Iterable[Line]:
    from scipy.stats import binomtest  # noqa: PLC0415 - slow to import

    named = [(one.key, one.name) for one in SCHEMES[kind].categories]
    for key, name in named if SCHEMES[kind].single else [(NO_ERROR, "No error"), *named]:
        has = [tuple(not errors if key == NO_ERROR else key in errors for errors in pair) for pair in both]
        alone = has.count((True, False)), has.count((False, True))
        p = float(binomtest(alone[0], sum(alone)).pvalue) if sum(alone) else 1.0
        yield Line(key, name, (sum(one for one, _ in has), sum(other for _, other in has)), alone, p)
