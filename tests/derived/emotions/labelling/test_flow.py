from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.derived.emotions.labelling.flow import Link, Node, flow, sequences, svg
from dialogue_etl.derived.emotions.labelling.labels import load

KINDS = load("edos").kinds


def test_a_diagram_by_hand():
    counted = sequences([["sad", "wishing"], ["sad", "proud", "sad"], ["angry"], []], turns=2)
    found = flow(counted, KINDS, turns=2, top=1)
    assert found.nodes == [
        Node(1, "sad", 2, 0),
        Node(1, "other emotions", 1, 1),
        Node(2, "other emotions", 1, 0),
        Node(2, "other intents", 1, 1),
    ]
    assert found.links == [Link(1, "sad", "other emotions", 1), Link(1, "sad", "other intents", 1)]


@given(st.lists(st.lists(st.sampled_from(list(KINDS)), max_size=7)), st.integers(1, 5), st.integers(0, 41))
def test_what_comes_in_goes_on_or_ends(dialogues, turns, top):
    found = flow(sequences(dialogues, turns), KINDS, turns, top)
    coming, going = Counter(), Counter()
    for link in found.links:
        going[link.turn, link.source] += link.dialogues
        coming[link.turn + 1, link.target] += link.dialogues
    for node in found.nodes:
        place = node.turn, node.label
        if node.turn < turns:
            assert going[place] + node.ended == node.dialogues
        if node.turn > 1:
            assert coming[place] == node.dialogues
    assert sum(node.dialogues for node in found.nodes if node.turn == 1) == sum(map(bool, dialogues))
    assert sum(node.ended for node in found.nodes) == sum(0 < len(one) <= turns for one in dialogues)


def test_bands_are_as_wide_as_the_bars_they_join():
    found = flow(sequences([["sad", "wishing"], ["sad", "sad"], ["angry", "sad"]]), KINDS)
    drawn = ET.fromstring(svg(found))
    bars = sum(float(rect.get("height")) for rect in drawn.iter("rect"))
    bands = sum(float(path.get("stroke-width")) for path in drawn.iter("path"))
    assert bars == pytest.approx(2 * bands, abs=0.5)
    assert len(list(drawn.iter("rect"))) == len(found.nodes)
    assert list(ET.fromstring(svg(flow({}, {})))) == []
