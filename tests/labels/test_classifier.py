import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.labels.classifiers.classifier import (
    CARD,
    Card,
    ModelError,
    Row,
    at,
    auc,
    choose,
    curve,
    load_card,
)
from dialogue_etl.params import Classify

ROW = Row(0.5, None, 0.25, 0.0, 0.1)


def test_a_card_is_read_as_it_was_written(tmp_path):
    card = Card("noise", "zh", "embedded", auc=0.75, curve=[ROW], labels={"train": {"adjacent": 3}})
    card.save(tmp_path)
    assert load_card(tmp_path) == card
    assert card.trained
    assert not Card("noise", "zh", "off").trained
    assert not Card("noise", "zh", "embedded", reason="3 labels").trained


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", json.dumps({"format": 9}), json.dumps({"format": 1, "x": 1})]
)
def test_what_is_no_card_is_said_to_be_none(text, tmp_path):
    with pytest.raises(ModelError, match="trains it first"):
        load_card(tmp_path)
    (tmp_path / CARD).write_text(text)
    with pytest.raises(ModelError, match=CARD):
        load_card(tmp_path)


BAD = np.array([True, True, True, False, False, False])
SCORES = np.array([0.95, 0.85, 0.35, 0.75, 0.25, 0.15])


def test_the_figures_are_those_counted_by_hand():
    rows = curve(BAD, SCORES, balanced=False)
    assert len(rows) == 101
    row = at(rows, 0.5)
    assert row == (0.5, pytest.approx(2 / 3, abs=1e-4), pytest.approx(2 / 3, abs=1e-4), 0.6667, 0.5)
    assert rows[-1] == (1.0, None, 0.0, 0.0, 0.0)


def test_balanced_labels_count_equally_much_however_many_there_are():
    bad = np.array([True] * 90 + [False] * 10)
    scores = np.full(100, 0.6)
    assert curve(bad, scores, balanced=False)[50].precision == 0.9
    assert curve(bad, scores, balanced=True)[50].precision == 0.5


def test_each_rule_chooses_its_threshold():
    rows = curve(BAD, SCORES, balanced=False)
    assert choose(rows, 0.9, Classify()) == (0.9, "fixed", True)
    best = choose(rows, 0.9, Classify(threshold_rule="max_f"))
    assert best.threshold == 0.34  # all three bad ones and one good one are dropped
    precise = choose(rows, 0.9, Classify(threshold_rule="precision", target_precision=1.0))
    assert precise.threshold == 0.75
    assert at(rows, precise.threshold).recall == pytest.approx(2 / 3, abs=1e-4)


def test_a_precision_out_of_reach_drops_nothing():
    rows = curve(BAD, 1 - SCORES, balanced=False)
    assert choose(rows, 0.9, Classify(threshold_rule="precision")) == (1.0, "precision", False)


def test_labels_of_one_kind_have_no_area():
    assert auc(np.array([True, True]), np.array([0.1, 0.2])) is None
    assert auc(BAD, SCORES) == pytest.approx(8 / 9, abs=1e-4)


@given(
    st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=2).filter(
        lambda told: len({bad for bad, _ in told}) == 2
    )
)
def test_a_lower_threshold_drops_no_less(told):
    bad, scores = np.array([one for one, _ in told]), np.array([score for _, score in told])
    rows = curve(bad, scores, balanced=True)
    assert [row.recall for row in rows] == sorted((row.recall for row in rows), reverse=True)
    assert [row.dropped for row in rows] == sorted((row.dropped for row in rows), reverse=True)
    threshold = choose(rows, 0.5, Classify(threshold_rule="max_f")).threshold
    assert at(rows, threshold).f == max(row.f for row in rows)
