from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.evaluation.content import Letters, size, union

TEXT = "“Yes,” he said. — “2 o’clock.”"


@pytest.mark.parametrize(
    ("text", "spans", "found"),
    [
        (TEXT, [(0, 6)], ((0, 3),)),  # marks and blanks at the edges do not matter
        (TEXT, [(1, 4)], ((0, 3),)),
        ("ab, cd e", [(4, 6), (0, 2)], ((0, 4),)),  # with no letter between them they are one
        ("ab, cd e", [(0, 2), (7, 8)], ((0, 2), (4, 5))),
        ("— ! _", [(0, 5)], ()),
        ("", [(0, 0)], ()),
        ("é ß я 字 7 _ - ’", [(0, 15)], ((0, 5),)),  # of any script
    ],
)
def test_stretches_of_letters(text, spans, found):
    assert Letters(text).stretches(spans) == found


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda p: (p[0], p[0] + p[1]))))
def test_a_union_holds_each_letter_once(found):
    joined = union(found)
    letters = {letter for start, end in found for letter in range(start, end)}
    assert size(joined) == len(letters)
    assert {letter for start, end in joined for letter in range(start, end)} == letters
    assert all(one[1] < other[0] for one, other in pairwise(joined))
