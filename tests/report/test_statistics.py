from __future__ import annotations

from collections import Counter

import pytest

from dialogue_etl.report.statistics import Corpus, Lengths, median


def test_lengths_count_turns_and_words() -> None:
    lengths = Lengths()
    lengths.add(["a b", "c"])
    lengths.add(["", "d", "e f"])
    assert lengths.turns == {2: 1, 3: 1}
    assert lengths.words == {0: 1, 1: 2, 2: 2}
    assert lengths.corpus(1) == Corpus(1, 2, 5, 6)


@pytest.mark.parametrize(
    ("values", "middle"), [([], None), ([7], 7), ([1, 9], 1), ([1, 2, 9], 2), ([3, 3, 3, 8, 8, 9], 3)]
)
def test_median(values: list[int], middle: int | None) -> None:
    assert median(Counter(values)) == middle


def test_corpora_add_up() -> None:
    assert Corpus(1, 2, 3, 4) + Corpus(10, 20, 30, 40) == Corpus(11, 22, 33, 44)
