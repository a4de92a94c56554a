"""The divergence as it is worked out, held against the formula written down plainly."""

import math
from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books import word_survey
from dialogue_etl.text.word_numbers import white_space_words
from tests.core.engines.test_engine import asked

BOOKS = st.lists(
    st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 50)).map(Counter), min_size=1, max_size=5
)


def plainly(book: Counter, survey: Counter) -> float:
    """Sum of p ln(p/q); a book that is not in the survey is added to it."""
    total, everything = book.total(), survey.total()
    return sum(n / total * math.log(n / total * everything / survey[word]) for word, n in book.items())


def divergences(folder, books, in_survey):
    """What the stage computes for books given as counts, two to a shard."""
    rows, own = [], []
    for number, book in enumerate(books):
        words, counts = word_survey.counted(white_space_words(" ".join(book.elements())))
        columns = [words, np.full(len(words), number), counts.astype(np.int32)]
        rows.append(pa.table(columns, schema=word_survey.COUNTS))
        own.append(word_survey.own_sum(counts))
    tables = {
        "counts": [pa.concat_tables(rows[first : first + 2]) for first in range(0, len(rows), 2)],
        "books": pa.table({"book": range(len(books)), "in_survey": in_survey}),
    }
    rows = asked(folder, word_survey.SURVEY, tables).to_pylist()
    sums = {row["book"]: row["steps"] for row in rows}
    everything = sum(book.total() for book, there in zip(books, in_survey, strict=True) if there)
    return [
        word_survey.divergence(
            book.total(), own[number], sums.get(number, 0), everything + (0 if there else book.total())
        )
        for number, (book, there) in enumerate(zip(books, in_survey, strict=True))
    ]


def test_divergence_is_the_sum_of_p_ln_p_over_q(tmp_path):
    # p = (3/4, 1/4); q = (4/8, 4/8): 3/4 ln(3/2) + 1/4 ln(1/2) = 0.130812…
    book, rest = Counter(a=3, b=1), Counter(a=1, b=3)
    assert divergences(tmp_path, [book, rest], [True, True])[0] == pytest.approx(0.1308120352, abs=1e-8)


def test_a_book_of_its_own_words_diverges_by_its_share(tmp_path):
    # All of its words are its own; the book is a quarter of the survey: ln 4.
    found = divergences(tmp_path, [Counter(x=2), Counter(a=6)], [True, True])
    assert found[0] == pytest.approx(math.log(4), abs=1e-8)


@given(BOOKS, st.data())
def test_divergences_are_those_of_the_formula(tmp_path_factory, books, data):
    in_survey = data.draw(st.lists(st.booleans(), min_size=len(books), max_size=len(books)))
    found = divergences(tmp_path_factory.mktemp("counts"), books, in_survey)
    survey = sum((book for book, there in zip(books, in_survey, strict=True) if there), Counter())
    for book, there, value in zip(books, in_survey, found, strict=True):
        expected = plainly(book, survey if there else survey + book) if book else 0
        assert value == pytest.approx(expected, abs=1e-7)
