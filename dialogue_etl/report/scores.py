"""Names and meanings of the scores of extraction on annotated texts."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """A score of the table.

    Attributes:
        key: its name in the metrics.
        name: on the page.
        meaning: in one line.
        lower: whether lower is better.
    """

    key: str
    name: str
    meaning: str
    lower: bool = False


MEASURES = (
    Measure("characters_precision", "Speech, precision", "letters found that are direct speech"),
    Measure("characters_recall", "Speech, recall", "letters of direct speech that are found"),
    Measure("characters_f1", "Speech, F1", "F1, the harmonic mean of the two, of letters of direct speech"),
    Measure("turns_f1", "Turns", "F1 of turns that are found exactly as they are annotated"),
    Measure(
        "joined_turns_f1",
        "Contributions",
        "F1 of turns, neighbouring ones of one known speaker taken as one",
    ),
    Measure("turn_purity", "Purity", "utterances of one speaker only"),
    Measure("non_conversational", "Not speech", "utterances that are less than half speech", lower=True),
    Measure(
        "same_speaker_pairs", "Same speaker", "neighbours in a dialogue that one speaker says", lower=True
    ),
    Measure(
        "wrong_pairs",
        "Wrong pairs",
        "neighbours in a dialogue of which one speaker says both, or one holds several speakers",
        lower=True,
    ),
    Measure("turn_coverage", "Coverage", "turns that a dialogue holds; what is not held cannot be split"),
    Measure("boundaries_f1", "Boundaries", "F1 of the ends of conversations, between turns that are held"),
    Measure("dialogues_split", "Split", "dialogues whose conversation goes on in another one", lower=True),
    Measure("dialogues_merged", "Merged", "dialogues of two or more conversations", lower=True),
    Measure("dialogues_mixed", "Mixed", "dialogues with an utterance of several speakers", lower=True),
    Measure("clean_dialogues", "Faultless", "dialogues of one conversation, whole, nobody speaking twice"),
)
"""In the order of the table; defined in `evaluation/score.py`."""
ESTIMATES = (
    Measure("turns_with_speaker", "Turns with a speaker", "turns whose speaker is known"),
    Measure("estimated_wrong_pairs", "Wrong pairs, estimated", "as expected by the certainties", lower=True),
    Measure(
        "pair_certainty",
        "Certainty of pairs, level unknown",
        "compares versions only, since no annotated texts say how many are wrong",
    ),
    Measure("estimated_not_speech", "Not speech, estimated", "as expected by the certainties", lower=True),
)
"""Known without annotated texts; defined in `report/quality.py`."""
