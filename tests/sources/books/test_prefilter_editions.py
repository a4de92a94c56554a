"""One edition of each work passes the pre-filter."""

from itertools import permutations

import pytest

from dialogue_etl import params
from dialogue_etl.core import shards
from dialogue_etl.sources.books import prefilter, works
from dialogue_etl.sources.books.editions.redundant import Likeness, redundant
from tests.conftest import quick_runtime
from tests.sources.books import planted
from tests.sources.books.planted import row

TEXTS = {f"pg{number}": planted.invented(3_000, number) for number in range(1, 5)}
COLLECTION = "\n\n".join([TEXTS["pg3"], planted.invented(30_000, 9)])
LIBRARY = [
    *(row(id, text) for id, text in TEXTS.items()),
    row("pg11", planted.another_edition(TEXTS["pg1"])),
    row("pg12", planted.with_words_changed(TEXTS["pg2"], 2)),
    row("pg22", planted.first_half(TEXTS["pg2"])),
    row("pg13", COLLECTION),
    row("pg14", TEXTS["pg4"]),
    row("pg5", planted.invented(3_000, 5), "A Novel, Vol. 1", ["Doe, Jane"]),
    row("pg6", planted.invented(3_000, 6), "A Novel, Vol. 2", ["Doe, Jane"]),
    row("pg7", planted.invented(2_000, 7), "A Novel: Volume II", ["Jane Doe"]),
]


@pytest.fixture
def run(tmp_path):
    """Runs both stages over books; rows of the pre-filter's tables, by id."""

    def of(rows, **changes):
        # The texts are in languages that do not exist.
        values = params.parse(params.override({}, {"prefilter.other_language": 1.0, **changes}))
        texts = planted.write_texts(tmp_path / "texts", rows)
        common = {"language": "en", "texts": texts, "params": values, "runtime": quick_runtime()}
        works.works(**common, output=tmp_path / "works", metrics=tmp_path / "works.json")
        made = {"output": tmp_path / "kept", "metrics": tmp_path / "kept.json"}
        prefilter.prefilter(**common, **made, works=tmp_path / "works")
        kept = {row["id"] for row in shards.read(tmp_path / "kept", "kept")}
        drops = {row["id"]: row for row in shards.read(tmp_path / "kept", "drops")}
        divergences = {
            row["id"]: row["value"]
            for row in shards.read(tmp_path / "kept", "scores")
            if row["measure"] == "kl_divergence"
        }
        return kept, drops, divergences

    return of


def test_one_edition_of_each_work_and_every_volume_is_kept(run):
    kept, drops, _ = run(LIBRARY)
    assert kept == {"pg11", "pg2", "pg13", "pg4", "pg5", "pg6"}
    details = {id: drop["detail"].partition(" % ")[2] or drop["detail"] for id, drop in drops.items()}
    assert details == {
        "pg1": "of its five-word sequences are in pg11",
        "pg12": "of its five-word sequences are in pg2",
        "pg22": "of its five-word sequences are in pg2",
        "pg3": "of its five-word sequences are in pg13",
        "pg14": "same text as pg4",
        "pg7": "same author and title as pg6",
    }
    assert {drop["reason"] for drop in drops.values()} == {"edition"}
    assert 0.8 < drops["pg12"]["value"] < 0.95


def test_an_edition_that_is_out_for_another_reason_takes_none_with_it(run):
    copyrighted = [book | {"rights": "Copyrighted."} if book["id"] == "pg11" else book for book in LIBRARY]
    kept, drops, _ = run(copyrighted)
    assert "pg1" in kept
    assert drops["pg11"]["reason"] == "rights"


def test_a_second_edition_does_not_weigh_on_the_distribution_of_words(run):
    alone = [row(id, text) for id, text in TEXTS.items()]
    _, _, before = run(alone)
    _, drops, after = run([*alone, row("pg100", TEXTS["pg1"]), row("pg101", TEXTS["pg1"])])
    assert set(drops) == {"pg100", "pg101"}
    assert {id: after[id] for id in before} == before


def test_the_longest_is_kept_then_the_least_id():
    alike = {
        "pg2": Likeness("pg2", "pg2", {"pg3": 0.9, "pg10": 0.9}),
        "pg3": Likeness("pg3", "pg3", {"pg2": 0.8, "pg10": 0.7}),
        "pg10": Likeness("pg10", "pg10", {"pg2": 0.8, "pg3": 0.7}),
    }
    for lengths in permutations([10, 10, 20]):
        books = dict(zip(alike, lengths, strict=True))
        kept = min(books, key=lambda id: (-books[id], int(id[2:])))
        assert set(alike) - set(redundant(books.items(), alike)) == {kept}
