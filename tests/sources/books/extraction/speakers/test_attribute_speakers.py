"""The whole step: joined turns, split paragraphs, and speakers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.extraction.speakers.speech_tags import tag_speech
from dialogue_etl.sources.books.extraction.table import ADJACENT, BY_VERB, GENDERS, UNKNOWN, UNTAGGED
from tests.sources.books.extraction.steps import document, table_after


def attributed(text, **params):
    """Numbers of the rows that begin a turn, and the speakers of these turns."""
    table = table_after("attribute_speakers", document(text, **params))
    turns = table.where(table.column("begins_turn"))
    return np.flatnonzero(table.column("begins_turn")).tolist(), turns.column("speaker").tolist()


TALK = "“Yes,” said Ellen.\n\n“No,” said Agnes.\n\n“Why?”\n\n“Because.”"


def test_speakers_by_tag_and_by_alternation():
    assert attributed(TALK) == ([0, 1, 2, 3], ["Ellen", "Agnes", "Ellen", "Agnes"])
    assert attributed(TALK, min_speaker_confidence=0.95)[1] == ["Ellen", "Agnes", None, None]
    assert attributed(TALK, find_speakers=False) == ([0, 1, 2, 3], [None] * 4)
    assert attributed("Nothing.") == ([], [])


@pytest.mark.parametrize(
    ("text", "speakers"),
    [
        ("“Yes.” The kettle in the corner boiled over.", [None]),
        ("“Yes.” The woman in the corner smiled.", ["The woman"]),  # a noun for a person
        ("“No,” said Agnes.\n\n“Yes.” Agnes in the corner smiled.", ["Agnes", "Agnes"]),
        ("He opened the door to Ellen and then said: “Yes.”", [None]),
        ("“No,” said Ellen.\n\nHe looked at his friend Ellen and then said: “Yes.”", ["Ellen"]),
    ],
)
def test_a_doubtful_name_counts_if_a_certain_tag_has_it(text, speakers):
    assert attributed(text, min_speaker_confidence=0.5)[1] == speakers


NARRATION = "\n\nThe rain went on falling over the roofs of the town.\n\n"
AGNES_AND_ELLEN = "“Yes,” said Agnes.\n\n“No,” said Ellen."
FOUR = AGNES_AND_ELLEN + "\n\n“Well,” said Agnes.\n\n“Oh,” said Ellen."


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("“Yes.”\n\n“No.”\n\n“Why?”", False),  # paragraphs that follow each other
        ("“Yes,” said Ellen." + NARRATION + "“No,” said Ellen.", True),
        ("“Yes,” said Ellen." + NARRATION + "“No,” said Agnes.", False),
        ("“Yes,” said Mr. Harker." + NARRATION + "“No,” she said.", False),
        # Ellen and Agnes talk: if Agnes speaks after the turn in question, that one was Ellen's.
        (FOUR + NARRATION + "“So be it.”\n\n“Good,” said Agnes.", True),
        (FOUR + NARRATION + "“So be it.”\n\n“Good,” said Ellen.", False),
        (AGNES_AND_ELLEN + NARRATION + "“So be it, Ellen.”", False),  # who is called does not speak
        (AGNES_AND_ELLEN + NARRATION + "“So be it,” she went on.", True),
        (AGNES_AND_ELLEN + "\n\nEllen went to the window in the rain.\n\n“So be it.”", True),
        (AGNES_AND_ELLEN + "\n\nAgnes went to the window in the rain.\n\n“So be it.”", False),
        ("“Yes,” said Ellen.\n\n" + "x" * 950 + "\n\n“No,” said Ellen.", True),
        ("“Yes,” said Ellen.\n\n" + "x" * 1001 + "\n\n“No,” said Ellen.", False),  # too far to say
        ("“Yes,” said Ellen.\n\nCHAPTER II.\n\nRain.\n\n“No,” said Ellen.", False),
    ],
)
def test_neighbouring_turns_of_one_speaker_are_joined(text, joined):
    alone, _ = attributed(text, join_speakers=False)
    assert (len(attributed(text, join_chance=0.5)[0]) < len(alone)) is joined


def split(text):
    """The numbers of rows with another speaker than the row before in the paragraph."""
    alone = {
        row
        for row, first in enumerate(table_after("join_turns", document(text)).column("begins_turn").tolist())
        if first
    }
    return [row for row in attributed(text, join_speakers=False)[0] if row not in alone]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“No!” “Yes!”", [1]),
        ("“No!” he cried. “Yes!”", []),
        ("“No!”--“Yes!”--“Why?”", [1, 2]),
        ("“No!” – “Yes!”", []),
        ("“No,”--“yes!”", []),
        ("“No,” said Ellen, “never,” said Agnes.", [1]),
        ("“No,” said Ellen, “never,” said Ellen, “ever.”", []),
        ("“No,” said Ellen, “never,” said the cook.", []),
        ("“No.” Ellen rose. “Never.”", []),
    ],
)
def test_a_paragraph_is_split_at_answers_and_other_names(text, expected):
    assert split(text) == expected
    assert attributed(text, split_speakers=False)[0] == [0]


ANSWERS = "\n\n“No!” “Yes!”" * 4
SENTENCE = "“Is it far?” He looked up. “No.”"


@pytest.mark.parametrize(
    ("text", "splits"),
    [
        (SENTENCE + ANSWERS, True),
        (SENTENCE + ANSWERS[: -len(ANSWERS) // 4], False),
        (SENTENCE + ANSWERS + "\n\n“Well,” he said, “yes.”" * 40, False),
        ("“Is it far?” asked the cook. “No.”" + ANSWERS, False),
        ("“Is it far?” asked the cook. “No,” said the smith." + ANSWERS, True),
        ("“Is it far,” asked the cook, “or not?” he said." + ANSWERS, False),
        ("“Is it far?” He said: “No.”" + ANSWERS, True),
        ("“Is it far?” He waited, “or not?”" + ANSWERS, False),
        ("“Is it far?” he asked.--“No.”" + ANSWERS, False),
        ("“Is it far?” he asked.--“No.”" + ANSWERS.replace("” “", "”--“"), True),
        ("“Is it far?” he asked. “Or not?”" + ANSWERS.replace("” “", "”--“"), False),
    ],
)
def test_sentences_split_paragraphs_in_books_with_several_speakers_per_paragraph(text, splits):
    assert (1 in split(text)) is splits


PARAGRAPHS = ["“Yes.”", "“No,” said Ellen.", "“Oh,” he said.", "Rain.", "“I,” I said."]


@given(st.lists(st.sampled_from(PARAGRAPHS)).map("\n\n".join))
def test_each_row_has_the_speaker_of_its_turn(text):
    table = table_after("attribute_speakers", document(text))
    turn = table.column("begins_turn").cumsum() - 1
    turns = table.where(table.column("begins_turn"))
    for name in ("speaker", "confidence"):
        assert table.column(name).tolist() == turns.column(name)[turn].tolist()
    sure = table.column("confidence")
    assert ((sure >= 0) & (sure <= 1)).all()
    assert [name is None for name in table.column("speaker")] == (sure == 0).tolist()


def tagged(text):
    """The table with tags, and the name in the tag of each row."""
    book = document(text)
    table, characters = tag_speech(book, table_after("join_turns", book))
    numbers = table.column("character").tolist()
    return table, [None if number == UNKNOWN else characters.name(number) for number in numbers]


def tags(text):
    return tagged(text)[0].column("tag").tolist()


def test_tags_after_between_and_before_speech():
    text = "“No,” said Ellen, “never.”\n\nThen Agnes said, “Why?”\n\n“Because.”"
    assert tagged(text)[1] == ["Ellen", None, "Agnes", None]
    assert tags(text) == [BY_VERB, UNTAGGED, BY_VERB, UNTAGGED]
    assert tags("“No,” said Ellen. “I will not.”") == [BY_VERB, UNTAGGED]  # only the span before has the tag


@pytest.mark.parametrize(
    ("narration", "speech", "expected"),
    [
        ("Agnes turned round, and said,", "“No.”", "Agnes"),
        ("Agnes turned round, and then said", "“No.”", "Agnes"),
        ("Agnes turned round and said it.", "“No.”", None),
        (
            "Agnes went to the old desk at the window, laid both her hands upon it and at last said,",
            "“No.”",
            "Agnes",
        ),
        (
            "Roses grew on the old wall at the gate, and laid both their heads upon it, and said,",
            "“No.”",
            None,
        ),
        ("Agnes turned round, and said,", "“No,” cried Ellen.", "Ellen"),
        ("Agnes turned round, and said,", "She sighed: “No.”", None),
    ],
)
def test_a_paragraph_of_narration_may_end_with_the_tag_of_the_next_one(narration, speech, expected):
    assert tagged(f"“Oh,” said Agnes.\n\n{narration}\n\n{speech}")[1] == ["Agnes", expected]


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        ("“Why?” asked Ellen. Then Agnes said:", ["Ellen", "Agnes"]),
        ("“Why?” Agnes turned to her and said:--", [None, "Agnes"]),
        ("“Why?” Agnes turned to her and smiled.", ["Agnes", None]),
        ("“Why?” asked Ellen. Agnes turned to her and said:--", ["Ellen", "Agnes"]),
        ("“Why?” asked Ellen, and went on:", ["Ellen", "Ellen"]),
        ("“Why?” asked Ellen. Only then came it. Soon said:", ["Ellen", None]),  # a capital alone is no name
        ("“Why?” asked Ellen. Agnes turned and said nothing.", ["Ellen", None]),
    ],
)
def test_narration_after_speech_may_end_with_the_tag_of_the_next_paragraph(above, expected):
    assert tagged(f"“Oh,” said Agnes.\n\n{above}\n\n“No.”")[1][1:] == expected


@pytest.mark.parametrize(
    ("above", "expected"),
    [("and at last he went on:", True), ("and at last he added something.", False)],
)
def test_a_verb_of_continuing_may_introduce_the_next_paragraph(above, expected):
    text = f"“Why?” he asked. He looked at the sea and the clouds for a while, {above}\n\n“No.”"
    found, _ = attributed(text, join_chance=0.5)
    assert (len(found) == 1) is expected


def test_a_capital_at_the_beginning_of_a_sentence_is_a_name_only_if_it_is_one_elsewhere():
    text = "“No.” Then all were silent.\n\n“Yes.” Ellen smiled.\n\n“Oh,” said Ellen.\n\n“No,” she said."
    table, names = tagged(text)
    assert names == [None, "Ellen", "Ellen", None]
    assert table.column("tag").tolist()[:3] == [UNTAGGED, ADJACENT, BY_VERB]
    assert GENDERS[table.column("tag_gender")[-1]] == "f"


def test_a_row_for_each_character_who_speaks():
    text = "“Yes,” said Miss Ellen Ford.\n\n“No,” said Agnes.\n\n“Why?” asked Ellen Ford. Ellen sat."
    found = extract_book("b", text, LANGUAGES["en"], Extract(min_delimiters=0))
    ellen, agnes = found.characters
    assert (ellen["name"], ellen["gender"], ellen["turns"], ellen["start"]) == ("Miss Ellen Ford", "f", 2, 1)
    assert set(ellen["names"]) == {"Miss Ellen Ford", "Ellen Ford", "Ellen"}
    assert (agnes["name"], agnes["names"], agnes["turns"]) == ("Agnes", ["Agnes"], 1)


def test_a_name_in_another_case_is_not_the_speaker():
    text = "„Jdu,“ řekl Tomek.\n\n„Kam?“ ptala se Jana.\n\n„Ven,“ řekl Tomek.\n\n„Pojď,“ pravila Tomkovi."
    table = table_after("attribute_speakers", document(text, "cs"))
    assert table.column("tag").tolist() == [BY_VERB, BY_VERB, BY_VERB, UNTAGGED]
    assert "Tomkovi" not in table.characters


FAMILY = (
    "Mrs. Harker poured out the tea, and Mr. Harker read. Mrs. Harker was tired; Mr. Harker was not. Miss "
    "Ellen Harker sat beside Mrs. Pole, who was a friend. Only Miss Ellen Harker listened.\n\n"
    "“It rains,” said Ellen.\n\n“It will stop,” said Mrs. Pole.\n\n“It will not,” said {}."
)


@pytest.mark.parametrize(
    ("noun", "speaker"),
    [
        ("her mother", "Mrs. Harker"),
        ("her father", "Mr. Harker"),
        ("his wife", "Mrs. Harker"),
        ("his sister", "Ellen"),
    ],
)
def test_a_parent_or_a_wife_has_the_name_of_the_family_that_is_there(noun, speaker):
    assert attributed(FAMILY.format(noun))[1] == ["Ellen", "Mrs. Pole", speaker]
