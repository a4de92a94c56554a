"""What is known of the quality of a dataset without annotation: counts, and expected numbers of errors."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass

from dialogue_etl.report.sizes import rounded

THOUSAND = 1_000
"""Probabilities are added as integers of thousandths, so that sums do not depend on their order."""

WITHIN = "_within"
"""Added to the name of an estimate: that of two standard deviations of it."""


@dataclass(frozen=True)
class Quality:
    """Of a dataset or a part of it; parts add up.

    Attributes:
        turns: in the dataset.
        named: those with a speaker.
        judged: those with a probability of being speech.
        speech: the sum of these probabilities, in thousandths.
        pairs: neighbouring turns of which a source knows how certain they are.
        wrong: of these the expected number of wrong pairs, in thousandths: one person says both turns, or
            one of the two turns holds several persons.
        variance: of that number, in wrong pairs; infinite if no annotated texts say how it compares.
    """

    turns: int = 0
    named: int = 0
    judged: int = 0
    speech: int = 0
    pairs: int = 0
    wrong: int = 0
    variance: float = 0

    def figures(self) -> dict[str, float]:
        """The shares that are known, by their names in the metrics."""
        shares: dict[str, tuple[float, int]] = {
            "turns_with_speaker": (self.named, self.turns),
            "estimated_not_speech": (self.judged * THOUSAND - self.speech, self.judged * THOUSAND),
        }
        if math.isfinite(self.variance):
            shares["estimated_wrong_pairs"] = (self.wrong, self.pairs * THOUSAND)
            shares[f"estimated_wrong_pairs{WITHIN}"] = (2 * math.sqrt(self.variance), self.pairs)
        else:
            shares["pair_certainty"] = (self.pairs * THOUSAND - self.wrong, self.pairs * THOUSAND)
        known = ((name, rounded(part / whole)) for name, (part, whole) in shares.items() if whole)
        return {name: value for name, value in known if value is not None}

    def __add__(self, other: Quality) -> Quality:
        return Quality(*map(sum, zip(astuple(self), astuple(other), strict=True)))
