import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.mark_pairs import quotations, stripped
from dialogue_etl.text.mark_roles import DOUBLE, BookMarks
from dialogue_etl.text.spans import strip
from tests.conftest import ends_soon

NARRATION = [" he said. ", " she went on, ", " "]


def found_in(text):
    book = BookText.of(text)
    found = quotations(book, BookMarks(book).family(DOUBLE))
    return [text[start:end] for start, end in found.spans.pairs()], found.left_open.tolist()


@given(
    st.lists(st.sampled_from(NARRATION), min_size=3, max_size=8),
    st.integers(0, 100),
    st.sampled_from(['""', "“”", "„“"]),
)
def test_a_lost_mark_spoils_one_quotation(narration, lost, marks):
    speech = [f"Words {number}." for number in range(len(narration))]
    whole = [f"{marks[0]}{words}{marks[1]}{after}" for words, after in zip(speech, narration, strict=True)]
    text = "He came. " + "".join(whole).rstrip()
    places = [place for place, glyph in enumerate(text) if glyph in marks]
    place = places[lost % len(places)]
    spoiled = (lost % len(places)) // 2
    said, _ = found_in(text[:place] + text[place + 1 :])
    assert set(speech) - {speech[spoiled]} <= set(said) | {speech[max(spoiled - 1, 0)]}


def test_a_paragraph_that_goes_on_is_told_from_one_that_begins_with_a_lost_mark():
    assert found_in("„Er kam\n\nund ging.“ Stille.") == (["Er kam", "und ging."], [True, False])
    assert found_in("Er kam\n\nund ging.“ Stille.") == ([], [False, False])


def test_a_mark_lost_among_talk_is_made_good():
    assert found_in("“Yes.”\n\nNo,” he said, “never.”\n\n“So?”")[0] == ["Yes.", "No,", "never.", "So?"]


@pytest.mark.parametrize("marks", ['"', '" ', 'a"', "“", "”"])
@ends_soon
def test_a_paragraph_of_nothing_but_marks_takes_no_time(marks):
    said, left_open = found_in(marks * 300_000)
    assert len(left_open) == 1
    assert all(said)


@given(st.text(alphabet="a \n\t\xa0", max_size=20), st.data())
def test_stretches_are_stripped_all_at_once_as_one_by_one(text, data):
    edges = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pairs = list(zip(edges[::2], edges[1::2], strict=False))
    starts, ends = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    if len(text):
        assert stripped(BookText.of(text), starts, ends).pairs() == [strip(text, *pair) for pair in pairs]
