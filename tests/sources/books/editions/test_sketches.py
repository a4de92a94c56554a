import numpy as np
import pytest

from dialogue_etl.sources.books.editions import sketches
from dialogue_etl.sources.books.editions.sketches import Index, Sketches


@pytest.mark.parametrize(
    "shards",
    [
        [{"pg10": [5, 6], "pg2": [1]}, {"pg1": [], "pg30": [7, 8, 9]}],
        [{}, {"pg10": [5]}, {}, {}, {"pg2": [1, 2]}, {}],
        [{}, {}],
    ],
)
def test_sketches_are_found_by_the_rank_of_the_id(tmp_path, shards):
    paths = [tmp_path / str(number) for number in range(len(shards))]
    for path, books in zip(paths, shards, strict=True):
        with path.open("wb") as file:
            for sketch in books.values():
                sketches.write(file, np.array(sketch, np.uint64))
    Index.of([[(id, len(sketch)) for id, sketch in books.items()] for books in shards]).save(tmp_path)
    held = Sketches(Index.load(tmp_path), paths)
    everything = {id: sketch for books in shards for id, sketch in books.items()}
    ordered = sorted(everything, key=lambda id: int(id[2:]))
    assert [held.of(rank).tolist() for rank in range(len(ordered))] == [everything[id] for id in ordered]
    assert held.sizes.tolist() == [len(everything[id]) for id in ordered]


def test_ranks_are_told_by_shard_and_place():
    index = Index.of([[("pg10", 0), ("pg2", 0)], [], [("pg1", 0)]])
    shards, owners = np.array([0, 0, 2]), np.array([0, 1, 0])
    assert index.ranks[index.firsts[shards] + owners].tolist() == [2, 1, 0]
