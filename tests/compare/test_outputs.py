"""What was built, found in the workspace's folder or by a version in DVC's cache."""

import shutil

import pytest

from dialogue_etl.browse.held import outputs_of
from dialogue_etl.compare.revisions import RevisionError
from dialogue_etl.core import shards
from dialogue_etl.core.shards import MissingTableError


def rows(outputs, *place):
    return [row["id"] for path in outputs.shards("books", *place) for row in shards.read_shard(path, ["id"])]


def test_a_version_gives_its_own_tables_without_a_checkout(two):
    shutil.rmtree(two / "data", ignore_errors=True)
    (first, _), (second, params), (workspace, _) = (outputs_of(two, name) for name in ("one", "two", "."))
    assert "es" in first.languages("books")
    assert second.languages("books") == workspace.languages("books") == ["de", "en", "hu"]
    assert params["extract"]["dialogue_gap"] == 250
    place = ("en", "postfilter", "dialogues")
    assert rows(workspace, *place) == rows(second, *place) != rows(first, *place)
    with pytest.raises(MissingTableError, match="no table nothing of books postfilter en"):
        second.shards("books", "en", "postfilter", "nothing")
    with pytest.raises(RevisionError, match="no tag"):
        outputs_of(two, "three")


def test_what_lies_in_the_workspaces_folder_comes_first(two, sample):
    shutil.rmtree(two / "data", ignore_errors=True)
    shutil.copytree(sample.stages, two / "data" / "books")
    outputs, _ = outputs_of(two, ".")
    assert outputs.languages("books") == ["de", "en", "hu"]  # others are left over
    assert outputs.shards("books", "en", "postfilter", "dialogues")[0].is_relative_to(two / "data")
