from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl import vocabulary
from dialogue_etl.tables import DIALOGUES
from dialogue_etl.text.word_numbers import vocabulary_words
from dialogue_etl.vocabulary import Words, chosen, histogram, is_rare, read_words, threshold, write_words
from dialogue_etl.word_counts import Counts


def column(*dialogues):
    turns = [[{"text": text, "spans": [], "speaker": None} for text in dialogue] for dialogue in dialogues]
    return pa.array(turns, DIALOGUES.field("turns").type)


def number(word):
    return vocabulary_words([word])[0][0]


def shares(words, *rare):
    numbers = {number(word) for word in rare}
    return words.shares(np.array([word in numbers for word in words.distinct.tolist()], np.bool_))


@pytest.mark.parametrize(
    ("dialogue", "share"),
    [(["The cat."], 0.5), (["THE the!", "the"], 0.0), (["Cat", "bell the a"], 0.5), (["… !"], 1.0)],
)
def test_share_of_rare_words_over_all_turns(dialogue, share):
    assert shares(Words.of(column(dialogue)), "cat", "bell") == [share]


def test_shares_of_several_dialogues():
    words = Words.of(column(["The cat."], [], ["…"], ["Bell", "the bell"]))
    assert shares(words, "bell") == [0.0, 1.0, 1.0, pytest.approx(2 / 3)]


def test_words_are_counted_over_all_dialogues():
    words, counts = Words.of(column(["The cat.", "the"], ["Cat the"])).counts()
    assert dict(zip(words.tolist(), counts.tolist(), strict=True)) == {number("the"): 3, number("cat"): 2}
    assert words.tolist() == sorted(words.tolist())


def test_words_come_back_from_their_file(tmp_path):
    batches = [Words.of(column(["The cat."], ["a"])), Words.of(column()), Words.of(column(["…"]))]
    write_words(tmp_path / "words", batches)
    for kept, read in zip(batches, read_words(tmp_path / "words"), strict=True):
        assert kept.batch().equals(read.batch())


def test_counts_of_all_shards_are_summed_up():
    part = Counts(*(np.array(values) for values in ([7, 3, 7], [0, 0, 1], [0, 0, 0], [1, 2, 4])))
    words, counts = vocabulary.totals(part)
    assert (words.tolist(), counts.tolist()) == ([3, 7], [2, 5])


def frequent(counts, size):
    """The chosen words of a vocabulary in two parts."""
    parts = [sorted(word for word in counts if word < 50), sorted(word for word in counts if word >= 50)]
    arrays = [
        (np.array(part, np.uint64), np.array([counts[word] for word in part], np.int64)) for part in parts
    ]
    count, ties = threshold([histogram(numbers) for _, numbers in arrays], size)
    found = []
    for words, numbers in arrays:
        found += chosen(words, numbers, count, ties).tolist()
        ties = max(0, ties - int((numbers == count).sum()))
    return found


COUNTS = st.dictionaries(st.integers(0, 100), st.integers(1, 5))


@given(COUNTS, st.integers(1, 20))
def test_the_most_frequent_words_are_chosen_the_smaller_number_breaks_ties(counts, size):
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    assert frequent(counts, size) == sorted(ranked[:size])


@given(st.sets(st.integers(0, 20)), st.lists(st.integers(0, 20), unique=True))
def test_words_that_were_not_chosen_are_rare(chosen_words, distinct):
    rare = is_rare(np.array(distinct, np.uint64), np.array(sorted(chosen_words), np.uint64))
    assert rare.tolist() == [word not in chosen_words for word in distinct]


def test_a_histogram_counts_words_by_how_often_they_occur():
    assert histogram(np.array([3, 1, 1])) == [(1, 2), (3, 1)]
    assert Counter(dict(histogram(np.array([], np.int64)))) == Counter()
