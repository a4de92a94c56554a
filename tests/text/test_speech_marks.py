import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.mark_roles import BookMarks
from dialogue_etl.text.points import points_of
from dialogue_etl.text.spans import strip
from dialogue_etl.text.speech_marks import all_quoted

TEXTS = st.text(alphabet='ab “”"«»\n\t\xa0', max_size=40)


def one_by_one(text, paragraph, opening, closing):
    """The same rule for one paragraph, a mark at a time."""
    spans = []
    position, end = paragraph
    while (mark := text.find(opening, position, end)) >= 0:
        close = text.find(closing, mark + 1, end)
        span = strip(text, mark + 1, close if close >= 0 else end)
        if span[0] < span[1]:
            spans.append(span)
        if close < 0:
            return spans, True
        position = close + 1
    return spans, False


@pytest.mark.parametrize(("opening", "closing"), [("“", "”"), ('"', '"'), ("«", "»"), ("»", "«")])
@given(text=TEXTS)
def test_all_quotations_at_once_are_those_of_each_paragraph(opening, closing, text):
    book = BookText.of(text)
    expected = [one_by_one(text, paragraph, opening, closing) for paragraph in book.paragraphs.pairs()]
    found = all_quoted(BookMarks(book), opening, closing)
    assert found.spans.pairs() == [span for spans, _ in expected for span in spans]
    assert found.paragraphs.tolist() == [number for number, (spans, _) in enumerate(expected) for _ in spans]
    assert found.left_open.tolist() == [left_open for _, left_open in expected]


@pytest.mark.parametrize(
    ("opening", "closing", "text"),
    [
        (",,", "''", "Er sagte: ,, Ja'' und ,,nein''.\n\n,,Gut,\n\n,,"),
        (",,", "”", "Er sagte: ,, Ja” und ,,nein”.\n\n,,Gut,\n\n,,"),
        ("``", "''", "He said ``Ja'' and ``nein''.\n\n``Gut,\n\n``"),
        ("``", "``", "He said ``Ja`` and ``nein``.\n\n``Gut,\n\n``"),
    ],
)
def test_a_mark_may_be_two_characters(opening, closing, text):
    found = all_quoted(BookMarks(BookText.of(text)), opening, closing)
    assert [text[start:end] for start, end in found.spans.pairs()] == ["Ja", "nein", "Gut,"]
    assert found.left_open.tolist() == [False, True, True]


@given(st.text(max_size=30))
def test_code_points_stand_where_their_characters_do(text):
    assert [chr(point) for point in points_of(text).tolist()] == list(text)
