from collections import Counter

import pytest

from dialogue_etl.compare import books, changes, stored
from dialogue_etl.compare.reasons import Reason
from dialogue_etl.compare.revisions import pair
from dialogue_etl.compare.stored import Tables
from tests.compare.made import version


@pytest.fixture
def german(two):
    """The German tables of both versions."""
    return [
        stored.tables(revision, stored.by_language(revision)["books", "de"])
        for revision in pair(two, "one", "two")
    ]


def compared(tables):
    splits = [stored.read(side.of_stage("split", "splits"), books.SPLITS, "splits") for side in tables]
    ids = {id: "train" for table in splits for id in table["source_id"].to_pylist()}
    return books.compare(version(ids), version(ids))


def test_files_that_both_versions_have_are_not_read(german, monkeypatch):
    monkeypatch.setattr(stored, "in_order", lambda *said: pytest.fail("read"))
    found = changes.walk(german[0], german[0], compared(german), 3)
    assert set(found.counts) == {"same"}


def test_counts_by_book_are_those_of_all(german):
    found = changes.walk(*german, compared(german), 3)
    total = Counter()
    for kinds in found.by_book.values():
        for kind, numbers in kinds.items():
            total.update({(kind, at): numbers[at] for at in (0, 1)})
    del found.counts["same"]
    assert total == {(kind, at): both[at] for kind, both in found.counts.items() for at in (0, 1)}


def test_a_dialogue_without_a_drop_in_its_place_was_not_found(german, two):
    """As if nothing had been kept after, and nothing been dropped."""
    after = Tables(german[1].revision, german[1].outs, {})
    found = changes.walk(german[0], after, compared(german), 3)
    assert set(found.counts) == {"removed"}
    assert found.gone == (Counter({changes.NOT_FOUND: found.counts["removed"][0]}), Counter())
    assert {row["reason"] for row in found.samples["removed"].rows()} == {changes.NOT_FOUND}


def test_dialogues_that_a_rule_drops_are_explained_by_it(sample, tmp_path, two):
    from tests.compare.versions_made import build_version, commit  # noqa: PLC0415

    strict = sample.copied(tmp_path / "strict", {"extract.min_turns": 12}).run(
        "extract", "postfilter", "split"
    )
    build_version(two, strict)
    commit(two, "strict")
    one, other = pair(two, "one", "strict")
    tables = [stored.tables(side, stored.by_language(side)["books", "de"]) for side in (one, other)]
    found = changes.walk(*tables, compared(tables), 2)
    assert found.gone[0] == Counter({Reason("extract", "dialogue", "min_turns"): found.counts["removed"][0]})
    back = changes.walk(*reversed(tables), compared(tables), 2)
    assert back.gone == found.gone[::-1]
