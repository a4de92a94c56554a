import numpy as np
import pytest

from dialogue_etl.derived.emotions.labelling.labels import load
from dialogue_etl.derived.emotions.labelling.scores import Foreign, by_label, confusion, elsewhere, scores

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
    assert by_label(LABELS, CLASSES, CHANCES[:0], []) == confusion(LABELS, CLASSES, CHANCES[:0], []) == []


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


def test_a_set_from_elsewhere_is_as_sure_as_the_rest_of_it_shows():
    rows = np.random.default_rng(0).permutation(np.tile([0.9, 0.9, 0.3, 0.3], 100))
    truth = np.zeros(400, np.int64)
    guessed = np.where(np.arange(400) % 4 < 2, 0, 1)  # half are right, whatever it says
    ekman = load("ekman")
    said, plain = Foreign(ekman, truth, guessed, rows), Foreign(ekman, truth, truth, rows)
    own = np.array([[0.0, 1.0], [0.0, 1.0]])
    figures = elsewhere(said, plain, own, [])
    assert (figures["accuracy"], figures["plain"]["accuracy"], figures["majority"]) == (0.5, 1.0, 1.0)
    assert figures["emotional"] == 0.5
    surest = figures["reliability"]["bins"][-1]
    assert surest["confidence"] == pytest.approx(0.5, abs=0.1)
    assert figures["reliability"]["bins"][0]["confidence"] == pytest.approx(0.3, abs=0.02)
