"""The counts of one text: sums, of which the figures of any group of texts are quotients."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl.evaluation import conversations, segmentation, speech
from dialogue_etl.evaluation.content import Annotation, by_dialogue, contents
from dialogue_etl.evaluation.letters import Letters
from dialogue_etl.evaluation.utterances import placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.evaluation.gold import GoldText
    from dialogue_etl.evaluation.utterances import Utterance


def count(gold: GoldText, utterances: Sequence[Utterance]) -> Counter[str]:
    """Hold what was found in a text against what is annotated.

    Args:
        gold: the annotated text.
        utterances: what was found in it, dialogue after dialogue in reading order.

    Returns:
        Counts by the names that `figures.py` divides; those of several texts add up.
    """
    letters = Letters(gold.text)
    annotation = Annotation(gold, letters)
    places = conversations.places(gold.turns, gold.breaks)
    located = placed(utterances, gold.text, letters)
    dialogues = by_dialogue(contents(located, gold, annotation))
    counts = Counter(
        texts=1,
        utterances=len(utterances),
        dialogues=len(dialogues),
        dialogues_of_several=sum(len(dialogue) > 1 for dialogue in dialogues.values()),
        without_spans=sum(not said.spans for said in utterances),
        not_aligned=sum(not said.found for said in located),
    )
    counts += speech.count(gold, places, letters, annotation, located)
    counts += speech.count_speakers(dialogues, known=gold.speakers)
    if gold.addressees and gold.turns:
        counts += segmentation.count(gold, places, letters, dialogues)
    return counts
