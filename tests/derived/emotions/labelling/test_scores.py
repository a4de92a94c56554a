import numpy as np

from dialogue_etl.derived.emotions.labelling.labels import load
from dialogue_etl.derived.emotions.labelling.scores import by_label, confusion, scores

CLASSES = np.array([0, 5, 40])
CHANCES = np.array([[0.95, 0.03, 0.02], [0.6, 0.3, 0.1], [0.1, 0.2, 0.7], [0.4, 0.35, 0.25]])
LABELS = load("edos").labels
TRUTH = [0, 5, 40, 7]


def test_figures_by_hand():
    told = scores(CLASSES, CHANCES, TRUTH)
    assert (told["labels"], told["accuracy"], told["top_3"], told["majority"]) == (4, 0.5, 0.75, 0.25)
    # Of four labels: afraid is right once of three, neutral once of once, two never.
    assert (told["precision"], told["recall"], told["macro_f1"]) == (0.3333, 0.5, 0.375)
    assert scores(CLASSES, CHANCES[:0], []) == {"labels": 0}


def test_each_label_and_what_it_was_taken_for():
    rows = {row["label"]: row for row in by_label(LABELS, CLASSES, CHANCES, TRUTH)}
    assert rows["afraid"] == {"label": "afraid", "precision": 0.3333, "recall": 1.0, "f1": 0.5, "labels": 1}
    taken = {
        (row["actual"], row["predicted"]): row["dialogues"]
        for row in confusion(LABELS, CLASSES, CHANCES, TRUTH)
    }
    assert taken == {
        ("afraid", "afraid"): 1,
        ("apprehensive", "afraid"): 1,
        ("neutral", "neutral"): 1,
        ("caring", "afraid"): 1,
    }
