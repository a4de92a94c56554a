import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.paragraphs import paragraphs
from dialogue_etl.text.points import points_of
from dialogue_etl.text.quotes import in_paragraphs, quoted
from dialogue_etl.text.spans import Spans

TEXTS = st.text(alphabet='ab “”"«»\n\t\xa0', max_size=40)


@pytest.mark.parametrize(("opening", "closing"), [("“", "”"), ('"', '"'), ("«", "»"), ("»", "«"), ("‘", "’")])
@given(text=TEXTS)
def test_all_quotations_at_once_are_those_of_each_paragraph(opening, closing, text):
    pieces = paragraphs(text)
    expected = [quoted(text, piece, opening, closing) for piece in pieces]
    found = in_paragraphs(BookText(text, points_of(text), Spans.of(pieces)), opening, closing)
    assert found.spans.pairs() == [span for spans, _ in expected for span in spans]
    assert found.paragraphs.tolist() == [number for number, (spans, _) in enumerate(expected) for _ in spans]
    assert found.left_open.tolist() == [left_open for _, left_open in expected]


@given(st.text(max_size=30))
def test_code_points_stand_where_their_characters_do(text):
    assert [chr(point) for point in points_of(text).tolist()] == list(text)
