from __future__ import annotations

import random

from dialogue_etl.report.examples import Sample, rank, thin_out

IDS = [f"b{n}:{n * 7}" for n in range(500)]


def chosen(ids: list[str], size: int) -> list[str]:
    sample = Sample(size)
    for id in ids:
        sample.add(id, {"id": id})
    return [row["id"] for row in sample.rows()]


def test_order_does_not_matter() -> None:
    shuffled = random.Random(1).sample(IDS, len(IDS))
    assert chosen(IDS, 5) == chosen(shuffled, 5) == sorted(IDS, key=rank)[:5]


def test_another_row_moves_at_most_one() -> None:
    assert len(set(chosen([*IDS, "new"], 5)) & set(chosen(IDS, 5))) >= 4


def test_fewer_rows_than_wanted_and_none_wanted() -> None:
    assert len(chosen(IDS[:2], 5)) == 2
    assert chosen(IDS, 0) == []


def test_thinned_out_to_a_number() -> None:
    assert len(thin_out(IDS, 100)) == 100
    assert thin_out(IDS, 1000) == set(IDS)
