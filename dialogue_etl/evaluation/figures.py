"""The figures of a group of texts, from the sum of their counts (micro averages)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    "non_conversational": ("not_speech", "sized"),
    "turn_coverage": ("covered_turns", "gold_turns"),
    "dialogues_split": ("dialogues_split", "dialogues_judged"),
    "dialogues_merged": ("dialogues_merged", "dialogues_judged"),
    "clean_dialogues": ("dialogues_clean", "dialogues_judged"),
}
"""Figures that are shares, as part and whole: utterances given by words alone that are not in the text;
utterances of one speaker only; neighbours in a dialogue of one speaker; utterances that are less than half
speech; turns at home in a dialogue; dialogues one of whose conversations also has turns elsewhere, that hold
two or more conversations, and without any fault."""


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
