import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.spans import BookText, Spans, strip, text_of, texts_of


@given(st.text(alphabet="ab \n\t"), st.integers(0, 20), st.integers(0, 20))
def test_strip_agrees_with_str_strip(text, start, length):
    end = min(start + length, len(text))
    start = min(start, end)
    first, last = strip(text, start, end)
    assert text[first:last] == text[start:end].strip()


def test_text_of_replaces_white_space_by_one_blank():
    text = "Come\n  in, said he,\nplease. No."
    assert text_of(text, [(0, 10), (20, 27)]) == "Come in, please."
    spans = Spans.of([(0, 10), (20, 27), (28, 31)])
    assert texts_of(text, spans, np.array([0, 2])) == ["Come in, please.", "No."]


def paragraphs(text):
    return BookText.of(text).paragraphs.pairs()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (" \n\n \t\n", []),
        ("one\ntwo", ["one\ntwo"]),
        ("\n\n one\n\n\n\ntwo \n", ["one", "two"]),
        ("one\n \t \ntwo", ["one", "two"]),
        ("one\n\n   two\n   three", ["one", "two\n   three"]),
    ],
)
def test_blank_lines_separate_paragraphs(text, pieces):
    assert [text[start:end] for start, end in paragraphs(text)] == pieces


@given(st.text(alphabet="ab \n\t\xa0\u2028"))
def test_paragraphs_are_in_order_hold_no_blank_line_and_all_that_is_not_blank(text):
    spans = paragraphs(text)
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    covered = {place for start, end in spans for place in range(start, end)}
    assert {place for place, char in enumerate(text) if not char.isspace()} <= covered
    for start, end in spans:
        assert all(line.strip() for line in text[start:end].split("\n"))


@given(st.text(alphabet="ab \n\t\r\x85\u2028😀"))
def test_lines_of_paragraphs_are_numbered_as_line_ends_count_them(text):
    book = BookText.of(text)
    assert book.newlines.tolist() == [place for place, char in enumerate(text) if char == "\n"]
    starts, ends = book.paragraphs
    assert book.lines.starts.tolist() == [text.count("\n", 0, start) for start in starts]
    assert book.lines.ends.tolist() == [text.count("\n", 0, end) + 1 for end in ends]
