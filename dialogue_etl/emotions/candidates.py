"""Dialogues for people to label: of each class the most readable ones that the weak labeller is sure of.

EDOS, section 3.2: confidence 0.9 or more, the 250 most readable of each class. The released file shows that
rare classes were filled from 0.8, 0.7 and 0.6: a lower band is taken only while a class is short.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BANDS = (0.9, 0.8, 0.7, 0.6)


class Candidate(NamedTuple):
    """A dialogue up to a turn.

    Attributes:
        id: of the dialogue.
        label: number of the label that its last turn is taken to have.
        confidence: of the weak labeller, 0 to 1.
        readability: higher is easier.
    """

    id: str
    label: int
    confidence: float
    readability: float


class Picked(NamedTuple):
    """A candidate that was picked, and the band it is of."""

    candidate: Candidate
    band: float


def pick(candidates: Iterable[Candidate], most: int = 250) -> tuple[list[Picked], Mapping[int, int]]:
    """The candidates of each class, a dialogue once; and how many each class is short of.

    The order of what is given decides nothing: of equally readable ones the first by id is taken.

    Args:
        candidates: any number of any classes.
        most: of each class.
    """
    by_class: dict[int, list[tuple[float, float, str, Candidate]]] = {}
    for one in candidates:
        band = next((edge for edge in BANDS if one.confidence >= edge), None)
        if band is not None:
            by_class.setdefault(one.label, []).append((-band, -one.readability, one.id, one))
    picked: list[Picked] = []
    missing: dict[int, int] = {}
    taken: set[str] = set()
    # Rare classes first: a dialogue that two classes could have is theirs.
    for label, ranked in sorted(by_class.items(), key=lambda item: (len(item[1]), item[0])):
        free = [row for row in sorted(ranked) if row[2] not in taken]
        once = list({row[2]: row for row in reversed(free)}.values())[::-1][:most]
        taken.update(row[2] for row in once)
        picked += [Picked(one, -band) for band, _, _, one in once]
        if len(once) < most:
            missing[label] = most - len(once)
    return sorted(
        picked, key=lambda one: (one.candidate.label, -one.band, -one.candidate.readability)
    ), missing
