import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.extraction.quotations.viterbi import (
    NESTED,
    NEVER,
    STRAY,
    STRAY_SURE,
    MarkedParagraph,
    pairs_of,
)

SURE = {"(": 3, ")": -3, "?": 0}


def read(marks, nested=True, **around):
    """The quotations of marks written as brackets: the text between the marks is their number."""
    roles = [SURE[mark] for mark in marks]
    strays = [STRAY + STRAY_SURE * abs(role) for role in roles]
    paragraph = MarkedParagraph(roles, strays, [NESTED if nested else NEVER] * len(roles), **around)
    return [(pair.opening, pair.end) for pair in pairs_of(paragraph)]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ("()()", [(0, 1), (2, 3)]),
        ("????", [(0, 1), (2, 3)]),
        ("(?)", [(0, 2)]),
        ("(())", [(0, 3)]),
        ("()(()())", [(0, 1), (2, 7)]),
        ("()(", [(0, 1), (2, 3)]),
        ("(()()()", [(0, 1), (1, 2), (3, 4), (5, 6)]),
        ("())()", [(0, 1), (3, 4)]),
    ],
)
def test_marks_are_paired_in_the_least_odd_way(marks, expected):
    assert read(marks, closed=True) == expected


def test_without_nesting_a_quotation_begins_with_each_mark_that_opens():
    assert read("(())", nested=False)[:2] == [(0, 1), (1, 2)]


def test_a_paragraph_goes_on_with_the_speech_before():
    assert read(")()", begun=True) == [(-1, 0), (1, 2)]
    assert read(")()") == [(1, 2)]


def test_a_lost_opening_mark_is_made_good_among_paragraphs_with_marks():
    assert read(")()", marked=True) == [(-1, 0), (1, 2)]


def test_quotations_inside_a_speech_of_several_paragraphs_belong_to_it():
    assert read("(()()", continued=True) == [(0, 5)]


@given(
    st.text(alphabet="()?", min_size=1, max_size=12),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_quotations_are_in_order_and_do_not_overlap(marks, begun, marked, continued, closed):
    found = read(marks, begun=begun, marked=marked, continued=continued, closed=closed)
    edges = [edge for pair in found for edge in pair]
    assert edges == sorted(edges)
    assert all(-1 <= opening < end <= len(marks) for opening, end in found)


@given(st.integers(1, 6))
def test_marks_by_turns_are_paired_by_turns(pairs):
    assert read("()" * pairs) == [(2 * number, 2 * number + 1) for number in range(pairs)]
