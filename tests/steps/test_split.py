from collections import Counter

import pytest

from dialogue_etl import shards
from dialogue_etl.params import Split
from dialogue_etl.steps.split import assign, position

IDS = [f"pg{number}" for number in range(20_000)]


def dealt(ids, **parameters):
    values = Split(**parameters)
    return {id: assign(position(id, values.seed), values) for id in ids}


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
    assert assign(place, Split(train=0.6, validation=0.2, test=0.2)) == name


@pytest.mark.parametrize("empty", ["train", "validation", "test"])
def test_a_split_of_0_gets_no_book(empty):
    shares = {"train": 0.5, "validation": 0.5, "test": 0.5, empty: 0.0}
    assert empty not in set(dealt(IDS[:2000], **shares).values())


@pytest.mark.parametrize("seed", range(5))
def test_all_books_of_a_work_are_in_one_split(sample, tmp_path, seed):
    language = max(sample.params.languages, key=lambda tag: len(sample.rows("split", tag, "splits")))
    made = sample.copied(tmp_path / "made", {"split.seed": seed})
    ids = sorted(row["source_id"] for row in made.rows("split", language, "splits"))
    assert len(ids) > 2
    folder = made.stages / "works" / language
    rows = made.rows("works", language, "works")
    count = len(shards.shard_paths(folder, "works"))
    for index in range(count):
        with shards.ShardWriter(folder, index, count, ["works"]) as writer:
            mine = [row for row in rows if shards.shard_of(row["id"], count) == index]
            # The last book is one the stage knows nothing of.
            known = [row | {"work_id": ids[0]} for row in mine if row["id"] != ids[-1]]
            writer.add("works", known)
    dealt = {row["source_id"]: row for row in made.run("split").rows("split", language, "splits")}
    assert {dealt[id]["work_id"] for id in ids[:-1]} == {ids[0]}
    assert {dealt[id]["position"] for id in ids[:-1]} == {position(ids[0], seed)}
    assert len({dealt[id]["split"] for id in ids[:-1]}) == 1
    assert dealt[ids[-1]]["position"] == position(ids[-1], seed)
