import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.labels.classifiers.classifier import (
    CARD,
    Card,
    Row,
    at,
    auc,
    choose,
    curve,
    load_card,
    unreached,
)
from dialogue_etl.labels.classifiers.model_files import ModelError
from dialogue_etl.labels.classifiers.parameters import Classify

ROW = Row(0.5, None, 0.25, 0.0, 0.1, 3)


def test_a_card_is_read_as_it_was_written(tmp_path):
    card = Card("noise", "zh", "embedded", auc=0.75, curve=[ROW], labels={"train": {"adjacent": 3}})
    card.save(tmp_path)
    assert load_card(tmp_path) == card
    assert card.trained
    assert not Card("noise", "zh", "off").trained
    assert not Card("noise", "zh", "embedded", reason="3 labels").trained


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", json.dumps({"format": 9}), json.dumps({"format": 2, "x": 1})]
)
def test_what_is_no_card_is_said_to_be_none(text, tmp_path):
    with pytest.raises(ModelError, match="trains it first"):
        load_card(tmp_path)
    (tmp_path / CARD).write_text(text)
    with pytest.raises(ModelError, match=CARD):
        load_card(tmp_path)


BAD = np.array([True, True, True, False, False, False])
SCORES = np.array([0.95, 0.85, 0.35, 0.75, 0.25, 0.15])
EVEN = np.ones(6)


def test_the_figures_are_those_counted_by_hand():
    rows = curve(BAD, SCORES, EVEN)
    assert len(rows) == 101
    assert at(rows, 0.5)[:-2] == (0.5, 0.6667, 0.6667, 0.6667, 0.5, 3)
    assert rows[-1] == Row(1.0, None, 0.0, 0.0, 0.0, 0)
    # A clean one that stands for three is dropped with two noisy ones.
    assert at(curve(BAD, SCORES, np.array([1, 1, 1, 3, 1, 1])), 0.5)[:-2] == (0.5, 0.4, 0.6667, 0.5, 0.625, 3)


def card(copies=10, **facts):
    """With so many copies of each label: rules want labels enough above a threshold."""
    bad, scores = np.tile(BAD, copies), np.tile(SCORES, copies)
    return Card("noise", "en", "embedded", curve=curve(bad, scores, np.ones(len(bad))), **facts)


@pytest.mark.parametrize(
    ("made", "params", "chosen"),
    [
        (card(), {"noise_threshold": 0.8}, (0.8, "fixed", True)),
        (card(), {"noise_threshold": 1.0}, (1.0, "fixed", True)),
        # Ten labels above 0.9 are no measure of a precision.
        (card(), {"noise_threshold": 0.9}, (1.0, "fixed", False)),
        (card(weak=True, unasked=True), {"noise_threshold": 0.8}, (1.0, "fixed", False)),
        # All three bad ones and one good one are dropped.
        (card(), {"threshold_rule": "max_f"}, (0.34, "max_f", True)),
        (card(weak=True), {"threshold_rule": "max_f"}, (0.34, "max_f", True)),
        # Nobody asked for weak labels: how much noise there is, they do not know.
        (card(weak=True, unasked=True), {"threshold_rule": "max_f"}, (1.0, "max_f", False)),
        # None of 30 good ones is dropped above 0.75: by the interval, up to one in twelve might be. Between
        # good ones at 0.75 and bad ones at 0.85 the middle is taken.
        (card(), {"threshold_rule": "precision", "target_precision": 0.85}, (0.8, "precision", True)),
        (card(), {"threshold_rule": "precision", "target_precision": 0.95}, (1.0, "precision", False)),
        (card(), {"threshold_rule": "precision", "target_precision": 0.6}, (0.3, "precision", True)),
        (card(1), {"threshold_rule": "precision", "target_precision": 0.1}, (1.0, "precision", False)),
    ],
)
def test_each_rule_chooses_its_threshold(made, params, chosen):
    assert choose(made, Classify(**params)) == chosen
    assert chosen[-1] or unreached(made, Classify(**params))


def test_where_labels_are_told_apart_perfectly_the_threshold_is_between_them():
    bad = np.repeat([True, False], 300)
    apart = Card("noise", "en", "embedded", curve=curve(bad, np.where(bad, 1.0, 0.0), np.ones(600)))
    assert choose(apart, Classify(threshold_rule="precision", target_precision=0.9)).threshold == 0.5


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
    rows = curve(bad, scores, np.ones(len(bad)))
    assert [row.recall for row in rows] == sorted((row.recall for row in rows), reverse=True)
    assert [row.dropped for row in rows] == sorted((row.dropped for row in rows), reverse=True)
    told_apart = Card("noise", "en", "embedded", curve=rows)
    chosen = choose(told_apart, Classify(threshold_rule="max_f"))
    best = max(rows, key=lambda row: (row.f, row.confidence))
    assert chosen == ((best.confidence, "max_f", True) if best.labels >= 20 else (1.0, "max_f", False))
