"""Figures that hold: what a card says of a classifier is true of pairs the program never saw."""

import json
import random

import numpy as np
import pytest

from dialogue_etl.labels.classifiers.calibration import reliability
from dialogue_etl.labels.classifiers.classifier import at, auc, choose, load, load_card
from dialogue_etl.labels.classifiers.examples import half
from tests.labels import made
from tests.labels.made import Run


def said(dice, topic, topics):
    """Three words of a topic, five of all; with one topic, nothing tells what goes together."""
    words = [f"t{topic}w{dice.randrange(1_200 // topics)}" for _ in range(3)]
    return " ".join([*words, *(f"c{dice.randrange(400)}" for _ in range(5))])


def pairs(dice, number, topics):
    """Pairs of which three of ten are noise, and tell it by their topic and now and then by a word."""
    found = []
    for _ in range(number):
        post, bad = dice.randrange(topics), dice.random() < 0.3
        answer = said(dice, dice.randrange(topics) if bad else post, topics)
        found.append(
            (said(dice, post, topics), f"{answer} buy" if bad and dice.random() < 0.4 else answer, bad)
        )
    return found


def annotate(run, rows, *, named):
    run.folder.joinpath("annotations").mkdir()
    lines = []
    for number, (post, response, bad) in enumerate(rows):
        thread = {"thread": f"made:{number}"} if named else {}
        lines.append(json.dumps({"post": post, "response": response, "label": bad, **thread}))
    (run.folder / "annotations" / "noise.jsonl").write_text("\n".join(lines))


def trained(run, **changes):
    run.train(context="off", **changes)
    folder = run.folder / "train" / "noise"
    card = load_card(folder)
    return card, load(folder, card)


@pytest.mark.parametrize("named", [True, False])
def test_what_only_memory_could_tell_is_not_told(named, tmp_path):
    """Own answers and others', of words drawn by chance: whoever tells them apart has counted them."""
    dice = random.Random(3)
    rows = [(said(dice, 0, 1), said(dice, 0, 1)) for _ in range(300)]
    dialogues = [made.dialogue(f"made:{number}", *row) for number, row in enumerate(rows)]
    run = Run(tmp_path, made.write(tmp_path / "rules", dialogues=dialogues))
    judged = [(post, answer, False) for post, answer in rows[:200]]
    judged += [(post, rows[(number + 7) % 200][1], True) for number, (post, _) in enumerate(rows[:200])]
    annotate(run, judged, named=named)
    card, _ = trained(run)
    assert card.labels["held_out"] == {"annotated": 400}
    assert 0.4 < card.auc < 0.6


def test_figures_are_those_of_pairs_it_never_saw(tmp_path):
    dice = random.Random(7)
    corpus, fresh = pairs(dice, 3_200, 40), pairs(dice, 2_000, 40)
    dialogues = [made.dialogue(f"made:{number}", *row[:2]) for number, row in enumerate(corpus)]
    run = Run(tmp_path, made.write(tmp_path / "rules", dialogues=dialogues))
    annotate(run, corpus[:1_600], named=False)
    card, model = trained(run)
    scores, bad = model.scores([row[:2] for row in fresh]), np.array([row[2] for row in fresh])
    assert card.auc > 0.75
    assert card.auc == pytest.approx(auc(bad, scores), abs=0.04)
    now = at(
        card.curve,
        choose(card, made.params(threshold_rule="precision", target_precision=0.7).classify).threshold,
    )
    dropped = scores > now.confidence
    assert now.precision == pytest.approx(bad[dropped].mean(), abs=0.09)
    assert now.recall == pytest.approx(dropped[bad].mean(), abs=0.09)
    # A score is the share of the bad among those that score it; of 200 texts chance alone gives .03.
    groups = reliability(scores, bad, np.ones(len(bad)))
    assert np.average([abs(one.score - one.bad) for one in groups]) < 0.06
    # Nor does noise of the corpus pass for having been counted: it is scored by the half it is not in.
    halves = [half(f"made:{number}", card.seed) for number in range(1_600, len(corpus))]
    noise = np.array([row[2] for row in corpus[1_600:]])
    known = model.scores([row[:2] for row in corpus[1_600:]], halves)[noise].mean()
    assert known == pytest.approx(scores[bad].mean(), abs=0.06)
    counted = model.scores([row[:2] for row in corpus[1_600:]], [1 - one for one in halves])[noise].mean()
    assert counted < known / 2, "the other half would let it pass"
