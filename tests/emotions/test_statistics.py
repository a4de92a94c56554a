import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.emotions.flow import REST, flow
from dialogue_etl.emotions.labels import LABELS
from dialogue_etl.emotions.sankey import draw
from dialogue_etl.emotions.statistics import divergence, statistics

DIALOGUES = [
    [("Oh no !", "sad"), ("What happened ?", "questioning"), ("I lost it .", "sad")],
    [("Hello", "neutral"), ("So sorry", "sympathizing")],
]
PATHS = st.lists(st.lists(st.sampled_from(LABELS[:12]), max_size=7), max_size=30)


def test_turns_and_dialogues_by_label():
    counted = statistics(DIALOGUES)
    assert (counted.dialogues, counted.turns, counted.tokens) == (2, 5, 13)
    assert {label: number for label, number in counted.first.items() if number} == {"sad": 1, "neutral": 1}
    assert counted.by_label["sad"] == 2
    assert list(counted.by_label) == list(LABELS)


@given(st.lists(st.lists(st.tuples(st.text(), st.sampled_from(LABELS)), min_size=1)))
def test_totals_are_the_sums_of_the_labels(dialogues):
    counted = statistics(dialogues)
    assert sum(counted.by_label.values()) == counted.turns == sum(map(len, dialogues))
    assert sum(counted.first.values()) == counted.dialogues == len(dialogues)


def test_divergence_by_hand():
    one, other = {"sad": 3, "glad": 1}, {"sad": 1, "glad": 1}
    by_hand = 0.75 * math.log(1.5) + 0.25 * math.log(0.5)
    assert divergence(one, other, smoothing=0) == pytest.approx(by_hand)
    assert divergence(one, other, smoothing=0, base=2) == pytest.approx(by_hand / math.log(2))
    assert divergence(one, {"sad": 30, "glad": 10}, smoothing=0) == pytest.approx(0)
    assert math.isinf(divergence(one, {"sad": 4}, smoothing=0))
    assert 0 < divergence(one, {"sad": 4}) < 1


@given(PATHS)
def test_what_flows_into_a_node_flows_out_or_ends(dialogues):
    told = flow(dialogues, turns=4, most=3)
    for node in told.nodes:
        into = sum(link.number for link in told.links if (link.turn + 1, link.target) == node[:2])
        out = sum(link.number for link in told.links if (link.turn, link.source) == node[:2])
        assert node.turn == 0 or into == node.number
        # Of the last turn that is looked at dialogues may go on.
        assert node.number == out + node.ended or node.turn == 3
    for turn in range(4):
        of = [node for node in told.nodes if node.turn == turn]
        assert sum(node.number for node in of) == sum(len(labels) > turn for labels in dialogues)
        assert len(of) <= 4
        assert sum(node.ended for node in of) == sum(len(labels) == turn + 1 for labels in dialogues)


@given(PATHS)
def test_every_node_and_link_is_drawn_and_nothing_lies_outside(dialogues):
    told = flow(dialogues)
    drawn = draw(told)
    assert drawn.count("<rect") == len(told.nodes)
    assert drawn.count("<path") == len(told.links)
    assert bool(drawn) == bool(told.nodes)


def test_rare_labels_share_a_node():
    told = flow([["sad"], ["sad"], ["afraid"], ["glad"]], most=1)
    assert [(node.label, node.number, node.ended) for node in told.nodes] == [("sad", 2, 2), (REST, 2, 2)]
