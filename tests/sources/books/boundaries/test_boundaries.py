import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.boundaries import find_boundaries, find_gaps
from dialogue_etl.sources.books.boundaries.model import SIGNS, BoundaryModel
from tests.sources.books.boundaries.marked import NO_BREAKS, marked, told

ENGLISH = LANGUAGES["en"]
BLIND = BoundaryModel("en", 0.0, dict.fromkeys(SIGNS, 0.0), {})


def begins(text, speakers=(), breaks=NO_BREAKS, model=None, **knobs):
    book, turns = marked(text, speakers)
    found = find_boundaries(
        book, turns, breaks, language=ENGLISH, params=Extract(**{"dialogue_gap": 150, **knobs}), model=model
    )
    return found.begins(found.limit).tolist()


@pytest.mark.parametrize(("characters", "parted"), [(150, False), (151, True)])
@pytest.mark.parametrize("boundaries", ["off", "rules"])
def test_more_than_the_gap_starts_a_new_dialogue(characters, parted, boundaries):
    text = f'"Yes."{" " * (characters - 2)}"No."'
    assert begins(text, boundaries=boundaries) == [True, parted]


@pytest.mark.parametrize("boundaries", ["off", "rules", "model"])
def test_a_gap_of_0_cuts_nowhere_but_at_breaks(boundaries):
    text = f'"Yes."\n\n{told(9_000)}\n\n"No."\n\nCHAPTER II\n\n"Well?"'
    breaks = np.array([text.index("CHAPTER")])
    assert begins(text, breaks=breaks, model=BLIND, dialogue_gap=0, boundaries=boundaries) == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize("boundaries", ["off", "rules", "model"])
def test_a_break_parts_the_closest_turns(boundaries):
    text = '"Yes."\n\n* * *\n\n"No."'
    breaks = np.array([text.index("*")])
    assert begins(text, breaks=breaks, model=BLIND, boundaries=boundaries) == [True, True]


def test_the_same_two_people_bridge_a_longer_gap_unless_the_rules_are_off():
    text = f'"A."\n\n"B."\n\n{told(200)}\n\n"C."\n\n"D."'
    company = ["Ann", "Ben", "Ben", "Ann"]
    assert begins(text, company, boundaries="rules") == [True, False, False, False]
    assert begins(text, company, boundaries="off") == [True, False, True, False]


def test_without_a_model_the_rules_decide():
    text = f'"A."\n\n"B."\n\n{told(200)}\n\n"C."\n\n"D."'
    company = ["Ann", "Ben", "Ben", "Ann"]
    assert begins(text, company, boundaries="model") == begins(text, company, boundaries="rules")


def test_a_model_that_knows_nothing_cuts_at_the_gap_and_as_the_threshold_says():
    text = f'"A."\n\n{told(160)}\n\n"B."\n\n{told(120)}\n\n"C."'
    assert begins(text, model=BLIND, boundaries="model") == [True, True, False]
    assert begins(text, model=BLIND, boundaries="model", boundary_threshold=0.9) == [True, False, False]
    assert begins(text, model=BLIND, boundaries="model", boundary_threshold=0.1) == [True, True, True]


@pytest.mark.parametrize("boundaries", ["off", "rules", "model"])
@pytest.mark.parametrize("text", ["", '"Yes."'])
def test_a_book_of_no_or_one_turn(text, boundaries):
    assert begins(text, model=BLIND, boundaries=boundaries) == [True] * text.count("Yes")


@given(st.lists(st.integers(1, 900), max_size=12), st.integers(1, 500))
def test_rules_agree_with_the_gap_where_nothing_is_known(widths, gap):
    text = '"A"' + "".join(" " * width + '"A"' for width in widths)
    book, turns = marked(text)
    params = Extract(dialogue_gap=gap)
    ruled = find_boundaries(book, turns, NO_BREAKS, language=ENGLISH, params=params)
    plain = find_gaps(book, turns, NO_BREAKS, params)
    assert ruled.begins(gap).tolist() == plain.begins(gap).tolist()
