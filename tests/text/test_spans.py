from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.spans import Span, strip, text_of


def test_strip_takes_white_space_off_both_edges():
    assert strip("a  bc \n d", 1, 7) == Span(3, 5)


def test_strip_of_nothing_but_white_space_is_empty():
    assert strip("a \n\t b", 1, 5) == Span(1, 1)


@given(st.text(alphabet="ab \n\t"), st.integers(0, 20), st.integers(0, 20))
def test_strip_agrees_with_str_strip(text, start, length):
    end = min(start + length, len(text))
    start = min(start, end)
    stripped = strip(text, start, end)
    assert text[stripped.start : stripped.end] == text[start:end].strip()


def test_text_of_makes_white_space_runs_one_blank():
    assert text_of("Come\n  in, said he,\nplease.", [(0, 10), (20, 27)]) == "Come in, please."
