"""Dialogues for people to label: of each label those that are easiest to read among the surest (EDOS, 3.2).

What is labelled is the last turn, with those before it as history. A label that has too few sure turns takes
less sure ones, as the released data does: 8,593 of 10,245 are of 0.9 and above, 44 of 0.6 to 0.7.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from dialogue_etl.emotions import readability
from dialogue_etl.emotions.labels import LABELS

BINS = (0.9, 0.8, 0.7, 0.6)
"""Least confidences of the weak labeller, as in the released file's `Index`: each for want of better ones."""


class Candidate(NamedTuple):
    """A dialogue up to the turn that is to be labelled.

    Attributes:
        id: of its dialogue and the number, from 1, of that turn.
        turns: from the oldest to that turn.
        offered: names of its likeliest labels, the likeliest first.
        bin: the least confidence of the range it was taken from.
        score: readability.
    """

    id: str
    language: str
    turns: tuple[str, ...]
    offered: tuple[str, ...]
    bin: float
    score: float


def choose(
    dialogues: Iterable[Mapping[str, Any]], per_label: int = 250
) -> tuple[list[Candidate], dict[str, int]]:
    """Candidates of each label, and how many of each there are too few.

    A dialogue is a candidate once, and so is what is said: with the label whose turn is surest.

    Args:
        dialogues: rows of `emotions-initial`: `id`, `language`, `turns`, and of each turn the numbers of its
            likeliest labels (`labels`) with their `chances`.
        per_label: how many of each.

    Returns:
        Candidates in the order of labels, in each the surest bin first and there by readability; and label →
        number missing, of those that came short.
    """
    rows = list(dialogues)
    frequency = readability.frequencies(row["turns"] for row in rows)
    best: dict[tuple[str, ...], tuple[float, str, Candidate]] = {}
    for row in rows:
        found = max(_of(row, frequency), default=None, key=lambda one: (one[0], one[2].id))
        if found and (found[2].turns not in best or found[:2] > best[found[2].turns][:2]):
            best[found[2].turns] = found
    by_label: dict[str, list[Candidate]] = {label: [] for label in LABELS}
    for _, label, candidate in best.values():
        by_label[label].append(candidate)
    taken: list[Candidate] = []
    short: dict[str, int] = {}
    for label, those in by_label.items():
        ranked = sorted(those, key=lambda one: (-one.bin, -one.score, one.id))[:per_label]
        taken += ranked
        if len(ranked) < per_label:
            short[label] = per_label - len(ranked)
    return taken, short


def _of(row: Mapping[str, Any], frequency: Mapping[str, float]) -> Iterator[tuple[float, str, Candidate]]:
    """The turns of a dialogue that are sure enough, with their confidence and label."""
    for place, (labels, chances) in enumerate(zip(row["labels"], row["chances"], strict=True), 1):
        least = next((one for one in BINS if chances[0] >= one), None)
        if least is None:
            continue
        turns = tuple(row["turns"][:place])
        score = readability.readability(readability.tokens(turns), frequency)
        offered = tuple(LABELS[number] for number in labels)
        made = Candidate(f"{row['id']}#{place}", row["language"], turns, offered, least, score)
        yield chances[0], offered[0], made
