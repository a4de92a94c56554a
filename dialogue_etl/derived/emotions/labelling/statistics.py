"""Counts of a labelled dataset, as in EDOS' tables 3 and 9, and divergence from a reference's labels."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dialogue_etl.derived.emotions.labelling.readability import tokens


@dataclass(frozen=True)
class Statistics:
    """Totals (table 3) and counts by label (table 9).

    Attributes:
        by_label: label → dialogues that begin with it, turns that have it; of all labels.
    """

    dialogues: int
    turns: int
    tokens: int
    by_label: Mapping[str, tuple[int, int]]

    @property
    def means(self) -> dict[str, float]:
        """Turns and tokens per dialogue, tokens per turn; 0 without any."""
        dialogues, turns = self.dialogues or 1, self.turns or 1
        return {
            "turns_per_dialogue": self.turns / dialogues,
            "tokens_per_dialogue": self.tokens / dialogues,
            "tokens_per_turn": self.tokens / turns,
        }


def statistics(dialogues: Iterable[Sequence[tuple[str, str]]], inventory: Sequence[str]) -> Statistics:
    """Count dialogues of (text, label), each under the label of its first turn, as in table 9.

    The sums over labels are the totals; dialogues without turns, and empty labels, are ignored. Tokens are
    words and marks.
    """
    begun: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    words = 0
    for turns in dialogues:
        begun.update(label for _, label in turns[:1] if label)
        labels.update(label for _, label in turns if label)
        words += len(tokens(text for text, _ in turns))
    by_label = {label: (begun[label], labels[label]) for label in inventory}
    return Statistics(begun.total(), labels.total(), words, by_label)


def divergence(counts: Mapping[str, float], reference: Mapping[str, float], smoothing: float = 0.0) -> float:
    """Kullback-Leibler divergence of labels from a reference's, in nats: KL(counts ‖ reference).

    Args:
        counts: label → count.
        reference: the same for the reference.
        smoothing: added to every count, so that labels missing in one of them do not make it infinite.

    Returns:
        0 or more; infinite if the reference lacks a label and smoothing is 0. NaN without counts.
    """
    from scipy.stats import entropy  # noqa: PLC0415 - half a second

    labels = sorted({*counts, *reference})
    ours, theirs = ([of.get(label, 0) + smoothing for label in labels] for of in (counts, reference))
    return float(entropy(ours, theirs))
