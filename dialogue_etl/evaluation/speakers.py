"""Whose the speech is: utterances of one speaker, and neighbours in a dialogue that are another's.

The shares that Csáky & Recski 2021, section 4, judged by eye: utterances that are no conversation, and
neighbouring utterances of one speaker.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.evaluation.content import Content


def count(dialogues: Mapping[str, Sequence[Content]], *, known: bool) -> Counter[str]:
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
