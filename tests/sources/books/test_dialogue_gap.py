import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.dialogue_rows import Utterance
from dialogue_etl.sources.books.dialogue_gap import cut_at_gaps


def turns(*places):
    return [Utterance("", ((start, end),)) for start, end in places]


@pytest.mark.parametrize(("gap", "dialogues"), [(149, 1), (150, 1), (151, 2)])
def test_more_than_the_gap_starts_a_new_dialogue(gap, dialogues):
    assert len(cut_at_gaps(turns((0, 10), (10 + gap, 200 + gap)), 150)) == dialogues


def test_a_gap_of_0_cuts_nowhere():
    assert len(cut_at_gaps(turns((0, 10), (1_000_000, 1_000_001)), 0)) == 1


def test_the_gap_runs_from_the_last_span_to_the_first():
    interrupted = Utterance("", ((0, 10), (400, 410)))
    assert len(cut_at_gaps([interrupted, *turns((560, 570))], 150)) == 1
    assert len(cut_at_gaps([interrupted, *turns((561, 570))], 150)) == 2


def test_no_turns_are_no_dialogue():
    assert cut_at_gaps([], 150) == []


@given(st.lists(st.integers(1, 300), max_size=20), st.integers(0, 300))
def test_every_turn_is_in_one_dialogue_in_order(gaps, limit):
    places, position = [], 0
    for gap in gaps:
        places.append((position + gap, position + gap + 1))
        position += gap + 1
    given_turns = turns(*places)
    assert [turn for dialogue in cut_at_gaps(given_turns, limit) for turn in dialogue] == given_turns
