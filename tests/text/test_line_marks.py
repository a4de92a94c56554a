"""Marks that are repeated at the beginning of each line of a quotation."""

import pytest

from dialogue_etl.text.line_marks import repeated_marks
from dialogue_etl.text.spans import BookText
from tests.sources.books.extraction import steps

REPEATED = 'Tom said, "I went\n"down the hill\n"with a lamp."\n\nHe sat.'


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        (REPEATED, 2),
        ("Il dit : « Je suis\n» descendu là\n» avec lui. »", 2),
        ('"I went\n"down the hill."', 0),  # one line alone may begin with a nested quotation
        ('"Yes."\n"No."\n"Why?"\n"So."', 0),  # a dialogue
        ('"Yes," said he\n"No."\n"Why?"', 0),
        ('He went\n"down\n“the hill\nwith a lamp.', 0),
        ('"I went.\n\n"I ran.\n\n"I fell."', 0),  # paragraphs
        ('"A\n"b', 0),
        ("", 0),
    ],
)
def test_marks_of_lines_are_told_from_those_of_quotations(text, marks):
    found = repeated_marks(BookText.of(text))
    assert len(found) == marks
    assert all(text[place - 1] == "\n" for place in found)


def test_a_quotation_with_marks_on_each_line_is_one_without_them():
    assert steps.pieces("find_quotations", REPEATED) == ['I went\n"down the hill\n"with a lamp.']
    assert steps.pieces("cut_remarks", REPEATED) == ["I went", "down the hill", "with a lamp."]
