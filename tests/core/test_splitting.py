from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core.parameters.model import Split
from dialogue_etl.core.splitting import Works, assign, by_hash, far, largest, position
from dialogue_etl.core.tables import SPLIT_NAMES

IDS = [f"pg{number}" for number in range(20_000)]


def dealt(ids, **parameters):
    values = Split(**parameters)
    return {id: by_hash(position(id, values.seed), values) for id in ids}


@pytest.mark.parametrize("shares", [(0.9, 0.05, 0.05), (0.6, 0.2, 0.2), (1 / 3, 1 / 3, 1 / 3)])
def test_over_many_books_the_shares_come_out(shares):
    train, validation, test = shares
    counts = Counter(dealt(IDS, train=train, validation=validation, test=test).values())
    for name, share in zip(("train", "validation", "test"), shares, strict=True):
        assert counts[name] / len(IDS) == pytest.approx(share, abs=0.01)


def test_another_seed_deals_anew():
    before, after = dealt(IDS, seed=0), dealt(IDS, seed=1)
    moved = sum(before[id] != after[id] for id in IDS)
    assert moved / len(IDS) == pytest.approx(1 - (0.9**2 + 2 * 0.05**2), abs=0.01)


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
    assert by_hash(place, Split(train=0.6, validation=0.2, test=0.2)) == name


@pytest.mark.parametrize("empty", ["train", "validation", "test"])
def test_a_split_of_0_gets_no_book(empty):
    shares = {"train": 0.5, "validation": 0.5, "test": 0.5, empty: 0.0}
    assert empty not in set(dealt(IDS[:2000], **shares).values())
    assert empty not in sizes_by_split(dict.fromkeys(IDS[:20], 10), Split(method="size", **shares))


def works(sizes, seed=0):
    """Works by id and size."""
    placed = sorted((position(id, seed), size) for id, size in sizes.items())
    return Works(np.array([place for place, _ in placed], float), np.array([size for _, size in placed], int))


def splits(sizes, params):
    """The split of each work."""
    assignment = assign(works(sizes, params.seed), params)
    return {id: assignment.of(position(id, params.seed)) for id in sizes}


def sizes_by_split(sizes, params):
    """Utterances of each split that has a work."""
    counts = Counter()
    for id, split in splits(sizes, params).items():
        counts[split] += sizes[id]
    return counts


def drawn(number, seed=0):
    """Works as unequal as real novels: the standard deviation of their sizes is about their mean."""
    sizes = np.random.default_rng(seed).lognormal(6.5, 0.8, number).astype(int) + 2
    return {f"work {seed} {index}": int(size) for index, size in enumerate(sizes)}


SHARES = st.lists(st.integers(0, 20), min_size=3, max_size=3).filter(any)


@given(
    st.dictionaries(st.text("abc", max_size=3), st.integers(1, 10_000), max_size=30),
    SHARES,
    st.sampled_from(["auto", "size"]),
    st.integers(0, 3),
)
def test_by_size_every_work_has_a_split_and_every_split_that_can_have_one_a_work(sizes, parts, method, seed):
    train, validation = (part / sum(parts) for part in parts[:2])
    shares = {"train": train, "validation": validation, "test": max(1 - train - validation, 0.0)}
    shares = {name: share if share > 1e-9 else 0.0 for name, share in shares.items()}
    params = Split(method=method, seed=seed, **shares)
    counts = Counter(splits(sizes, params).values())
    asked = [name for name in SPLIT_NAMES if shares[name]]
    assert counts.total() == len(sizes)
    assert set(counts) <= set(asked)
    if method == "size" or len(sizes) < len(asked):
        assert len(counts) == min(len(asked), len(sizes))
    if sizes:
        assert largest(params) in counts


@pytest.mark.parametrize("number", [20, 62, 300])
def test_small_collections_get_the_shares_asked_for(number):
    params = Split()
    for seed in range(20):
        sizes = drawn(number, seed)
        counts = sizes_by_split(sizes, params)
        assert not far(counts, params)
        exact = sizes_by_split(sizes, Split(method="size"))
        assert all(abs(exact[name] / exact.total() - 0.05) < 0.025 for name in ("validation", "test"))


def test_one_giant_work_is_never_held_out_while_others_can_be():
    for seed in range(20):
        sizes = drawn(10, seed) | {"giant": 100_000}
        assert splits(sizes, Split(seed=seed))["giant"] == "train"


def test_auto_keeps_the_hash_of_many_works_and_leaves_it_where_a_split_is_far_from_its_share():
    many = drawn(5_000)
    assert splits(many, Split()) == dealt(many)
    assert assign(works(many), Split()).method == "hash"
    few = drawn(20)
    assert far(Counter(dict.fromkeys(dealt(few).values(), 1)) | Counter(train=0), Split())
    assert assign(works(few), Split()).method == "size"
    assert assign(works(few), Split(method="hash")).method == "hash"


def test_one_more_work_moves_few_others():
    moved = Counter()
    for seed in range(30):
        sizes = drawn(62, seed)
        before = splits(sizes, Split(method="size"))
        after = splits(sizes | {"another": 700}, Split(method="size"))
        anew = splits(sizes, Split(method="size", seed=1))
        moved["after"] += sum(after[id] != split for id, split in before.items())
        moved["anew"] += sum(anew[id] != split for id, split in before.items())
    assert moved["after"] < moved["anew"] / 2


def test_with_size_the_order_of_the_works_and_their_hash_decide():
    sizes = drawn(62)
    params = Split(method="size")
    assert splits(dict(reversed(sizes.items())), params) == splits(sizes, params)
    assert splits(sizes, Split(method="size", seed=1)) != splits(sizes, params)
    # Both methods begin at the same end: most held-out works are the same.
    test = {id for id, split in splits(sizes, params).items() if split == "test"}
    assert test & set(sorted(sizes, key=lambda id: position(id, 0))[-8:])


@pytest.mark.parametrize(
    ("shares", "names"),
    [
        ({}, ["train", "test", "validation"]),
        ({"train": 0.2, "validation": 0.2, "test": 0.6}, ["test", "train", "validation"]),
        ({"train": 0.5, "validation": 0.5, "test": 0.0}, ["train", "validation", "validation"]),
    ],
)
def test_fewer_works_than_splits_fill_the_largest_first(shares, names):
    sizes = {}
    for number in range(2):
        sizes[f"work {number}"] = 10
        assert set(splits(sizes, Split(**shares)).values()) == set(names[: number + 1])
