import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.dialogue_rows import Turns
from dialogue_etl.sources.books.boundaries.dialogue_gap import begins_dialogue
from dialogue_etl.text.spans import Spans


def turns(*turns):
    spans = [span for turn in turns for span in turn]
    first = np.cumsum([0, *(len(turn) for turn in turns)])
    return Turns([""] * len(turns), Spans.of(spans), first)


@pytest.mark.parametrize(("gap", "begins"), [(149, False), (150, False), (151, True)])
def test_more_than_the_gap_starts_a_new_dialogue(gap, begins):
    found = turns([(0, 10)], [(10 + gap, 200 + gap)])
    assert begins_dialogue(found, 150).tolist() == [True, begins]


def test_a_gap_of_0_cuts_nowhere():
    assert begins_dialogue(turns([(0, 10)], [(1_000_000, 1_000_001)]), 0).tolist() == [True, False]


@pytest.mark.parametrize(("start", "begins"), [(560, False), (561, True)])
def test_the_gap_runs_from_the_last_span_to_the_first(start, begins):
    found = turns([(0, 10), (400, 410)], [(start, 570)])
    assert begins_dialogue(found, 150).tolist() == [True, begins]


def test_no_turns_are_no_dialogue():
    assert begins_dialogue(turns(), 150).tolist() == []


@given(st.lists(st.integers(1, 300), min_size=1, max_size=20), st.integers(1, 300))
def test_a_dialogue_begins_after_each_longer_gap(gaps, limit):
    places, position = [], 0
    for gap in gaps:
        places.append([(position + gap, position + gap + 1)])
        position += gap + 1
    assert begins_dialogue(turns(*places), limit).tolist() == [True, *(gap > limit for gap in gaps[1:])]
