import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.labels.classifiers.hashing import COLUMNS, character_ngrams
from dialogue_etl.labels.classifiers.units import LONGEST


@pytest.mark.parametrize(
    ("text", "twice", "once"),
    [
        # With its marks: < a b > <a ab b> <ab ab>.
        ("ab", 0, 9),
        ("aab", 1, 10),  # a
        ("😂é😂é", 3, 9),  # 😂, é, 😂é; of three characters each is there once
        ("", 0, 3),
    ],
)
def test_ngrams_of_one_to_three_characters_and_the_marks_at_both_ends_are_counted(text, twice, once):
    (row,) = character_ngrams([text])
    length = np.sqrt(4 * twice + once)
    assert sorted((row.data * length).round(9)) == [1] * once + [2] * twice


# Characters of one byte to four in UTF-8, and İ, which becomes two characters in lower case.
@given(st.lists(st.text(st.sampled_from("abC\0é你好😂İ \t")) | st.text(), min_size=1))
def test_a_row_is_that_of_the_text_whatever_stands_beside_it(texts):
    rows = character_ngrams([*texts, "\ud800"])
    assert rows.shape == (len(texts) + 1, COLUMNS)
    for text, row in zip(texts, rows, strict=False):
        assert (row != character_ngrams([text])).nnz == 0
        assert np.linalg.norm(row.data) == pytest.approx(1)


def test_case_runs_of_blanks_and_what_is_behind_the_longest_text_count_for_nothing():
    one, other, long, longer = character_ngrams(["AB  \t c", "ab c", "x" * LONGEST, "x" * 1_000_000])
    assert (one != other).nnz == (long != longer).nnz == 0


def test_ngrams_are_spread_over_all_columns():
    characters = [chr(point) for point in range(0x4E00, 0x4E00 + COLUMNS // 2)]
    found = character_ngrams(characters)
    # As by chance: each character has seven n-grams, two of which are the marks alone.
    assert len(np.unique(found.indices)) / COLUMNS > 0.9


def test_more_texts_than_a_block_holds_and_none_at_all():
    texts = [f"{number} 号" for number in range(2_500)]
    rows = character_ngrams(texts)
    assert all((rows[place] != character_ngrams([texts[place]])).nnz == 0 for place in range(0, 2_500, 100))
    assert character_ngrams([]).shape == (0, COLUMNS)
