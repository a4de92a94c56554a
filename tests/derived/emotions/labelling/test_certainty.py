"""When labels are too few, skewed or far from people's, and what confidence is enough."""

import numpy as np
import pytest

from dialogue_etl.derived.emotions.labelling.certainty import (
    CURVE,
    bins,
    lowered,
    of_labels,
    of_sets,
    of_turns,
    threshold,
)


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
        (
            {"sad": 40, "joyful": 30},
            {"accuracy": 0.8, "majority": 0.6},
            ["70 labels of 2 kinds are few: 50 of each would be 100"],
        ),
        ({"sad": 90, "joyful": 60}, {"labels": 0}, ["no label was held out"]),
        ({"sad": 90, "joyful": 60}, {"accuracy": 0.8, "majority": 0.6}, []),
        ({"sad": 90, "joyful": 60}, {"accuracy": 0.6, "majority": 0.6}, ["the most frequent label in 60%"]),
        (
            {"sad": 90, "joyful": 60},
            {"accuracy": 0.7, "majority": 0.6, "plain": {"accuracy": 0.75}},
            ["labels held out TF-IDF with logistic regression has 75.0% right"],
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


def test_confidence_is_never_above_what_was_right_elsewhere():
    likely = np.tile([0.2, 0.9], 50)
    halved = np.stack([likely, np.arange(100) % 4 < 2], axis=1)  # half of either are right
    found = lowered(CURVE, [halved])
    assert np.interp([0.2, 0.9], *found) == pytest.approx([0.2, 0.5], abs=0.01)
    assert lowered(CURVE, [halved[:49]]) is CURVE  # too few
    assert lowered(CURVE, []) is CURVE
    # Sets count alike, however large: in the mean of this one and one with all right, three quarters are.
    both = lowered(CURVE, [halved, np.stack([np.tile([0.2, 0.9], 500), np.ones(1000)], axis=1)])
    assert np.interp(0.9, *both) == pytest.approx(0.75, abs=0.02)
    none = lowered(CURVE, [np.stack([likely, np.zeros(100)], axis=1)])
    assert np.interp(0.9, *none) == pytest.approx(1 / 102, abs=0.001)


def test_confidence_that_was_measured_nowhere_else_or_does_not_hold_is_said():
    assert "Label 100 turns of the dataset" in of_sets({})[0]
    good = {"labels": 90, "reliability": {"mean_gap": 0.05}}
    bad = {"labels": 90, "reliability": {"mean_gap": 0.25}}
    assert of_sets({"good": good}) == []
    behind = good | {"accuracy": 0.4, "majority": 0.6, "plain": {"accuracy": 0.5}}
    assert of_sets({"it": behind}) == [
        "the classifier is right in 40% of the labels in it, the most frequent label in 60%",
        "of the labels in it TF-IDF with logistic regression has 50.0% right, the classifier 40.0%",
    ]
    assert [sentence[:11] for sentence in of_sets({"good": good, "bad": bad})] == ["on bad it i"]
