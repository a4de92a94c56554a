import json

import pytest

from dialogue_etl import params
from dialogue_etl.core import shards
from dialogue_etl.sources.books import works
from dialogue_etl.sources.books.editions import likeness, redundant
from tests.conftest import quick_runtime, tree
from tests.sources.books import planted
from tests.sources.books.planted import groups_of, row


def library():
    """Eight invented books, some with editions."""
    texts = {f"pg{number}": planted.invented(2_000 + 500 * number, number) for number in range(1, 9)}
    copies = {
        "pg101": planted.another_edition(texts["pg1"]),
        "pg102": planted.with_words_changed(texts["pg2"], 2),
        "pg103": planted.first_half(texts["pg3"]),
        "pg113": planted.another_edition(planted.with_words_changed(texts["pg3"], 3)),
        "pg104": texts["pg4"],
        "pg200": "\n\n".join(texts[f"pg{number}"] for number in range(5, 9)) + planted.invented(40_000, 9),
        "tiny": "too short to tell",
        "tinier": "“too short” — to\ntell!",
        "other": "also too short to tell",
        "empty": "",
        "blank": "— …",
    }
    return [row(id, text) for id, text in (texts | copies).items()]


TRUTH = [["pg1", "pg101"], ["pg102", "pg2"], ["pg103", "pg113", "pg3"], ["pg104", "pg4"], ["tinier", "tiny"]]


@pytest.fixture
def run(tmp_path):
    """Runs the stage over books, in a folder of its own."""

    def of(rows, *, name="run", count=3, runtime=None, **parameters):
        folder = tmp_path / name
        values = params.parse({"works": parameters})
        works.works(
            language="en",
            texts=planted.write_texts(folder / "texts", rows, count),
            output=folder / "works",
            metrics=folder / "works.json",
            params=values,
            runtime=runtime or quick_runtime(),
        )
        return list(shards.read(folder / "works", "works"))

    return of


def test_planted_editions_are_found_and_nothing_else(run, tmp_path):
    rows = run(library())
    assert [group for group in groups_of(rows) if len(group) > 1] == TRUTH
    metrics = json.loads((tmp_path / "run/works.json").read_text())
    assert metrics == {
        "books": 19,
        "works": 13,
        "largest_work": 3,
        "parts_of_collections": 4,
        "joined_by": {"same_text": 4, "alike_text": 7, "same_title": 0},
    }


def test_parts_of_a_collection_are_named_as_such(run):
    parts = {row["id"]: [held["id"] for held in row["parts_of"]] for row in run(library())}
    assert {id for id, held in parts.items() if held == ["pg200"]} == {"pg5", "pg6", "pg7", "pg8"}
    assert sum(map(bool, parts.values())) == 4


def test_works_do_not_depend_on_shards_and_workers(run, tmp_path):
    whole = sorted(run(library()), key=lambda row: row["id"])
    for count in (1, 7):
        assert sorted(run(library(), name=str(count), count=count), key=lambda row: row["id"]) == whole
    run(library(), name="workers", runtime=quick_runtime(workers=2, alone_below=0))
    assert tree(tmp_path / "workers") == tree(tmp_path / "run")


def test_rows_are_where_the_books_are(run, tmp_path):
    run(library())
    texts, found = (tmp_path / "run" / name for name in ("texts", "works"))
    for one, other in zip(
        shards.shard_paths(texts, "texts"), shards.shard_paths(found, "works"), strict=True
    ):
        ids = [[row["id"] for row in shards.read_shard(path, ["id"])] for path in (one, other)]
        assert ids[0] == ids[1]


def test_another_book_regroups_no_other(run):
    before = {row["id"]: row for row in run(library())}
    more = [row("pg300", planted.another_edition(planted.invented(5_000, 6))), row("pg0", "Quite new.")]
    after = {row["id"]: row for row in run([*library(), *more], name="more")}
    assert after["pg300"]["work_id"] == "pg6"
    assert after["pg0"]["work_id"] == "pg0"
    assert {id: row["work_id"] for id, row in before.items()}.items() <= {
        id: row["work_id"] for id, row in after.items()
    }.items()


def test_many_editions_are_one_work_though_not_all_pairs_are_looked_at(run, tmp_path, monkeypatch):
    monkeypatch.setattr(likeness, "MOST", 4)
    monkeypatch.setattr(likeness, "NEAR", 2)
    text = planted.invented(2_000, 1)
    editions = [row(f"pg{number}", planted.with_words_changed(text, number)) for number in range(20)]
    others = [row(f"other{number}", planted.invented(2_000, 100 + number)) for number in range(5)]
    rows = run([*editions, *others])
    assert [len(group) for group in groups_of(rows)] == [1] * 5 + [20]
    lengths = [(row["id"], 2_000) for row in rows]
    assert len(redundant.redundant(lengths, redundant.read(tmp_path / "run" / "works"))) == 19


def test_titles_join_too_unless_they_are_not_to(run):
    books = [
        row("pg7", planted.invented(1_000, 1), "The Novel: In Two Volumes", ["Doe, Jane"]),
        row("pg20", planted.invented(1_000, 2), "The Novel", ["Jane Doe"]),
        row("pg3", planted.invented(1_000, 3), "The Novel", ["Roe, Richard"]),
    ]
    assert groups_of(run(books)) == [["pg20", "pg7"], ["pg3"]]
    assert {row["work_id"] for row in run(books, name="again")} == {"pg3", "pg7"}
    assert len(groups_of(run(books, name="off", same_title=False))) == 3


def test_other_thresholds_take_sketches_from_the_store(run, monkeypatch):
    runtime = quick_runtime()
    run(library(), runtime=runtime)

    def fail(*_):
        raise AssertionError("made again")

    monkeypatch.setattr(works.shingles, "sketch", fail)
    rows = run(library(), name="stricter", runtime=runtime, similarity=0.95)
    assert ["pg103", "pg3"] in groups_of(rows)
    assert ["pg2"] in groups_of(rows)


def test_no_books_are_no_works(run, tmp_path):
    assert run([]) == []
    assert json.loads((tmp_path / "run/works.json").read_text())["works"] == 0


def test_every_story_of_the_sample_is_a_work_of_its_own(sample):
    languages = sample.params.languages
    rows = [row for language in languages for row in sample.rows("works", language, "works")]
    texts = [row["id"] for language in languages for row in sample.rows("download", language, "texts")]
    assert [row["id"] for row in rows] == texts
    assert len(texts) >= 14
    assert all(row["work_id"] == row["text_id"] == row["title_id"] == row["id"] for row in rows)
    assert not any(row["alike"] or row["parts_of"] or row["volume"] for row in rows)
