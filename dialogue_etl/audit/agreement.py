"""How far annotators agree who have judged the same units."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from sklearn.metrics import cohen_kappa_score

from dialogue_etl.audit.categories import KINDS, NO_ERROR, SCHEMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.audit.answers import Answer
    from dialogue_etl.audit.categories import Kind
    from dialogue_etl.audit.tally import Judged


@dataclass(frozen=True)
class Agreement:
    """Of two annotators about one category, over the units both have judged.

    Attributes:
        agreed: units of which both say the same.
        kappa: Cohen's; None where it is not defined: both always give the same one answer.
    """

    kind: Kind
    key: str
    annotators: tuple[str, str]
    units: int
    agreed: int
    kappa: float | None


def agreements(answers: Sequence[Answer]) -> list[Agreement]:
    """How far each two annotators agree, on having an error at all and on each category."""
    by_annotator: defaultdict[tuple[Kind, str], Judged] = defaultdict(dict)
    for answer in answers:
        by_annotator[answer.kind, answer.annotator][answer.id] = answer.errors
    found = []
    for kind in KINDS:
        names = sorted(name for judged, name in by_annotator if judged == kind)
        for one, other in combinations(names, 2):
            found += _agreement(kind, (one, other), by_annotator[kind, one], by_annotator[kind, other])
    return found


def _agreement(
    kind: Kind,
    annotators: tuple[str, str],
    one: Judged,
    other: Judged,
) -> list[Agreement]:
    both = sorted(one.keys() & other.keys())
    if not both:
        return []
    found = []
    for key in (NO_ERROR, *SCHEMES[kind].keys):
        said = [(_says(one[id], key), _says(other[id], key)) for id in both]
        agreed = sum(first == second for first, second in said)
        found.append(Agreement(kind, key, annotators, len(both), agreed, kappa(said)))
    return found


def _says(errors: frozenset[str], key: str) -> bool:
    return not errors if key == NO_ERROR else key in errors


def kappa(said: Sequence[tuple[bool, bool]]) -> float | None:
    """Cohen's kappa (1960): agreement beyond that by chance, as a share of what is possible beyond it.

    Args:
        said: of each unit, what one and what the other says; at least one.

    Returns:
        1 for full agreement, 0 for that by chance; None where all say the same and chance alone does it.
    """
    if len({answer for both in said for answer in both}) == 1:
        return None
    one, other = zip(*said, strict=True)
    return float(cohen_kappa_score(one, other))
