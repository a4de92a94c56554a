import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core import shards
from dialogue_etl.sources.books.checks import SpanCheck, StoredTexts
from dialogue_etl.sources.books.reference import reference_dialogues
from dialogue_etl.text.spans import strip, text_of
from tests import tables
from tests.conftest import SAMPLE, unmended

TEXT = "“Come\n  in,” said he,\n“please.”\n\n“No.”\n"


class Texts:
    """One text, of the book `b`."""

    def __init__(self, text):
        self._text = text

    def get(self, id):
        return self._text if id == "b" else None


def error(places, said, *, text=TEXT, book="b"):
    return SpanCheck(Texts(text), "en", "default").error(book, places, said)


def test_the_words_of_several_places_are_given_back():
    assert error([(1, 11), (23, 30)], "Come in, please.") == ""


@pytest.mark.parametrize(
    ("places", "said", "wrong"),
    [
        ([(2, 11), (23, 30)], "Come in, please.", "2 to 11, 23 to 30 does not say what the utterance says"),
        ([(1, 11)], "Come in, please.", "1 to 11 does not say"),
        ([(23, 30), (1, 11)], "Come in, please.", "does not say"),
        ([(34, 99)], "No.", "34 to 99 is not in the text, which has 39 characters"),
        ([(-5, -2)], "No.", "-5 to -2 is not in the text"),
        ([(37, 34)], "", "37 to 34 is not in the text"),
        ([], "", "no place does not say"),
    ],
)
def test_a_place_that_says_something_else_is_an_error(places, said, wrong):
    assert wrong in error(places, said)


def test_a_book_without_a_stored_text_is_an_error():
    assert error([(0, 1)], "x", book="other") == "there is no stored text of other"


@given(
    st.text(alphabet="ab \n“”,", min_size=1, max_size=30),
    st.integers(0, 29),
    st.integers(0, 29),
    st.integers(1, 5),
)
def test_a_place_is_right_exactly_if_it_says_so(text, start, end, shift):
    place = strip(text, min(start, end, len(text)), min(max(start, end), len(text)))
    said = text_of(text, [place])
    assert error([place], said, text=text) == ""
    moved = (place[0] + shift, place[1] + shift)
    # Full stops and commas are those that `extract.mend_punctuation` changes.
    right = moved[1] <= len(text) and unmended(text_of(text, [moved])) == unmended(said)
    assert (error([moved], said, text=text) == "") is right


def test_with_the_profile_reference_a_place_is_the_paragraph_of_exactly_its_utterance():
    text = (SAMPLE / "cache/epub/900001/pg900001.txt").read_text("utf-8")
    offsets = SpanCheck(Texts(text), "en", "reference")
    utterances = [said for talk in reference_dialogues(text, "en").dialogues for said in talk]
    assert len(utterances) > 20
    assert {offsets.error("b", [(said.start, said.end)], said.text) for said in utterances} == {""}
    said = utterances[0]
    assert "does not say" in offsets.error("b", [(said.start, said.end)], utterances[1].text)
    assert "does not say" in offsets.error("b", [(said.start + 1, said.end)], said.text)


def test_texts_are_found_in_any_order(tmp_path):
    texts = {f"b{number}": f"text {number}" for number in range(6)}
    for index in range(2):
        with tables.writer(tmp_path, index, 2, ["texts"]) as writer:
            rows = [{"id": id, "text": text} for id, text in texts.items() if int(id[1:]) % 2 == index]
            writer.add("texts", rows)
    stored = StoredTexts(shards.shard_paths(tmp_path, "texts"))
    assert {id: stored.get(id) for id in reversed(texts)} == texts
    assert stored.get("none") is None
