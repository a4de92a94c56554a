import pytest

from dialogue_etl.languages import LANGUAGES, Dash, Quotes
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.turns import find_turns, own_marks, weigh

EN, HU = LANGUAGES["en"], LANGUAGES["hu"]
STRAIGHT, CURLY, SINGLE = EN.marks[:3]


def turns(text, marks=CURLY, **knobs):
    found, scare = find_turns(text, marks, Extract(**knobs))
    return found.texts, len(scare)


def test_a_paragraph_holds_one_turn_at_most():
    assert turns("“One,” he said, “two.” “Three.”\n\nNothing.\n\n“Four.”") == (
        ["One, two. Three.", "Four."],
        0,
    )


def test_a_turn_begins_and_ends_with_its_speech():
    text = "He said, “One,” and then, “two.” She left."
    found, _ = find_turns(text, CURLY, Extract())
    assert text[found.starts[0] : found.ends[0]] == "One,” and then, “two."


SPEECH = "He said, “First part.\n\n“Second part.\n\n“Third part.”\n\n“Another.”"


def test_a_speech_of_several_paragraphs_is_one_turn():
    assert turns(SPEECH)[0] == ["First part. Second part. Third part.", "Another."]


def test_join_paragraphs_can_be_turned_off():
    assert turns(SPEECH, join_paragraphs=False)[0] == [
        "First part.",
        "Second part.",
        "Third part.",
        "Another.",
    ]


@pytest.mark.parametrize(
    "between",
    ["“First.\n\nHe thought.\n\n“Second.”", "“First.\n\nHe said: “Second.”", "“First.”\n\n“Second.”"],
)
def test_a_speech_goes_on_only_in_the_next_paragraph_if_that_opens_with_a_mark(between):
    assert turns(between)[0] == ["First.", "Second."]


def test_scare_quotes_are_left_out_and_counted():
    assert turns("The “grand hotel” stood there.\n\n“Yes,” he said.") == (["Yes,"], 1)


def test_scare_quotes_can_be_kept():
    assert turns("The “grand hotel” stood there.", drop_scare_quotes=False) == (["grand hotel"], 0)


def test_a_dash_opens_a_turn():
    text = "– Egy – mondta –, kettő.\n\nElbeszélés – igen – tovább.\n\n-- Három."
    assert turns(text, HU.marks[0]) == (["Egy , kettő.", "Három."], 0)


def test_opening_marks_are_weighed():
    assert weigh("“One,” he said, “two.”", Quotes("“", "”", weight=2)) == 4
    assert weigh('"One," he said, "two."', Quotes('"', '"', weight=1)) == 4


def test_dashes_weigh_only_in_paragraphs_that_open_with_one():
    assert weigh("– Egy – mondta.\n\nEgy – két – há.", Dash(("–",), weight=2)) == 4


@pytest.mark.parametrize(
    ("text", "marks", "weight"),
    [
        ("“a” “b” ‘c’", CURLY, 4),
        ("‘a’ ‘b’ “c”", SINGLE, 4),
        ('"a" “b”', STRAIGHT, 2),
        ("", STRAIGHT, 0),
        ("‘a’ “b”", CURLY, 2),
    ],
)
def test_a_book_uses_the_marks_that_weigh_most_the_first_of_equals(text, marks, weight):
    assert own_marks(text, EN) == (marks, weight)
