"""Real books of Project Gutenberg, which do not come with the repository."""

from collections import Counter

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.parameters import Prefilter
from dialogue_etl.text import encoding
from dialogue_etl.text.spans import text_of
from tests.conftest import unmended
from tests.shared_data import BOOKS, needs
from tests.sources.books.test_word_divergence import plainly

WITHOUT_DIALOGUE = ["1", "829", "1228", "5001", "9701", "10681", "16328"]

pytestmark = [
    pytest.mark.slow,
    needs(BOOKS),
]


def ids(language):
    return sorted(path.stem for path in (BOOKS / language).glob("*.txt"))


def text(language, id):
    return gutenberg.strip(encoding.decode((BOOKS / language / f"{id}.txt").read_bytes())[0])


def extract(language, id, params=None):
    return extract_book(id, text(language, id), LANGUAGES[language], params or Extract())


@pytest.fixture(scope="module")
def english():
    """Word counts of every English book."""
    return {id: Counter(text("en", id).split()) for id in ids("en")}


@pytest.mark.parametrize("id", WITHOUT_DIALOGUE)
def test_a_book_without_dialogue_is_dropped_by_its_few_speech_marks(id):
    found = extract("en", id)
    assert [row["reason"] for row in found.drops] == ["min_delimiters"]
    assert not len(found.dialogues)


def test_old_english_diverges_and_novels_do_not(english):
    survey = Counter()
    for words in english.values():
        survey.update(words)
    limit = Prefilter().max_kl_divergence
    assert plainly(english["9701"], survey) > limit
    for id in ("11", "1342", "1661"):
        assert plainly(english[id], survey) < limit


def test_every_hungarian_text_decodes_and_most_of_them_speak():
    assert len(ids("hu")) == 14
    # At the paper's gap: a wider one makes fewer dialogues of the same turns.
    as_the_paper = Extract(dialogue_gap=150, boundaries="off")
    dialogues = {id: extract("hu", id, as_the_paper).dialogues for id in ids("hu")}
    assert sum(bool(len(found)) for found in dialogues.values()) >= 9
    assert sum(len(found) for found in dialogues.values()) >= 700
    assert sum(len(row) for found in dialogues.values() for row in found.column("turns").to_pylist()) >= 5_000


@pytest.mark.parametrize(("language", "id"), [("en", "1342"), ("en", "11"), ("hu", "33026"), ("hu", "34759")])
def test_the_offsets_of_a_novel_give_its_dialogues_back(language, id):
    stored = text(language, id)
    found = extract(language, id)
    assert sum(len(row) for row in found.dialogues.column("turns").to_pylist()) > 250
    for dialogue in found.dialogues.to_pylist():
        for turn in dialogue["turns"]:
            spans = [(span["start"], span["end"]) for span in turn["spans"]]
            assert unmended(turn["text"]) == unmended(text_of(stored, spans))


@pytest.mark.parametrize("language", [path.name for path in BOOKS.glob("??") if path.is_dir()])
def test_every_book_decodes_and_header_and_footer_are_off(language):
    for id in ids(language):
        book = text(language, id)
        assert not {mark for mark in ("\ufffd", "*** START OF", "*** END OF") if mark in book}, id
