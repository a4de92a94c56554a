import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.layout.shapes import Shapes, _median, letters_at
from dialogue_etl.text.book_text import BookText


def shapes(text):
    return Shapes.of(BookText.of(text))


def test_lines_lengths_and_gaps():
    found = shapes("One line.\n\nTwo\nlines.\n\n\n\n  Third.")
    assert found.lines.tolist() == [1, 2, 1]
    assert found.lengths.tolist() == [9, 10, 6]
    assert found.first_lines.tolist() == [9, 3, 6]
    assert found.gaps.tolist() == [0, 1, 3]
    assert found.usual_gap == 2


def test_edges():
    found = shapes("“_Yes_,”\n\n—No.\n\nPerhaps")
    assert found.quoted.tolist() == [True, False, False]
    assert found.dashed.tolist() == [False, True, False]
    assert [chr(last) for last in found.last] == [",", ".", "s"]
    assert [chr(letter) for letter in found.letter[1:]] == ["—", "P"]


def test_set_in_needs_all_lines_and_a_book_that_is_not_so():
    text = "One.\n\n" * 9 + "    All of\n    it.\n\n    Only the\nfirst.\n\n     Single.\n\n" + "Two.\n\n" * 9
    assert np.flatnonzero(shapes(text).set_in).tolist() == [9, 11]
    assert not shapes("   One\n   line.\n\n" * 9).set_in.any()


def test_first_lines_that_are_indented_everywhere_are_the_book_s_form():
    assert not shapes("   One\nline.\n\n" * 9).set_in.any()


def test_the_width_is_that_of_most_lines():
    assert shapes(("x" * 60 + "\n") * 99 + "x" * 5000).width == 60


def test_the_letters_at_a_place_of_words_are_small_and_capital():
    assert set(letters_at(("my", "dear"), 0)) == set("mdMD")
    assert set(letters_at(("my", "a"), 1)) == set("yY")


@given(st.lists(st.integers(0, 9), min_size=1))
def test_the_usual_gap_is_the_median(gaps):
    assert _median(np.array(gaps, np.int64)) == int(np.median(gaps))


@given(st.text(alphabet='ab \n"_—', min_size=1).filter(str.strip))
def test_columns_are_of_one_length(text):
    found = shapes(text)
    columns = [column for column in found if isinstance(column, np.ndarray)]
    assert {len(column) for column in columns} == {len(BookText.of(text).paragraphs.starts)}
    assert (found.first_lines <= found.lengths).all()
    assert (found.lines >= 1).all()
