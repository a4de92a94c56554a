import pytest
from ahocorasick_rs import AhoCorasick
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.gutenberg.paragraphs import (
    Paragraph,
    is_heading,
    last_paragraphs,
    lines_with,
    names_chapter,
)


def test_the_last_paragraphs_are_those_in_the_last_characters():
    text = "x\n\n" * 1_000 + "last"
    rows = last_paragraphs(text, 0, len(text), 30)
    assert 10 <= len(rows) <= 12
    assert text[rows[-1].start :] == "last"
    assert len(last_paragraphs(text, 0, len(text), 10_000)) == 1_001
    assert last_paragraphs("", 0, 0, 10) == []


@given(st.text("aé:.*\n", max_size=60), st.lists(st.text("aé:.*", min_size=1, max_size=4), min_size=1))
def test_lines_with_one_of_some_strings_come_once_and_in_order(text, strings):
    found = lines_with(text, AhoCorasick(strings))
    lines = text.split("\n")
    expected = [number for number, line in enumerate(lines) if any(one in line for one in strings)]
    assert [text.count("\n", 0, start) for start, _ in found] == expected
    assert [text[start:end] for start, end in found] == [lines[number] for number in expected]


@pytest.mark.parametrize(
    ("text", "named", "heading"),
    [
        *(
            (line, True, True)
            for line in ("CHAPTER I", "Chapter the First.", "  XII.", "[ 7 ]", "Erster Teil")
        ),
        *((line, False, False) for line in ("I was born.", "Chapters of my life", "He had 7 books", "* * *")),
        ("MCMXX-", False, True),
        ("THE STORM", False, True),  # capitals, but not a long paragraph of them
        ("\n".join(["THE STORM"] * 4), False, False),
    ],
)
def test_headings_name_a_part_or_are_capitals(text, named, heading):
    assert names_chapter(text) is named
    assert is_heading(text, Paragraph(0, len(text), 0)) is heading
