"""What is speech and whose: letters, stretches, turns found and annotated; utterances and neighbours of one.

Utterances that are no conversation, and neighbouring ones of one speaker, are the shares that Csáky & Recski
2021, section 4, judged by eye.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from dialogue_etl.evaluation import conversations
from dialogue_etl.evaluation.letters import size, union

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from dialogue_etl.evaluation.content import Annotation, Content
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


def count_speakers(dialogues: Mapping[str, Sequence[Content]], *, known: bool) -> Counter[str]:
    """Utterances that are no speech; where speakers are annotated, those of one, and neighbours of the same.

    Args:
        dialogues: their utterances by id.
        known: whether speakers are annotated.
    """
    sized = [utterance for dialogue in dialogues.values() for utterance in dialogue if utterance.size]
    counts = Counter(sized=len(sized), not_speech=sum(not utterance.is_speech for utterance in sized))
    if not known:
        return counts
    attributed = [said for said in sized if said.by_speaker and None not in said.by_speaker]
    counts["attributed"] = len(attributed)
    counts["of_one_speaker"] = sum(len(said.by_speaker) == 1 for said in attributed)
    for dialogue in dialogues.values():
        counts += _neighbours(dialogue)
    return counts


def same_speaker_pairs(dialogue: Sequence[Content]) -> list[tuple[Content, Content]]:
    """Neighbours in a dialogue that one speaker says most of."""
    return [pair for pair in _known_pairs(dialogue) if pair[0].speaker == pair[1].speaker]


def _known_pairs(dialogue: Sequence[Content]) -> list[tuple[Content, Content]]:
    return [pair for pair in pairwise(dialogue) if pair[0].speaker and pair[1].speaker]


def _neighbours(dialogue: Sequence[Content]) -> Counter[str]:
    pairs = _known_pairs(dialogue)
    if not pairs:
        return Counter()
    same = same_speaker_pairs(dialogue)
    speakers = {said.speaker for said in dialogue if said.speaker}
    return Counter(
        pairs=len(pairs),
        pairs_same_speaker=len(same),
        pairs_same_turn=sum(not one.by_turn.keys().isdisjoint(other.by_turn) for one, other in same),
        dialogues_with_pairs=1,
        dialogues_same_speaker=int(bool(same)),
        dialogues_of_many=int(len(speakers) > 2),
    )
