import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.speakers.narration import Told
from dialogue_etl.sources.books.speakers.parting import begins_with_another
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.quotes import in_paragraphs


def parted(text):
    """The numbers of the stretches that another speaker says than the one before in the paragraph."""
    book = BookText.of(text)
    found = in_paragraphs(book, "“", "”")
    told = Told.of(book, found, LANGUAGES["en"])
    return np.flatnonzero(begins_with_another(told, found.first_of_paragraph())).tolist()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“No!” “Yes!”", [1]),
        ("“No!” he cried. “Yes!”", []),
        ("“No,” said Ellen, “never,” said Agnes.", [1]),
        ("“No,” said Ellen, “never,” said Ellen, “ever.”", []),
        ("“No,” said Ellen, “never,” said the cook.", []),
        ("“No,” said Ellen.\n\n“Never,” said Agnes.", []),
        ("“No.” Ellen rose. “Never.”", []),
    ],
)
def test_a_paragraph_is_one_speakers_but_for_answers_and_names(text, expected):
    assert parted(text) == expected


ANSWERS = "\n\n“No!” “Yes!”" * 4


def test_where_people_answer_each_other_in_one_paragraph_a_sentence_parts_them():
    sentence = "“Is it far?” He looked up. “No.”"
    assert parted(sentence + ANSWERS) == [1, 3, 5, 7, 9]
    assert 1 not in parted(sentence + ANSWERS[: -len(ANSWERS) // 4])
    assert 1 not in parted(sentence + ANSWERS + "\n\n“Well,” he said, “yes.”" * 40)


@pytest.mark.parametrize(
    ("paragraph", "begins"),
    [
        ("“Is it far?” asked the cook. “No.”", False),
        ("“Is it far?” asked the cook. “No,” said the smith.", True),
        ("“Is it far,” asked the cook, “or not?” he said.", False),
        ("“Is it far?” He said: “No.”", True),
        ("“Is it far?” He waited, “or not?”", False),
    ],
)
def test_but_no_tag_parts_them_alone_nor_half_a_sentence(paragraph, begins):
    assert (1 in parted(paragraph + ANSWERS)) == begins
