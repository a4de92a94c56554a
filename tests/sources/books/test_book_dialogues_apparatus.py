"""What stands in tables of contents, indexes and the like is no dialogue."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.params import Extract
from dialogue_etl.sources.books.book_dialogues import extract_book
from tests.sources.books.test_book_dialogues import EN, TEXTS, drops, extract, languages, said

TALK = "“One.”\n\n“Two.”\n\n“Three.”\n\n“Four.”"


def apart(*places):
    """Stretches of no running text, as the texts table holds them."""
    return [{"start": start, "end": end, "kind": "contents"} for start, end in places]


def with_apparatus(text, *places, **knobs):
    params = Extract(**{"min_delimiters": 0, **knobs})
    return extract_book("b", text, EN, params, apparatus=apart(*places))


@pytest.mark.parametrize(
    ("place", "left"),
    [
        ((0, 14), [["Three.", "Four."]]),  # the first two
        ((16, len(TALK)), [["One.", "Two."]]),
        ((8, 24), [["One."], ["Four."]]),
        ((0, len(TALK)), []),
        ((6, 8), [["One.", "Two.", "Three.", "Four."]]),  # between two turns
        ((0, 1), [["One.", "Two.", "Three.", "Four."]]),  # a turn begins after its mark
        ((0, 2), [["Two.", "Three.", "Four."]]),
        ((2, 6), [["One.", "Two.", "Three.", "Four."]]),  # a turn that began before goes on
        ((5, 5), [["One.", "Two.", "Three.", "Four."]]),
    ],
)
def test_a_turn_that_begins_in_apparatus_is_left_out_and_cuts_its_dialogue(place, left):
    found = with_apparatus(TALK, place, min_turns=1)
    assert said(found) == left
    skipped = [row for row in found.drops if row["reason"] == "skip_apparatus"]
    assert all(place[0] <= row["start"] < place[1] and row["unit"] == "utterance" for row in skipped)
    assert len(skipped) + sum(map(len, left)) == 4


def test_several_stretches_are_left_out_each():
    assert said(with_apparatus(TALK, (0, 3), (17, 20), min_turns=1)) == [["Two."], ["Four."]]


def test_with_the_knob_off_apparatus_is_read_like_the_rest():
    assert said(with_apparatus(TALK, (0, len(TALK)), skip_apparatus=False)) == said(extract(TALK))


def test_a_book_of_nothing_but_apparatus_is_dropped():
    found = with_apparatus(TALK, (0, len(TALK)))
    assert drops(found) == [*[("utterance", "skip_apparatus")] * 4, ("book", "no_dialogues")]


def test_a_long_utterance_in_apparatus_has_one_reason():
    found = with_apparatus("“a b c d”\n\n“One.”\n\n“Two.”", (0, 9), max_words=3)
    assert drops(found) == [("utterance", "skip_apparatus")]


def stretches(text):
    """Stretches of a text in order, none in another."""
    places = st.lists(st.integers(0, len(text)), max_size=6, unique=True).map(sorted)
    return places.map(lambda edges: list(zip(edges[::2], edges[1::2], strict=False)))


@languages
@given(data=st.data(), text=TEXTS)
def test_no_turn_begins_in_apparatus_and_the_others_stay(language, data, text):
    places = data.draw(stretches(text))
    knobs = Extract(min_delimiters=0, min_turns=0, max_words=0)
    everything = extract_book("b", text, language, knobs).dialogues.to_pylist()
    found = extract_book("b", text, language, knobs, apparatus=apart(*places))
    expected = [
        turn
        for dialogue in everything
        for turn in dialogue["turns"]
        if not any(start <= turn["spans"][0]["start"] < end for start, end in places)
    ]
    assert [turn for dialogue in found.dialogues.to_pylist() for turn in dialogue["turns"]] == expected
