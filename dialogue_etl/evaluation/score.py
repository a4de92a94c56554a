"""The counts of one text: sums, of which the figures of any group of texts are quotients.

What is speech and whose is counted here, where conversations end in `segmentation.py`. Utterances that are no
conversation, and neighbouring ones of one speaker, are the shares that Csáky & Recski 2021, section 4, judged
by eye.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from dialogue_etl.evaluation import conversations, segmentation
from dialogue_etl.evaluation.content import (
    Annotation,
    Content,
    Utterance,
    contents,
    known_pairs,
    same_speaker_pairs,
    size,
    union,
    wrong_pairs,
)
from dialogue_etl.evaluation.conversations import Place
from dialogue_etl.evaluation.gold import GoldText

Figures = dict[str, float | int | None]

_DECIMALS = 4

NUMBERS = {
    "texts": "texts",
    "utterances": "utterances",
    "dialogues": "dialogues",
    "dialogues_2plus": "dialogues_of_several",
    "gold_conversations": "gold_conversations",
    "gold_unsure": "gold_unsure",
}
"""Figures that are counts: texts scored, what was found in them, dialogues of two turns and more;
conversations derived from the annotation, and places of which it leaves open whether one ends there."""

AGREEMENTS = {
    "characters": "letters",
    "spans": "stretches",
    "turns": "turns",
    "joined_turns": "contributions",
    "boundaries": "boundaries",
}
"""Figures of three: `_precision`, the share of what was found that is right; `_recall`, the share of what is
annotated that was found; `_f1`, their harmonic mean. Of characters (letters and digits) of direct speech; of
stretches and turns that agree exactly; of turns where one speaker's neighbouring ones count as one; of
conversation boundaries between covered turns."""

SHARES = {
    "not_aligned": ("not_aligned", "without_spans"),
    "turn_purity": ("of_one_speaker", "attributed"),
    "same_speaker_pairs": ("pairs_same_speaker", "pairs"),
    "wrong_pairs": ("pairs_wrong", "pairs"),
    "non_conversational": ("not_speech", "sized"),
    "turn_coverage": ("covered_turns", "gold_turns"),
    "dialogues_split": ("dialogues_split", "dialogues_judged"),
    "dialogues_merged": ("dialogues_merged", "dialogues_judged"),
    "dialogues_mixed": ("dialogues_mixed", "speakers_judged"),
    "clean_dialogues": ("dialogues_clean", "dialogues_judged"),
}
"""Figures that are shares, as part and whole: utterances given by words alone that are not in the text;
utterances of one speaker only; neighbours in a dialogue of one speaker, and those of which one speaker says
both or one holds several speakers; utterances that are less than half speech; turns at home in a dialogue;
dialogues one of whose conversations also has turns elsewhere, that hold two or more conversations, with an
utterance of several speakers, and those that are neither split nor merged, have no neighbours of one speaker
and nothing but speech."""


def figures(counts: Mapping[str, int]) -> Figures:
    """Figures by name, rounded to four decimals; None where there is nothing to divide by."""
    found: Figures = {name: counts.get(count, 0) for name, count in NUMBERS.items()}
    for name, unit in AGREEMENTS.items():
        found |= _agreement(name, *(counts.get(f"{unit}_{of}", 0) for of in ("right", "found", "annotated")))
    for name, (part, whole) in SHARES.items():
        found[name] = _share(counts.get(part, 0), counts.get(whole, 0))
    return found


def _agreement(name: str, right: int, found: int, annotated: int) -> Figures:
    precision, recall = _share(right, found), _share(right, annotated)
    mean: float | None = 0.0 if annotated else None
    if precision and recall:
        mean = round(2 * precision * recall / (precision + recall), _DECIMALS)
    return {f"{name}_precision": precision, f"{name}_recall": recall, f"{name}_f1": mean}


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, _DECIMALS) if whole else None


def count(gold: GoldText, utterances: Sequence[Utterance]) -> Counter[str]:
    """Hold what was found in a text against what is annotated.

    Args:
        gold: the annotated text.
        utterances: what was found in it, dialogue after dialogue in reading order.

    Returns:
        Counts by the names that `figures` divides; those of several texts add up.
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
    """Utterances that are not speech; where speakers are annotated, those of one, and neighbours of the same.

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
    counts["pairs_wrong"] = sum(len(wrong_pairs(dialogue)) for dialogue in dialogues.values())
    return counts
