"""Paragraphs of texts without blank lines must be those of the same texts with blank lines."""

import textwrap

import pytest

from dialogue_etl.text.spans import BookText

TALK = [
    "Ann came in from the garden with a basket of pears. She put it on the table beside the lamp, looked at "
    "the rain for a while, and then at the clock.",
    "“You are late,” said Tom.",
    "“I had to wait for the ferry, and the ferryman for the tide, which waits for nobody,” said Ann.",
    "He took a pear.",
] * 20
WRAPPED = [textwrap.wrap(paragraph, 60) for paragraph in TALK]


def paragraphs(text):
    return [" ".join(text[start:end].split()) for start, end in BookText.of(text).paragraphs.pairs()]


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join("\n".join(lines) for lines in WRAPPED),
        "\n".join(TALK),
        "\n".join(f"{paragraph} " for paragraph in TALK),
        "\n".join("   " + "\n".join(lines) for lines in WRAPPED),
        "\n".join("\n".join(lines) for lines in WRAPPED),
        "\n".join(" \n".join(lines) + " " for lines in WRAPPED),
    ],
    ids=[
        "blank lines",
        "not wrapped",
        "blanks at line ends",
        "set in",
        "wrapped",
        "wrapped, blanks at line ends",
    ],
)
def test_paragraphs_are_found_by_layout(text):
    assert paragraphs(text) == TALK


def test_lines_after_a_dash_are_paragraphs_although_others_have_blank_lines_between():
    text = (
        "He came in.\n— Good day.\n— And to you.\nShe sat down.\n\n"
        "The evening was long and cold, and the old house stood dark among its trees, and\n"
        "nobody came by on the road to the town, not even the carter with his two old dogs\n"
        "— they were lame — nor the priest."
    )
    found = BookText.of(text).paragraphs.pieces(text)
    assert found[:4] == ["He came in.", "— Good day.", "— And to you.", "She sat down."]
    assert len(found) == 5


def test_lines_of_long_paragraphs_are_not_paragraphs():
    lines = "The sea was grey.\n" * 25
    assert len(paragraphs(f"{lines}\n{lines}\n{lines}")) == 3


def test_words_of_a_wrapped_text_are_in_its_paragraphs_in_order():
    text = "\n".join(line for lines in WRAPPED for line in lines)
    assert " ".join(paragraphs(text)) == " ".join(text.split())
