import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.speakers.cast import NOBODY
from dialogue_etl.sources.books.speakers.narration import BESIDE, GENDERS, TOLD, UNTOLD, Told
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.quotes import in_paragraphs


def told(text):
    book = BookText.of(text)
    return Told.of(book, in_paragraphs(book, "“", "”"), LANGUAGES["en"])


def names(text):
    found = told(text)
    return [None if person == NOBODY else found.cast.name(person) for person in found.person.tolist()]


def test_tags_behind_between_and_before_speech():
    text = "“No,” said Ellen, “never.”\n\nThen Agnes said, “Why?”\n\n“Because.”"
    assert names(text) == ["Ellen", None, "Agnes", None]
    assert told(text).how.tolist() == [TOLD, UNTOLD, TOLD, UNTOLD]


def test_the_tag_between_belongs_to_what_stands_before_it():
    assert told("“No,” said Ellen. “I will not.”").how.tolist() == [TOLD, UNTOLD]


@pytest.mark.parametrize(
    ("narration", "speech", "expected"),
    [
        ("Agnes turned round, and said,", "“No.”", "Agnes"),
        ("Agnes turned round, and then said", "“No.”", "Agnes"),
        ("Agnes turned round and said it.", "“No.”", None),
        ("Agnes turned round, and said,", "“No,” cried Ellen.", "Ellen"),
        ("Agnes turned round, and said,", "She sighed: “No.”", None),
    ],
)
def test_a_paragraph_of_narration_may_end_with_the_tag_of_the_next_one(narration, speech, expected):
    assert names(f"“Oh,” said Agnes.\n\n{narration}\n\n{speech}") == ["Agnes", expected]


def test_what_follows_speech_in_the_paragraph_above_is_no_tag_of_the_next_one():
    assert names("“Why?” Agnes turned, and said,\n\n“No.”") == [None, None]


def test_a_capital_at_the_beginning_of_a_sentence_is_a_name_only_if_it_is_one_elsewhere():
    text = "“No.” Then all were silent.\n\n“Yes.” Ellen smiled.\n\n“Oh,” said Ellen."
    assert names(text) == [None, "Ellen", "Ellen"]
    assert told(text).how.tolist() == [UNTOLD, BESIDE, TOLD]


def test_a_pronoun_tells_the_gender_and_nobody():
    found = told("“No,” she said.")
    assert (names("“No,” she said."), GENDERS[found.gender[0]]) == ([None], "f")


def test_no_speech_is_told_nothing():
    assert len(told("Nothing.").how) == 0
