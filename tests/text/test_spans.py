import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.spans import BookText, Spans, strip, text_of, texts_of


def test_strip_takes_white_space_off_both_edges():
    assert strip("a  bc \n d", 1, 7) == (3, 5)


def test_strip_of_nothing_but_white_space_is_empty():
    assert strip("a \n\t b", 1, 5) == (1, 1)


@given(st.text(alphabet="ab \n\t"), st.integers(0, 20), st.integers(0, 20))
def test_strip_agrees_with_str_strip(text, start, length):
    end = min(start + length, len(text))
    start = min(start, end)
    first, last = strip(text, start, end)
    assert text[first:last] == text[start:end].strip()


def test_text_of_makes_white_space_runs_one_blank():
    assert text_of("Come\n  in, said he,\nplease.", [(0, 10), (20, 27)]) == "Come in, please."


SPANS = st.text(alphabet="ab \n\t\xa0¶", min_size=8, max_size=8)


@given(SPANS, st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=3), max_size=4))
def test_many_turns_at_once_say_what_each_says(text, turns):
    spans = [[strip(text, 2 * place, 2 * place + 2) for place in turn] for turn in turns]
    spans = [[span for span in turn if span[0] < span[1]] for turn in spans]
    spans = [turn for turn in spans if turn]
    flat = Spans.of([span for turn in spans for span in turn])
    first = np.cumsum([0, *(len(turn) for turn in spans)])[:-1]
    assert texts_of(BookText.of(text), flat, first) == [text_of(text, turn) for turn in spans]


def test_blanks_in_a_row_are_made_one_in_all_turns_at_once():
    text = "Come  in,\n  said   he,\nplease  do. Sit\ndown."
    spans = Spans.of([(0, 9), (23, 34), (35, 44)])
    assert texts_of(BookText.of(text), spans, np.array([0, 2])) == ["Come in, please do.", "Sit down."]


def test_blanks_in_a_row_are_made_one_however_many():
    text = "a  b\n " * 600 + "c"
    assert texts_of(BookText.of(text), Spans.of([(0, len(text))]), np.array([0])) == ["a b " * 600 + "c"]


def test_a_sign_that_parts_turns_inside_them_is_kept():
    assert texts_of(BookText.of("a ¶ b¶"), Spans.of([(0, 3), (4, 6)]), np.array([0, 1])) == ["a ¶", "b¶"]


def paragraphs(text):
    return BookText.of(text).paragraphs.pairs()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        (" \n\n \t\n", []),
        ("one", ["one"]),
        ("one\ntwo", ["one\ntwo"]),
        ("one\n\ntwo", ["one", "two"]),
        ("\n\n one\n\n\n\ntwo \n", ["one", "two"]),
        ("one\n \t \ntwo", ["one", "two"]),
        ("one\n\n   two\n   three", ["one", "two\n   three"]),
    ],
)
def test_blank_lines_part_paragraphs(text, pieces):
    assert [text[start:end] for start, end in paragraphs(text)] == pieces


@given(st.text(alphabet="ab \n\t\xa0\u2028"))
def test_every_character_that_is_not_blank_is_in_one_paragraph(text):
    covered = [place for start, end in paragraphs(text) for place in range(start, end)]
    assert len(covered) == len(set(covered))
    assert {i for i, char in enumerate(text) if not char.isspace()} <= set(covered)


@given(st.text(alphabet="ab \n\t"))
def test_paragraphs_are_in_order_not_blank_and_hold_no_blank_line(text):
    spans = list(paragraphs(text))
    assert spans == sorted(spans)
    for start, end in spans:
        assert text[start:end].strip()
        assert all(line.strip() for line in text[start:end].split("\n"))


@given(st.text(alphabet="ab \n\t\r\x85\u2028😀"))
def test_lines_of_paragraphs_are_numbered_as_line_ends_count_them(text):
    book = BookText.of(text)
    assert book.newlines.tolist() == [place for place, char in enumerate(text) if char == "\n"]
    starts, ends = book.paragraphs
    assert book.lines.starts.tolist() == [text.count("\n", 0, start) for start in starts]
    assert book.lines.ends.tolist() == [text.count("\n", 0, end) + 1 for end in ends]
