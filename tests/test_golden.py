"""Dialogues found by reading, held against those found by rule: read-only, neither is bent for the other."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.extract import extract_book
from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.text import encoding
from tests.conftest import GOLDEN, SAMPLE, stories


@pytest.mark.parametrize(("language", "id"), stories())
def test_extraction_finds_the_dialogues_a_reader_finds(language, id):
    text, _ = encoding.decode((SAMPLE / layouts.copies(id.removeprefix("pg"))[0].path).read_bytes())
    found = extract_book(id, gutenberg.strip(text), LANGUAGES[language], Extract())
    dialogues = [[turn["text"] for turn in dialogue["turns"]] for dialogue in found.dialogues.to_pylist()]
    golden = (GOLDEN / language / f"{id}.txt").read_text("utf-8").strip("\n")
    assert dialogues == [dialogue.split("\n") for dialogue in golden.split("\n\n")]


def test_there_is_something_to_compare():
    assert len(stories()) >= 4
