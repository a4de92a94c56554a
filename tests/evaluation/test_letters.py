from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.evaluation.letters import Letters, size, union

TEXT = "“Yes,” he said. — “2 o’clock.”"


def test_marks_and_blanks_at_the_edges_do_not_matter():
    letters = Letters(TEXT)
    said = TEXT.index("Yes")
    assert letters.stretches([(0, said + 5)]) == letters.stretches([(said, said + 3)]) == ((0, 3),)


def test_spans_with_no_letter_between_them_are_one_stretch():
    letters = Letters("ab, cd e")
    assert letters.stretches([(4, 6), (0, 2)]) == ((0, 4),)
    assert letters.stretches([(0, 2), (7, 8)]) == ((0, 2), (4, 5))


def test_a_span_without_a_letter_is_no_stretch():
    assert Letters("— ! _").stretches([(0, 5)]) == ()
    assert Letters("").stretches([(0, 0)]) == ()


def test_letters_of_any_script_and_digits_count():
    assert Letters("é ß я 字 7 _ - ’").count(0, 15) == 5


stretches = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda p: (p[0], p[0] + p[1])))


@given(stretches)
def test_a_union_holds_each_letter_once(found):
    joined = union(found)
    letters = {letter for start, end in found for letter in range(start, end)}
    assert size(joined) == len(letters)
    assert {letter for start, end in joined for letter in range(start, end)} == letters
    assert all(one[1] < other[0] for one, other in pairwise(joined))
