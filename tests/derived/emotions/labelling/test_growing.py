import numpy as np
import pytest

from dialogue_etl.derived.emotions.labelling.growing import Like, most_similar, sure


def normal(rows):
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def plainly(labelled, labels, unlabelled, threshold, *, pairs, dialogues):
    """Every pair, in lists, as the released code goes through them."""
    best = {}
    for label in sorted(set(labels)):
        found = sorted(
            (-cosine, other, place)
            for place in range(len(labelled))
            if labels[place] == label
            for other, cosine in enumerate(
                (unlabelled.astype(np.float64) @ labelled[place].astype(np.float64)).round(4).tolist()
            )
            if cosine >= threshold
        )[:pairs]
        firsts = {}
        for cosine, other, place in found:
            firsts.setdefault(other, Like(other, place, label, round(-cosine, 4)))
        for other, like in list(firsts.items())[:dialogues]:
            if other not in best or best[other].cosine < like.cosine:
                best[other] = like
    return [best[other] for other in sorted(best)]


@pytest.mark.parametrize(
    ("pairs", "dialogues", "threshold"), [(10_000, 1_000, 0.92), (300, 20, 0.9), (10_000, 5, 0.0)]
)
def test_what_is_alike_is_what_every_pair_says(pairs, dialogues, threshold):
    dice = np.random.default_rng(0)
    centres = dice.normal(size=(40, 16))
    unlabelled = normal(centres[dice.integers(40, size=5_000)] + 0.25 * dice.normal(size=(5_000, 16)))
    labelled = normal(centres[dice.integers(40, size=60)] + 0.25 * dice.normal(size=(60, 16)))
    labels = dice.integers(6, size=60).tolist()
    blocks = np.split(unlabelled, [7, 7, 3_000])
    found = most_similar(labelled, labels, blocks, threshold, pairs=pairs, dialogues=dialogues)
    assert found == plainly(labelled, labels, unlabelled, threshold, pairs=pairs, dialogues=dialogues)
    assert len({like.dialogue for like in found}) == len(found) > 20


def test_what_a_classifier_is_sure_of():
    labels, chances = np.array([0, 1, 0, 1, 0]), np.array([0.95, 0.9, 0.95, 0.91, 0.2])
    assert sure(labels, chances, 0.91, None).tolist() == [0, 2, 3]
    assert sure(labels, chances, 0.0, 1).tolist() == [0, 3]
    assert sure(labels, chances, 0.0, 9).tolist() == [0, 1, 2, 3, 4]
    assert sure(labels[:0], chances[:0], 0.0, 1).tolist() == []
