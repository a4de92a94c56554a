"""What is known of the quality of a dataset without annotation: counts, and expected numbers of errors."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from dialogue_etl.report.sizes import rounded

THOUSAND = 1_000
"""Probabilities are added as integers of thousandths, so that sums do not depend on their order."""


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
    """

    turns: int = 0
    named: int = 0
    judged: int = 0
    speech: int = 0
    pairs: int = 0
    wrong: int = 0

    def figures(self) -> dict[str, float]:
        """The shares that are known, by their names in the metrics."""
        shares = {
            "turns_with_speaker": (self.named, self.turns),
            "estimated_not_speech": (self.judged * THOUSAND - self.speech, self.judged * THOUSAND),
            "estimated_wrong_pairs": (self.wrong, self.pairs * THOUSAND),
        }
        known = ((name, rounded(part / whole)) for name, (part, whole) in shares.items() if whole)
        return {name: value for name, value in known if value is not None}

    def __add__(self, other: Quality) -> Quality:
        return Quality(*map(sum, zip(astuple(self), astuple(other), strict=True)))
