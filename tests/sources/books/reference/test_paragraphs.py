from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.reference.paragraphs import length, paragraphs


def one_line_after_the_other(text):
    """Lines put together with a blank after each, until a line without any character."""
    found, paragraph = [], ""
    for line in [*text.split("\n"), ""]:
        if line:
            paragraph += f"{line} "
        else:
            found.append(paragraph)
            paragraph = ""
    return [paragraph for paragraph in found if paragraph]


@given(st.text(alphabet="a \n\r\t"))
def test_paragraphs_are_those_of_reading_line_by_line(text):
    found = list(paragraphs(text))
    assert [piece.replace("\n", " ") + " " for _, piece in found] == one_line_after_the_other(text)
    assert [length(piece) for _, piece in found] == [len(piece) for piece in one_line_after_the_other(text)]
    assert all(text[start : start + len(piece)] == piece for start, piece in found)


def test_a_line_of_blanks_parts_nothing():
    assert list(paragraphs("One.\n \nTwo.\n\nThree.")) == [(0, "One.\n \nTwo."), (13, "Three.")]
