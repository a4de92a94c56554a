from collections import Counter

import pytest

from dialogue_etl.params import Split
from dialogue_etl.split import assign, position

IDS = [f"pg{number}" for number in range(20_000)]


def dealt(ids, **knobs):
    values = Split(**knobs)
    return {id: assign(position(id, values.seed), values) for id in ids}


@pytest.mark.parametrize("shares", [(0.9, 0.05, 0.05), (0.6, 0.2, 0.2), (1 / 3, 1 / 3, 1 / 3)])
def test_over_many_books_the_shares_come_out(shares):
    train, validation, test = shares
    counts = Counter(dealt(IDS, train=train, validation=validation, test=test).values())
    for name, share in zip(("train", "validation", "test"), shares, strict=True):
        assert counts[name] / len(IDS) == pytest.approx(share, abs=0.01)


def test_adding_a_book_moves_no_other():
    assert dealt(IDS[:50]).items() <= dealt(IDS[:51]).items()


def test_another_seed_deals_anew():
    before, after = dealt(IDS, seed=0), dealt(IDS, seed=1)
    moved = sum(before[id] != after[id] for id in IDS)
    assert moved / len(IDS) == pytest.approx(1 - (0.9**2 + 2 * 0.05**2), abs=0.01)


def test_a_place_depends_on_id_and_seed_alone():
    assert position("pg1342", 0) == position("pg1342", 0)
    assert position("pg1342", 0) != position("pg1342", 1)
    assert position("pg1", 11) != position("pg11", 1)


def test_places_are_in_0_1():
    assert all(0 <= position(id, 0) < 1 for id in IDS[:1000])


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (0.0, "train"),
        (0.599999, "train"),
        (0.6, "validation"),
        (0.799999, "validation"),
        (0.8, "test"),
        (0.99, "test"),
    ],
)
def test_train_comes_first_then_validation_then_test(place, name):
    assert assign(place, Split(train=0.6, validation=0.2, test=0.2)) == name


@pytest.mark.parametrize("empty", ["train", "validation", "test"])
def test_a_split_of_0_gets_no_book(empty):
    shares = {"train": 0.5, "validation": 0.5, "test": 0.5, empty: 0.0}
    assert empty not in set(dealt(IDS[:2000], **shares).values())


@pytest.mark.parametrize("full", ["train", "validation", "test"])
def test_a_split_of_1_gets_every_book(full):
    shares = {"train": 0.0, "validation": 0.0, "test": 0.0, full: 1.0}
    assert set(dealt(IDS[:2000], **shares).values()) == {full}


def test_no_place_is_lost_to_rounding():
    knobs = Split(train=0.7, validation=0.3 - 1e-10, test=0.0)
    assert assign(1 - 2**-48, knobs) == "validation"
