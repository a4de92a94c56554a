"""The same books and parameters give the same bytes: for any number of workers, order of listing, folder."""

import shutil
from dataclasses import replace

import pytest

from dialogue_etl.sources.books import download
from dialogue_etl.sources.books.catalogues import pg_catalogue
from dialogue_etl.sources.books.mirrors import fetching
from tests.conftest import SAMPLE, STAGES, quick_runtime, tree

TO_EXTRACT = STAGES[: STAGES.index("extract") + 1]


@pytest.fixture
def always_a_pool(monkeypatch):
    """The sample is too small for a pool otherwise; what the workers do is the real thing."""
    monkeypatch.setattr(download, "_WORTH_A_POOL", 0)


@pytest.mark.slow  # dozens of processes have to start
@pytest.mark.parametrize("workers", [2, pytest.param(5, marks=pytest.mark.long)])
def test_one_worker_and_several_write_the_same_bytes(build, always_a_pool, pools, workers):
    changes = {"languages": ["en"], "storage.shards": 6}
    one = build(changes, name="one").run(*STAGES)
    assert set(pools) == {1}
    many = build(changes, name="many", runtime=quick_runtime(workers=workers, alone_below=0))
    many.run(*STAGES)
    # download, works, prefilter, extract, postfilter twice, check, report; queries have threads of their own
    assert pools.count(workers) == 8
    assert tree(one.folder) == tree(many.folder)


def test_building_again_over_an_old_build_gives_the_same_bytes(build, tmp_path):
    base = build({"languages": ["en"]}).run()
    changed = base.copied(tmp_path / "again", {"extract.dialogue_gap": 10, "storage.shards": 5}).run()
    assert tree(changed.folder) != tree(base.folder)
    assert tree(replace(changed, params=base.params).run().folder) == tree(base.folder)


def test_neither_the_folder_nor_the_order_of_the_catalogue_matters(build, sample, tmp_path, monkeypatch):
    shutil.copytree(SAMPLE, tmp_path / "mirror")
    path = tmp_path / "mirror" / pg_catalogue.PATHS[-1]
    head, *rows = path.read_text("utf-8").splitlines(keepends=True)
    books, whole = [], ""
    for row in rows:
        whole += row
        if whole.count('"') % 2 == 0:  # a title may hold a line break
            books.append(whole)
            whole = ""
    path.write_text(head + "".join(reversed(books)), "utf-8")
    monkeypatch.setattr(fetching, "SAMPLE", tmp_path / "mirror")
    assert next(pg_catalogue.read(path, "")).id == "pg900602"
    assert tree(build().run().folder) == tree(sample.folder)


def test_another_book_changes_only_its_own_shard(build, tmp_path):
    ids = ["pg900001", "pg900002"]
    changes = {"languages": ["en"], "storage.shards": 16, "prefilter.max_kl_divergence": 0}
    before = build({**changes, "books.ids": ids}, name="before").run(*TO_EXTRACT)
    after = build({**changes, "books.ids": [*ids, "pg900004"]}, name="after").run(*TO_EXTRACT)
    old, new = tree(before.stages), tree(after.stages)
    changed = {name for name in new if new[name] != old.get(name)}
    # What is measured against all books (prefilter's scores) may move for all.
    assert len({name.rpartition("/")[2] for name in changed if "prefilter" not in name}) == 1
    assert set(old) == set(new)
