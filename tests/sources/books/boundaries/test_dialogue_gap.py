import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.dialogue_rows import Turns
from dialogue_etl.sources.books.boundaries.dialogue_gap import gaps
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.spans import Spans
from tests.sources.books.boundaries.marked import marked


def turns(*turns):
    spans = [span for turn in turns for span in turn]
    first = np.cumsum([0, *(len(turn) for turn in turns)])
    return Turns([""] * len(turns), Spans.of(spans), first)


def test_the_gap_runs_from_the_last_span_to_the_first():
    found = turns([(0, 10), (400, 410)], [(560, 570)])
    assert gaps(BookText.of("x" * 600), found, both_sides=True).tolist() == [150]


@pytest.mark.parametrize("both_sides", [True, False])
@pytest.mark.parametrize("text", ["", '"Yes."'])
def test_where_nothing_is_between_there_is_no_gap(text, both_sides):
    book, found = marked(text)
    assert gaps(book, found, both_sides=both_sides).tolist() == []


@pytest.mark.parametrize(
    ("text", "both", "one"),
    [
        # 7 characters behind the speech, 6 of a paragraph between, 6 before the next; 2 blank lines.
        ('"Yes." 12345\n\n123456\n\n1234 "No."', 23, 17),
        ('"Yes."\n\n"No."', 4, 3),
        ('"Yes." 12345 "No."', 9, 9),
    ],
)
def test_the_released_code_leaves_out_what_stands_before_a_paragraphs_first_speech(text, both, one):
    book, found = marked(text)
    assert gaps(book, found, both_sides=True).tolist() == [both]
    assert gaps(book, found, both_sides=False).tolist() == [one]


@given(st.lists(st.integers(1, 300), min_size=1, max_size=20))
def test_every_gap_is_measured(widths):
    places, position = [], 0
    for width in widths:
        places.append([(position + width, position + width + 1)])
        position += width + 1
    found = gaps(BookText.of("x" * (position + 1)), turns(*places), both_sides=True)
    assert found.tolist() == widths[1:]
