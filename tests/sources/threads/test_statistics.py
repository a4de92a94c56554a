import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.threads import statistics
from dialogue_etl.sources.threads.statistics import Answers
from dialogue_etl.word_counts import Counts


def plain(text, language):
    units = "".join(text.split()) if language == "zh" else text.lower().split()
    return {tuple(units[place : place + 3]) for place in range(len(units) - 2)}


WORDS = st.lists(st.sampled_from(["a", "B", "cc", "我", "们", "𠮷"]), max_size=8).map(" ".join)


@pytest.mark.parametrize("language", ["zh", "en"])
@given(texts=st.lists(WORDS, max_size=6))
def test_trigrams_are_those_of_each_text(language, texts):
    numbers, owners = statistics.trigrams(texts, language)
    for owner, text in enumerate(texts):
        assert int((owners == owner).sum()) == len(plain(text, language))
    everything = {trigram for text in texts for trigram in plain(text, language)}
    assert len(set(numbers.tolist())) == len(everything)


def test_blanks_tell_no_texts_apart_and_order_does():
    one = Answers.of([["你 好", "再见"], ["你好", "再 见"], ["再见", "你好"], ["只有一句"], []])
    assert one.texts == ["再见", "再 见", "你好"]
    assert one.pairs[0] == one.pairs[1] != one.pairs[2]
    assert one.responses[0] == one.responses[1] != one.responses[2]


def test_no_dialogues_have_no_answers():
    assert len(Answers.of([]).pairs) == 0
    assert statistics.trigrams([], "zh")[0].tolist() == []


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [("你 好 吗", "zh", 3), ("how are you", "en", 3), ("こんにちは", "ja", 5)],
)
def test_length_is_in_characters_or_words(text, language, expected):
    assert statistics.length(text, language) == expected


def part(words, shards):
    return Counts(
        np.array(words, np.uint64),
        np.array(shards, np.int32),
        np.zeros(len(words), np.int32),
        np.ones(len(words), np.int64),
    )


def test_a_pair_is_counted_by_the_first_shard_that_has_it():
    owned = statistics.owned(part([5, 9, 5, 7, 9], [0, 0, 1, 1, 3]), 4)
    assert [numbers.tolist() for numbers in owned] == [[5, 9], [7], [], []]


def test_what_is_counted_more_often_than_the_limit():
    numbers, counts = statistics.above(part([5, 9, 5, 7, 5, 9], [0, 0, 1, 1, 3, 3]), 2)
    assert (numbers.tolist(), counts.tolist()) == ([5], [3])
    assert statistics.above(part([], []), 0)[0].tolist() == []


def test_among():
    table = np.array([3, 7], np.uint64)
    inside, places = statistics.among(np.array([7, 4, 3], np.uint64), table)
    assert inside.tolist() == [True, False, True]
    assert places[inside].tolist() == [1, 0]
    assert statistics.among(table, table[:0])[0].tolist() == [False, False]


def test_the_share_of_frequent_trigrams():
    frequent = np.sort(statistics.trigrams(["我也不知道"], "zh")[0])
    shares = statistics.frequent_shares(["我也不知道", "我也不知道我", "嗯", "我也不太好"], "zh", frequent)
    assert shares.tolist() == [1.0, 0.75, 0.0, pytest.approx(1 / 3)]
