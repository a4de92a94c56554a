"""What is speech: letters, stretches and turns that were found and that are annotated."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl.evaluation import conversations
from dialogue_etl.evaluation.letters import size, union

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from dialogue_etl.evaluation.content import Annotation
    from dialogue_etl.evaluation.conversations import Place
    from dialogue_etl.evaluation.gold import GoldText
    from dialogue_etl.evaluation.letters import Letters
    from dialogue_etl.evaluation.utterances import Placed


def count(
    gold: GoldText,
    places: Sequence[Place],
    letters: Letters,
    annotation: Annotation,
    utterances: Sequence[Placed],
) -> Counter[str]:
    """Of letters, stretches, turns and contributions: how many were found, are annotated, and both.

    A stretch is the same if it has the same letters, a turn if it has the same stretches, no more, no fewer.
    """
    covered = union(stretch for utterance in utterances for stretch in utterance.stretches)
    counts = Counter(
        letters_found=size(covered),
        letters_annotated=annotation.size,
        letters_right=annotation.within(covered).total(),
    )
    turns = {letters.stretches(turn.spans) for turn in gold.turns}
    found = {utterance.stretches for utterance in utterances if utterance.found}
    joined = {letters.stretches(spans) for spans in conversations.contributions(gold.turns, places)}
    stretches = {stretch for turn in turns for stretch in turn}
    stretches_found = {stretch for turn in found for stretch in turn}
    counts += _compared("stretches", stretches_found, stretches)
    counts += _compared("turns", found, turns)
    return counts + _compared("contributions", found, joined)


def _compared(unit: str, found: Collection[object], annotated: Collection[object]) -> Counter[str]:
    right = len(set(found) & set(annotated))
    return Counter({f"{unit}_found": len(found), f"{unit}_annotated": len(annotated), f"{unit}_right": right})
