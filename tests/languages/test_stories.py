"""Stories of languages that the sample library has no books of, and their dialogues, found by reading."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from tests.conftest import GOLDEN

STORIES = sorted(GOLDEN.glob("*/*.dialogues.txt"))


@pytest.mark.parametrize("golden", STORIES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_extraction_finds_the_dialogues_a_reader_finds(golden):
    story = golden.with_name(golden.name.replace(".dialogues", "")).read_text("utf-8")
    found = extract_book(golden.stem, story, LANGUAGES[golden.parent.name], Extract())
    dialogues = [[turn["text"] for turn in dialogue["turns"]] for dialogue in found.dialogues.to_pylist()]
    expected = golden.read_text("utf-8").strip("\n").split("\n\n")
    assert dialogues == [dialogue.split("\n") for dialogue in expected]


def test_there_is_something_to_compare():
    assert len(STORIES) >= 5
