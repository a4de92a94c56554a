import pytest

from dialogue_etl.sources.books.gutenberg import producer_credits
from dialogue_etl.text.spans import Span

WORK = "THE HILL\nBy Jane Doe\n\n“Yes,” he said.\n\nProduced by hand in 1890."


def left(text, *, framed=True):
    out = producer_credits.spans(text, Span(0, len(text)), [], framed=framed)
    edges = [0, *(place for span in out for place in span), len(text)]
    return "".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)).strip()


CREDITS = [
    "Produced by Jane Doe and the Online\nDistributed Proofreading Team",
    "Produced by Jane Doe, John Doe, Ann Other and Patricia\nSmith, and others",
    "Produced by Jane Doe, Karyl Doe, Ann Other and Nancy K.\nSmith, Dave Bruce. Further\ncorrections by Al.",
    "Produced by Jane Doe (This file was produced from images\ngenerously\nmade\navailable.)",
    "E-text prepared by Jane Doe (http://www.example.org)",
    "This etext was prepared by Jane Doe.",
    "Transcribed from the 1890 Doe & Co edition by Jane Doe, email\njane@example.org",
    "Special thanks are due to Jane Doe for extensive\nproofreading and correction of this etext.",
    "This Etext is in German.\n\n\nProduced by Jane Doe",
    "Note: Images of the original pages are available through\n      Internet Archive. See\n      https://archive.org/x",
]


@pytest.mark.parametrize("credit", CREDITS)
@pytest.mark.parametrize("gap", ["\n\n\n\n", "\n"])
def test_credits_before_the_work_are_found_even_if_no_blank_line_follows(credit, gap):
    assert left(f"\n\n{credit}{gap}{WORK}") == WORK


@pytest.mark.parametrize(
    "line",
    ["EMMA", "Emma", "It was in May.", "“Come,” she said, and went.", "Chapter the First", "von Jane Doe"],
)
def test_whatever_the_work_begins_with_is_no_more_of_the_credit(line):
    assert left(f"Produced by Jane Doe\n{line}\nand more of it") == f"{line}\nand more of it"


PLAY = "Produced by Jane Doe at the Opera\n\nACT I"
LETTER = "I thank all who worked with Project Gutenberg on this.\n\nYours"
FACTS = "Written: 1916\nSource: The Hill (1920)\nTranscription/Markup: Jane Doe\nOnline: example.org"
PREPARED = "This etext was prepared by Jane Doe."


@pytest.mark.parametrize(
    ("text", "framed", "expected"),
    [
        # Without a header, and after the title, a credit says what it is of.
        (PLAY, False, PLAY),
        (f"E-text prepared by Jane Doe\n\n{WORK}", False, WORK),
        (LETTER, False, LETTER),
        ("THE HILL\n\nE-text prepared by Jane Doe\n\nIt rained.", True, "THE HILL\n\n\n\nIt rained."),
        (f"THE HILL\n\n{PLAY}", True, f"THE HILL\n\n{PLAY}"),
        (f"{WORK}\n\n{PREPARED}\n\nHTML version by the e-text team", True, WORK),  # after the work
        (f"THE HILL\n\n{FACTS}\n\nIt rained.", True, "THE HILL\n\n\n\nIt rained."),  # of a web edition
    ],
)
def test_credits_elsewhere(text, framed, expected):
    assert left(text, framed=framed) == expected


def test_notes_are_looked_past():
    text = "[Note of some length.]\n\nProduced by Jane Doe\n\nEMMA"
    notes = [Span(0, text.index("]") + 1)]
    assert producer_credits.spans(text, Span(0, len(text)), notes, framed=True) == [Span(24, 44)]
