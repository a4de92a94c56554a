from collections import Counter

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core.tables import DIALOGUES
from dialogue_etl.sources.books import postfilter
from dialogue_etl.sources.books.postfilter import Words
from dialogue_etl.text.word_numbers import vocabulary_words
from tests.core.engines.test_engine import asked


def column(*dialogues):
    turns = [[{"text": text, "spans": [], "speaker": None} for text in dialogue] for dialogue in dialogues]
    return pa.array(turns, DIALOGUES.field("turns").type)


def number(word):
    return vocabulary_words([word])[0][0]


def shares(words, *rare):
    return words.shares(np.setdiff1d(words.distinct, [number(word) for word in rare]))


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
    counts = Words.of(column(["The cat.", "the"], ["Cat the"])).counts().to_pylist()
    assert {row["word"]: row["count"] for row in counts} == {number("the"): 3, number("cat"): 2}


@given(st.lists(st.dictionaries(st.integers(0, 100), st.integers(1, 5)), min_size=1), st.integers(1, 20))
def test_the_most_frequent_words_are_chosen_the_smaller_number_breaks_ties(tmp_path_factory, shards, size):
    folder = tmp_path_factory.mktemp("counts")
    pieces = [pa.table([list(words), list(words.values())], schema=postfilter.COUNTS) for words in shards]
    pq.write_table(asked(folder, postfilter.FREQUENT, {"counts": pieces}, {"size": size}), folder / "rows")
    words, number = postfilter.read_frequent(folder / "rows")
    counts = sum(map(Counter, shards), Counter())
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    assert (words.tolist(), number) == (sorted(ranked[:size]), len(counts))
