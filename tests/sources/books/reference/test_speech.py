import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.reference.extraction import Mark, own_mark
from dialogue_etl.sources.books.reference.speech import (
    dashed,
    length,
    low_quoted,
    paragraphs,
    played,
    quoted,
    utterance,
)

FAR = "x" * 200
MARKS = (Mark('"', weight=1), Mark("“"), Mark("_", weight=1, first_only=True))
WAYS = {"“": quoted, "‘": quoted, "„": low_quoted, "»": low_quoted, "_": played}
WAYS |= dict.fromkeys(("--", "–"), lambda text, mark: dashed(text, mark)[0])


def said(mark, text, way=None):
    return [[one.text for one in dialogue] for dialogue in (way or WAYS[mark])(text, mark)]


@pytest.mark.parametrize(
    ("mark", "text", "expected"),
    [
        # Narration between quotations is left out, before the first mark it is no part of the gap.
        ("“", "He: “Yes,” he said,\n“of course.”", [["Yes, of course."]]),
        ("“", f"“One.”\n\n{'x' * 500} “Two.”", [["One.", "Two."]]),
        # Only the first quotation has to begin with a capital; an empty one passes.
        ("“", "“Éva,” he said, “ß.”", [["Éva, ß."]]),
        ("“", "“”", [[""]]),
        ("“", "“” he said. “yes.”", [["yes."]]),
        ("“", "He went.", []),
        # An odd number of marks says nothing but ends the gap, and comes before the question of the capital.
        (
            "“",
            f"“One.”\n\n{'x' * 145}\n\n“Two.\n\n“Three.”\n\n{'x' * 145}\n\n“Four.”",
            [["One.", "Three.", "Four."]],
        ),
        ("“", f"“One.”\n\n“two {FAR}“ x “\n\n“Three.”", [["One.", "Three."]]),
        # A closing mark alone makes a paragraph speak; one without a capital is part of the gap.
        ("“", f"“One.”\n\n{'x' * 300}”\n\n“Three.”", [["One.", "Three."]]),
        ("“", f"“One.”\n\n{'x' * 100} “word” {'x' * 100}\n\n“Two.”", [["One."], ["Two."]]),
        # A dialogue begins before it is known whether anything is said.
        ("“", f"“One.”\n\n{FAR}\n\n“two.”\n\n{FAR}\n\n“Three.", [["One."], [], []]),
        # A plural possessive closes a quotation.
        ("‘", "‘The boys’ hats are gone.’ ", [[]]),
        ("‘", "‘The boys’ hats and the girls’ are gone,’ he said.", [["The boys are gone,"]]),
        # Quotations are put together without a blank; one that is not closed goes on to the next one.
        ("„", "„Ja.“ sagte er. „Nein.“", [["Ja.Nein."]]),
        ("»", "»Ja.« sagte er. »Nein.«", [["Ja.Nein."]]),
        ("„", "„Ja, „nein“ sagte er.", [["Ja, nein"]]),
        ("„", "„Ja.” sagte er.", [["Ja.” sagte er."]]),
        # Speech and narration take turns.
        ("--", "--Sì--disse--certo--e andò.", [["Sì certo"]]),
        ("–", "– Igen – mondta – persze.", [["Igen persze."]]),
        # What follows the name is said, stage directions too; other paragraphs are part of the gap.
        ("_", "_Lane._ I didn’t\nlisten.\n\n_Algernon._ Why?", [["I didn’t listen.", "Why?"]]),
        ("_", "_Lane._ Yes. [_Goes out._] Sir.", [["Yes. [ Goes out. ] Sir."]]),
        ("_", "x _Lane._ Yes.\n\n _Lane._ Yes.", []),
    ],
)
def test_what_is_said(mark, text, expected):
    assert said(mark, text) == expected


@pytest.mark.parametrize("quotation", ["yes.", "1.", "—Yes.", "‘Yes.’", " Yes.", "(Yes.)", "\nYes."])
def test_a_quotation_that_does_not_begin_with_a_capital_says_nothing(quotation):
    assert said("“", f"“{quotation}” he said. “Yes.”") == [[]]


def test_straight_marks_open_and_close_and_in_german_narration_between_them_is_speech():
    assert said('"', '"Yes," he said, "of course."', quoted) == [["Yes, of course."]]
    assert said('"', '"Ja," sagte er, "nein."', low_quoted) == [["Ja, sagte er, nein."]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((f"‘Yes.’{end}", [["Yes."]]) for end in (" ", "\nx", "", "\n\nx")),
        *((text, [[]]) for text in ("‘Yes’, he said.", "‘Yes,’—he said.", "‘Yes’\tx")),
    ],
)
def test_a_single_mark_closes_before_white_space_and_else_is_an_apostrophe(text, expected):
    assert said("‘", text) == expected


@pytest.mark.parametrize(
    ("mark", "text", "speaks"),
    [
        *(("„", "„Ja.“", True), ("„", "–„Ja.“", True), ("„", "– „Ja.“", False)),
        *(("--", "--Sì", True), ("--", " --Sì", False), ("–", " –Igen", True), ("–", "  –Igen", False)),
    ],
)
def test_the_whole_mark_is_within_the_first_two_characters(mark, text, speaks):
    assert bool(said(mark, text)) is speaks


@pytest.mark.parametrize(
    ("mark", "text", "most"),
    [
        ("“", "“One.”\n\n{gap}\n\n“Two.”", 148),  # a blank for the end of each of two lines
        ("“", f"{'x' * 99} “One” x “one.”{{gap}}\n\n“Two.”", 149),  # begins at the last mark
        ("„", f"„Ja.“ {'x' * 500}\n\n{{gap}}\n\n„Nein.“", 149),  # silent paragraphs only, and so below
        ("--", f"--Sì--{'x' * 500}\n\n{{gap}}\n\n--No.", 149),
        ("_", "_A._ Yes.\n\n{gap}\n\n_B._ No.", 149),
    ],
)
def test_the_gap_that_begins_a_dialogue(mark, text, most):
    assert len(said(mark, text.format(gap="x" * most))) == 1
    assert len(said(mark, text.format(gap="x" * (most + 1)))) == 2


def test_only_speaking_paragraphs_count_as_of_two_dashes():
    assert dashed("--Sì--disse.\n\n--No.\n\nx--y--z.\n\n--a--b--c", "--")[1] == 2


@given(st.text(alphabet="ab \n\t\xa0\x1c"))
def test_white_space_runs_are_one_blank(text):
    assert utterance(text, 0, text).text == " ".join(text.split())


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


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        *(('"a" "b" “c”', ('"', 5)), ('"a" “b” “c”', ("“", 5))),  # the one that weighs most
        *(('"a" “b”', ('"', 3)), ("", ('"', 1))),  # of equal ones the first
        ("_A._ b _c_\n_D._ e\n _f_\n_", ("_", 4)),  # an underscore counts at the beginning of a line only
    ],
)
def test_the_mark_of_a_book(text, mark):
    assert own_mark(text, MARKS) == mark
