"""Real books of languages that were added by the how-to; the books are not in the repository."""

import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES, Dash
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.extraction.quotations.own_marks import own_marks
from dialogue_etl.text import encoding
from dialogue_etl.text.spans import BookText
from tests.shared_data import BOOKS, needs

NO_LIMITS = Extract(min_delimiters=0, max_words=0, min_turns=0)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    needs(BOOKS),
]


def opening_with_a_mark(book, language):
    """The numbers of the paragraphs that begin with the most frequent mark of the book."""
    own = own_marks(book, language, NO_LIMITS)
    if isinstance(own.marks[0], Dash):
        return own.dashes.opens
    first = book.points[book.paragraphs.starts]
    return np.flatnonzero(first == ord(own.marks[0].opening))


@pytest.mark.parametrize("tag", ["sv", "da", "fi", "pl"])
def test_paragraphs_that_open_with_the_speech_mark_become_turns(tag):
    """Letters and the like are counted as well, since they are few."""
    opening = turned = 0
    for file in sorted((BOOKS / tag).glob("*.txt")):
        text = gutenberg.strip(encoding.decode(file.read_bytes())[0])
        book = BookText.of(text)
        numbers = opening_with_a_mark(book, LANGUAGES[tag])
        dialogues = extract_book(file.stem, text, LANGUAGES[tag], NO_LIMITS).dialogues.to_pylist()
        starts = sorted(
            span["start"] for dialogue in dialogues for turn in dialogue["turns"] for span in turn["spans"]
        )
        first = np.searchsorted(starts, book.paragraphs.starts[numbers])
        opening += len(numbers)
        turned += int(np.count_nonzero(np.searchsorted(starts, book.paragraphs.ends[numbers]) > first))
    assert opening > 400
    assert turned >= 0.95 * opening
