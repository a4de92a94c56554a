"""Dialogues to annotate: for each label the most readable ones among the most confident (EDOS, 3.2).

The last turn is labelled, with those before it as history. Labels with too few confident turns also get less
confident ones, as in the released data. If cross-validation shows no confidence that is enough, all turns
are candidates, the most confident ones first.
"""

import hashlib
import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from dialogue_etl.derived.emotions.labelling import readability

BINS = (0.9, 0.8, 0.7, 0.6)
"""Shares of right labels in cross-validation, used in this order. In the released file (`Index`) these are
confidences of the weak labeller, whatever share of them was right."""


class Candidate(NamedTuple):
    """A dialogue up to the turn to be labelled.

    Attributes:
        id: of its dialogue and the number, from 1, of that turn.
        turns: from the oldest to that turn.
        offered: names of its most probable labels, in descending order.
        bin: the share of right labels among those as confident as its label, at least.
        score: readability.
    """

    id: str
    language: str
    turns: tuple[str, ...]
    offered: tuple[str, ...]
    bin: float
    score: float


def choose(
    dialogues: Iterable[Mapping[str, Any]],
    inventory: Sequence[str],
    thresholds: Mapping[str, float | None],
    per_label: int = 250,
) -> tuple[list[Candidate], dict[str, int]]:
    """Candidates of each label, and how many are missing.

    Each dialogue and each text is a candidate only once, with the label whose turn is most confident.

    Args:
        dialogues: rows of `emotions-initial`: `id`, `language`, `turns`, and of each turn its likeliest
            labels with their `chances`.
        inventory: all labels.
        thresholds: share of right ones → confidence from which the weak labeller has it; None if nowhere.
        per_label: number for each label.

    Returns:
        Candidates in the order of labels, by descending bin and then by readability; and label → number
        missing, for labels with too few.
    """
    rows = list(dialogues)
    frequency = readability.frequencies(row["turns"] for row in rows)
    known = {least: above for least in BINS if (above := thresholds.get(str(least))) is not None}
    bins = known or {0.0: 0.0}
    best: dict[tuple[str, ...], tuple[float, str, Candidate]] = {}
    for row in rows:
        found = max(_of(row, bins, frequency), default=None, key=lambda one: (one[0], one[2].id))
        if found and (found[2].turns not in best or found[:2] > best[found[2].turns][:2]):
            best[found[2].turns] = found
    by_label: dict[str, list[Candidate]] = {label: [] for label in inventory}
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


def drawn(dialogues: Iterable[Mapping[str, Any]], number: int, seed: int = 0) -> list[Candidate]:
    """Random turns, each text once, without offered labels: what people say of them, nobody suggested.

    Args:
        dialogues: rows of `emotions-initial`.
        number: of turns.
        seed: of the draw.
    """
    made = (
        Candidate(f"{row['id']}#{place}", row["language"], tuple(row["turns"][:place]), (), 0.0, 0.0)
        for row in dialogues
        for place in range(1, len(row["turns"]) + 1)
    )
    once = {one.turns: one for one in made}
    return heapq.nsmallest(
        number, once.values(), lambda one: hashlib.sha256(f"{seed}:{one.id}".encode()).digest()
    )


def _of(
    row: Mapping[str, Any], bins: Mapping[float, float], frequency: Mapping[str, float]
) -> Iterator[tuple[float, str, Candidate]]:
    """The turns of a dialogue with enough confidence, with their confidence and label."""
    for place, (labels, chances) in enumerate(zip(row["labels"], row["chances"], strict=True), 1):
        least = next((one for one, above in bins.items() if chances[0] >= above), None)
        if least is None:
            continue
        turns = tuple(row["turns"][:place])
        score = readability.readability(readability.tokens(turns), frequency)
        offered = tuple(labels)
        made = Candidate(f"{row['id']}#{place}", row["language"], turns, offered, least, score)
        yield chances[0], offered[0], made
