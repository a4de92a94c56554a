"""When labels are too few, skewed or far from people's, and what confidence is enough."""

import numpy as np
import pytest

from dialogue_etl.derived.emotions.labelling.certainty import bins, of_labels, of_turns, threshold


def test_a_threshold_is_where_enough_were_right():
    sure = np.linspace(1, 0.01, 100)
    right = np.array([1.0] * 45 + [0.0] * 5 + [n % 2 < 0.5 for n in range(50)])
    proof = np.stack([sure, right], axis=1)
    assert threshold(proof, 0.9) == pytest.approx(0.5, abs=0.02)
    assert (right[sure >= threshold(proof, 0.9)]).mean() >= 0.9
    assert threshold(proof, 0.71) < threshold(proof, 0.9)
    assert threshold(np.stack([sure, right * 0], axis=1), 0.6) is None
    assert threshold(proof[:10], 0.9) is None  # ten of ten are no proof
    assert threshold(np.zeros((0, 2)), 0.9) == 0.9
    # Equal confidences go together: half of these are right.
    assert threshold(np.array([[0.5, 1.0]] * 30 + [[0.5, 0.0]] * 30), 0.9) is None


def test_bins_by_hand():
    found = bins(np.repeat([0.2, 0.9], 50), np.repeat([False, True], 50))
    assert found["mean_gap"] == pytest.approx(0.15)
    assert [row["labels"] for row in found["bins"]] == [10] * 10
    assert found["bins"][0] == {"confidence": 0.2, "right": 0.0, "labels": 10}


@pytest.mark.parametrize(
    ("counts", "test", "said"),
    [
        ({"sad": 10, "joyful": 10}, {}, ["20 labels to learn from are too few: 50 are needed"]),
        ({"sad": 40, "joyful": 30}, {}, ["70 labels of 2 kinds are few: 50 of each would be 100"]),
        ({"sad": 90, "joyful": 60}, {"accuracy": 0.8, "majority": 0.6}, []),
        ({"sad": 90, "joyful": 60}, {"accuracy": 0.6, "majority": 0.6}, ["the most frequent label in 60%"]),
        (
            {"sad": 90, "joyful": 60},
            {"accuracy": 0.7, "majority": 0.6, "plain": {"accuracy": 0.75}},
            ["TF-IDF with logistic regression is right in 75.0%"],
        ),
        ({}, {}, []),
    ],
)
def test_few_labels_and_weak_classifiers_are_said(counts, test, said):
    found = of_labels(counts, test)
    assert len(found) == len(said)
    assert all(part in sentence for part, sentence in zip(said, found, strict=True))


def test_one_label_for_most_turns_is_said():
    given = {"sad": 2, "apprehensive": 2, "joyful": 96}
    assert of_turns({"apprehensive": 58, "joyful": 42}, given) == [
        "58% of the turns are apprehensive; of the labels given by people 2% are",
        "42% of the turns are joyful; of the labels given by people 96% are",
    ]
    assert (
        of_turns({"sad": 30, "apprehensive": 30, "joyful": 40}, {"sad": 1, "apprehensive": 1, "joyful": 1})
        == []
    )
