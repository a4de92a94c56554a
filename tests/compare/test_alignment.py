from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from dialogue_etl.compare.alignment import align


@dataclass
class Side:
    sources: pa.Array
    starts: np.ndarray
    ends: np.ndarray


def side(*stretches):
    books, starts, ends = zip(*stretches, strict=True)
    return Side(pa.array(books), np.array(starts), np.array(ends))


def rows(*numbers):
    return np.array(numbers, np.int64)


def test_without_anchors_places_are_the_same_in_both_texts():
    one, other = side(("b", 5, 9), ("c", 5, 9)), side(("c", 5, 9), ("b", 7, 9))
    first, second = align(one, other, (rows(), rows()))
    assert (first.starts.tolist(), first.ends.tolist()) == ([5, 5], [9, 9])
    assert second.keys[1] - first.keys[0] == 2
    assert second.keys[0] == first.keys[1]


def test_places_behind_an_anchor_move_with_it():
    one, other = side(("b", 10, 18), ("b", 20, 28)), side(("b", 110, 118), ("b", 122, 128))
    first, second = align(one, other, (rows(0), rows(0)))
    assert (first.starts.tolist(), second.starts.tolist()) == ([110, 120], [10, 22])
    assert second.keys[1] - first.keys[1] == 2


def test_places_before_the_first_anchor_move_with_it_too():
    one, other = side(("b", 1, 3), ("b", 10, 18)), side(("b", 101, 103), ("b", 110, 118))
    first, second = align(one, other, (rows(1), rows(1)))
    assert first.keys[0] == second.keys[0]


def test_an_anchor_says_nothing_of_another_book():
    one, other = side(("b", 10, 18), ("c", 20, 28)), side(("b", 110, 118), ("c", 20, 28))
    first, second = align(one, other, (rows(0), rows(0)))
    assert first.starts.tolist() == [110, 20]
    assert first.keys[1] == second.keys[1]


def test_anchors_that_cross_are_not_gone_by():
    one = side(("b", 10, 18), ("b", 20, 28), ("b", 30, 38), ("b", 40, 48))
    other = side(("b", 30, 38), ("b", 10, 18), ("b", 130, 138), ("b", 140, 148))
    first, second = align(one, other, (rows(0, 1, 2), rows(0, 1, 2)))
    assert first.starts[3] == 140
    assert first.keys[3] == second.keys[3]
