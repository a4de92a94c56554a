"""The rows that the stage makes with the profile `reference`; what it finds is tested in `reference/`."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.reference import reference_dialogues

TALK = "“One,” he said, “one.”\n\n“Two.”\n\n“{}”\n\n“Three.”\n".format("A " * 100)


def extract(text, language="en", **parameters):
    return extract_book("b", text, LANGUAGES[language], Extract(profile="reference", **parameters))


def test_turns_have_the_text_of_the_reference_and_their_paragraph():
    (dialogue,) = extract(TALK).dialogues.to_pylist()
    (wanted,) = reference_dialogues(TALK, "en").dialogues
    assert (
        [turn["text"] for turn in dialogue["turns"]]
        == [said.text for said in wanted]
        == ["One, one.", "Two."]
    )
    spans = [[(span["start"], span["end"]) for span in turn["spans"]] for turn in dialogue["turns"]]
    assert spans == [[(0, 22)], [(24, 30)]]
    assert dialogue["id"] == "b:0"


def test_drops_have_offsets_and_reason():
    rows = [(row["unit"], row["reason"], row["value"], row["start"]) for row in extract(TALK).drops]
    third = TALK.index("“A")
    assert rows == [
        ("utterance", "max_words", 100, third),
        ("dialogue", "min_turns", 1, TALK.index("“Three")),
    ]
    assert extract(TALK).drops[0]["detail"].startswith("A A A")


def test_other_parameters_are_ignored():
    other = {"min_delimiters": 10_000, "dialogue_gap": 1, "max_words": 1, "min_turns": 9}
    assert extract(TALK, **other) == extract(TALK)


@pytest.mark.parametrize(
    ("text", "language", "reason"),
    [
        ("Nobody speaks. " * 100, "en", "min_delimiters"),
        ("--Sì--\n\n" + "--Sì\n\n" * 300, "it", "min_double_delimiters"),
        ("“Sì.” " * 2_000, "en", "min_dialogues"),
    ],
)
def test_a_book_is_dropped_with_a_reason(text, language, reason):
    found = extract(text, language)
    assert [(row["unit"], row["reason"]) for row in found.drops] == [("book", reason)]
    assert not len(found.dialogues)
    assert [row["measure"] for row in found.scores] == ["delimiters_per_10000_words"]


def test_a_book_of_single_utterances_has_no_dialogues():
    reasons = [row["reason"] for row in extract("“One.”").drops]
    assert reasons == ["min_turns", "no_dialogues"]
