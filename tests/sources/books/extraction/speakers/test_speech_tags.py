import pytest

from dialogue_etl.sources.books.extraction.speakers.characters import NOBODY, Characters
from dialogue_etl.sources.books.extraction.speakers.speech_tags import (
    BESIDE,
    BY_VERB,
    GENDERS,
    UNTAGGED,
    tag_speech,
)
from tests.sources.books.extraction.made import after, document


def tagged(text):
    """The table with tags, and the name that each row's tag says."""
    book, characters = document(text), Characters()
    table = tag_speech(book, after("join_turns", book), characters)
    numbers = table.column("character").tolist()
    return table, [None if number == NOBODY else characters.name(number) for number in numbers]


def tags(text):
    return tagged(text)[0].column("tag").tolist()


def test_tags_behind_between_and_before_speech():
    text = "“No,” said Ellen, “never.”\n\nThen Agnes said, “Why?”\n\n“Because.”"
    assert tagged(text)[1] == ["Ellen", None, "Agnes", None]
    assert tags(text) == [BY_VERB, UNTAGGED, BY_VERB, UNTAGGED]
    assert tags("“No,” said Ellen. “I will not.”") == [BY_VERB, UNTAGGED]  # of what stands before it


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
    assert tagged(f"“Oh,” said Agnes.\n\n{narration}\n\n{speech}")[1] == ["Agnes", expected]


def test_what_follows_speech_in_the_paragraph_above_is_no_tag_of_the_next_one():
    assert tagged("“Why?” Agnes turned, and said,\n\n“No.”")[1] == [None, None]


def test_a_capital_at_the_beginning_of_a_sentence_is_a_name_only_if_it_is_one_elsewhere():
    text = "“No.” Then all were silent.\n\n“Yes.” Ellen smiled.\n\n“Oh,” said Ellen."
    assert tagged(text)[1] == [None, "Ellen", "Ellen"]
    assert tags(text) == [UNTAGGED, BESIDE, BY_VERB]


def test_a_pronoun_tells_the_gender_and_nobody():
    table, names = tagged("“No,” she said.")
    assert (names, GENDERS[table.column("tag_gender")[0]]) == ([None], "f")


def test_no_speech_has_no_tags():
    assert tags("Nothing.") == []
