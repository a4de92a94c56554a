"""The counts of one text: sums, of which the figures of any group of texts are quotients.

What is speech and whose is counted here, where conversations end in `segmentation.py`. Utterances that are no
conversation, and neighbouring ones of one speaker, are the shares that Csáky & Recski 2021, section 4, judged
by eye.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from dialogue_etl.evaluation import conversations, segmentation
from dialogue_etl.evaluation.content import (
    Annotation,
    contents,
    known_pairs,
    same_speaker_pairs,
    size,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.evaluation.content import Content, Utterance
    from dialogue_etl.evaluation.conversations import Place
    from dialogue_etl.evaluation.gold import GoldText


def count(gold: GoldText, utterances: Sequence[Utterance]) -> Counter[str]:
    """Hold what was found in a text against what is annotated.

    Args:
        gold: the annotated text.
        utterances: what was found in it, dialogue after dialogue in reading order.

    Returns:
        Counts by the names that `figures.py` divides; those of several texts add up.
    """
    annotation = Annotation(gold)
    places = conversations.places(gold.turns, gold.breaks)
    found = contents(utterances, gold, annotation)
    dialogues: defaultdict[str, list[Content]] = defaultdict(list)
    for content in found:
        dialogues[content.dialogue].append(content)
    counts = Counter(
        texts=1,
        utterances=len(utterances),
        dialogues=len(dialogues),
        dialogues_of_several=sum(len(dialogue) > 1 for dialogue in dialogues.values()),
        without_spans=sum(not said.spans for said in utterances),
        not_aligned=sum(not said.found for said in found),
    )
    counts += _speech(gold, places, annotation, found)
    counts += _speakers(dialogues, known=gold.speakers)
    if gold.addressees and gold.turns:
        counts += segmentation.count(gold, places, annotation.letters, dialogues)
    return counts


def _speech(
    gold: GoldText, places: Sequence[Place], annotation: Annotation, utterances: Sequence[Content]
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
    turns = {annotation.letters.stretches(turn.spans) for turn in gold.turns}
    joined = {annotation.letters.stretches(said) for said in conversations.contributions(gold.turns, places)}
    found = {utterance.stretches for utterance in utterances if utterance.found}
    for unit, got, wanted in (
        ("stretches", {one for turn in found for one in turn}, {one for turn in turns for one in turn}),
        ("turns", found, turns),
        ("contributions", found, joined),
    ):
        counts[f"{unit}_found"], counts[f"{unit}_annotated"] = len(got), len(wanted)
        counts[f"{unit}_right"] = len(got & wanted)
    return counts


def _speakers(dialogues: Mapping[str, Sequence[Content]], *, known: bool) -> Counter[str]:
    """Utterances that are no speech; where speakers are annotated, those of one, and neighbours of the same.

    Args:
        dialogues: their utterances by id.
        known: whether speakers are annotated.
    """
    sized = [utterance for dialogue in dialogues.values() for utterance in dialogue if utterance.stretches]
    counts = Counter(sized=len(sized), not_speech=sum(not utterance.is_speech for utterance in sized))
    if not known:
        return counts
    attributed = [said for said in sized if said.by_speaker and None not in said.by_speaker]
    counts["attributed"] = len(attributed)
    counts["of_one_speaker"] = sum(len(said.by_speaker) == 1 for said in attributed)
    counts["pairs"] = sum(len(known_pairs(dialogue)) for dialogue in dialogues.values())
    counts["pairs_same_speaker"] = sum(len(same_speaker_pairs(dialogue)) for dialogue in dialogues.values())
    return counts
