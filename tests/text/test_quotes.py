import pytest

from dialogue_etl.text.quotes import is_scare_quote, opens_with, quoted
from dialogue_etl.text.spans import Span


def said(text, opening="“", closing="”"):
    spans, left_open = quoted(text, Span(0, len(text)), opening, closing)
    return [text[start:end] for start, end in spans], left_open


def test_speech_is_what_stands_between_the_marks():
    assert said("“Who’s there?” he asked.") == (["Who’s there?"], False)


def test_narration_interrupts_speech():
    assert said("“They’re heavy,” he said, “for things with words.”") == (
        ["They’re heavy,", "for things with words."],
        False,
    )


def test_straight_marks_open_and_close_in_turn():
    assert said('"One," he said, "two."', '"', '"') == (["One,", "two."], False)


def test_marks_of_another_kind_inside_belong_to_the_speech():
    assert said("“He shouted, ‘Who’s there?’ and ran.”") == (["He shouted, ‘Who’s there?’ and ran."], False)


def test_speech_left_open_runs_to_the_end_of_the_paragraph():
    assert said("He said, “Sit down, and you shall have it. ") == (["Sit down, and you shall have it."], True)


def test_only_the_last_quotation_can_be_left_open():
    assert said("“One,” he said. “Two") == (["One,", "Two"], True)


def test_an_apostrophe_inside_a_word_does_not_close_single_quotes():
    assert said("‘I don’t know,’ he said.", "‘", "’") == (["I don’t know,"], False)


def test_an_apostrophe_at_the_end_of_the_paragraph_closes():
    assert said("‘I know’", "‘", "’") == (["I know"], False)


def test_a_closing_mark_before_punctuation_closes():
    assert said("‘Yes’, he said, ‘no’.", "‘", "’") == (["Yes", "no"], False)


def test_empty_quotations_are_no_speech():
    assert said("He wrote “” and “ ” there.") == ([], False)


def test_only_the_paragraph_is_looked_at():
    text = "“One.”\n\n“Two\n\n“Three.”"
    spans, left_open = quoted(text, Span(8, 12), "“", "”")
    assert ([text[s:e] for s, e in spans], left_open) == (["Two"], True)


@pytest.mark.parametrize(
    ("text", "opens"), [("“Yes", True), ("_“Yes", True), ("He: “Yes", False), ("", False)]
)
def test_a_paragraph_opens_with_a_mark_or_with_italics_and_a_mark(text, opens):
    assert opens_with(text, Span(0, len(text)), "“") is opens


def scare(text):
    paragraph = Span(0, len(text))
    return is_scare_quote(text, paragraph, quoted(text, paragraph, "“", "”")[0])


@pytest.mark.parametrize(
    "text",
    [
        "They called it the “grand hotel” of the place.",
        "His “friend” came, and so did his “very good, dear old friend” later.",
        "“friends” they called themselves.",
        "Nobody believed in the “ghost of the old mill.”",
        "It was called: “the end” by all.",
    ],
)
def test_lower_case_words_in_the_flow_of_narration_are_scare_quotes(text):
    assert scare(text)


@pytest.mark.parametrize(
    "text",
    [
        "They called it the “Grand Hotel” of the place.",
        "“and so we went home again,” he said.",
        "He said, “only if you insist upon it, sir.”",
        "He cried: “never!”",
        "She went on—“but not today,” she said.",
        "The “old” man came. “Yes,” he said.",
        "“1912 was the year,” he said.",
        "“—” he began.",
    ],
)
def test_capitals_and_what_is_led_to_are_speech(text):
    assert not scare(text)


@pytest.mark.parametrize(("words", "is_scare"), [("one two three", True), ("one two three four", False)])
def test_led_to_speech_is_a_scare_quote_below_four_words(words, is_scare):
    assert scare(f"He said, “{words}”") is is_scare


def test_a_blank_after_the_opening_mark_makes_no_scare_quote():
    assert not scare("“ and so we went home again, the two of us,” he said.")
