from benchmarks.extraction import changes
from benchmarks.extraction.profiles import Outcome
from benchmarks.extraction.switches import switches
from tests.benchmarks.extraction.test_profiles import KEPT, LOST, measured


def said(*books):
    (paragraph,) = changes.paragraphs(books)
    return paragraph


def test_books_gained_with_their_marks_and_the_rules_they_need():
    paragraph = said(measured(LOST, without={"single_quotes": LOST}), measured())
    assert paragraph.startswith(
        "**English.** Books gained: 1 (marked by “ ” 1; the reference loses them by min_delimiters 1;"
    )
    assert "they need `single_quotes` 1)" in paragraph
    assert "None lost." in paragraph
    assert (
        "Utterances +100.0 % (+100.0 % without `join_speakers`); in books both keep (1) +0.0 %," in paragraph
    )


def test_books_that_are_lost_are_said_to_be():
    paragraph = said(measured(KEPT, LOST))
    assert "No book gained. Lost: 1 (min_delimiters 1; marked by “ ” 1)" in paragraph
    assert "no book in common" in paragraph
    assert paragraph.endswith("No utterances.")


def test_a_language_the_reference_does_not_know():
    assert "gutenberg-dialog does not know the language." in said(measured(None, language="sv"))


def test_rules_that_give_and_that_take():
    few, many = Outcome("", 1, 5, 20), Outcome("", 1, 15, 60)
    paragraph = said(measured(without={"mend_quotes": few, "skip_titles": many}))
    assert "give most utterances: `mend_quotes` +50.0 %;" in paragraph
    assert "leave out most: `skip_titles` −50.0 %." in paragraph


def test_every_rule_has_a_row_and_every_language_with_utterances_a_column():
    less = Outcome("", 1, 9, 20)
    books = [
        measured(without={"any_dash": less}),
        measured(LOST, LOST, language="nl"),
        measured(language="it"),
    ]
    header, _, *rows = changes.table(books).splitlines()
    assert header == "|  | en | it |"
    assert len(rows) == len(switches())
    assert "| `any_dash` | +10.0 | = |" in rows


def test_a_small_effect_is_not_none():
    many = Outcome("", 1, 100_000, 1)
    row = changes.table([measured(many, many, without={"any_dash": Outcome("", 1, 99_999, 1)})])
    assert "| `any_dash` | · |" in row
