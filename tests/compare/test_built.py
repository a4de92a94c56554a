"""What was built, found in the workspace's folder or by a version in DVC's cache."""

import shutil

import pytest

from dialogue_etl.compare.built import Built
from dialogue_etl.compare.revisions import RevisionError
from dialogue_etl.core import shards
from dialogue_etl.core.shards import MissingTableError


def rows(built, *place):
    return [row["id"] for path in built.files("books", *place) for row in shards.read_shard(path, ["id"])]


def test_a_version_gives_its_own_tables_without_a_checkout(two):
    shutil.rmtree(two / "data", ignore_errors=True)
    first, second, workspace = (Built.of(two, name) for name in ("one", "two", "."))
    assert ("books", "es") in first.languages
    assert [tag for _, tag in second.languages] == ["de", "en", "hu"]
    assert workspace.languages == second.languages
    assert second.params["extract"]["dialogue_gap"] == 250
    place = ("en", "postfilter", "dialogues")
    assert rows(workspace, *place) == rows(second, *place) != rows(first, *place)
    with pytest.raises(MissingTableError, match="has no table nothing of postfilter"):
        second.files("books", "en", "postfilter", "nothing")
    with pytest.raises(RevisionError, match="no tag"):
        Built.of(two, "three")


def test_what_lies_in_the_workspaces_folder_comes_first(two, sample):
    shutil.rmtree(two / "data", ignore_errors=True)
    shutil.copytree(sample.stages, two / "data" / "books")
    built = Built.of(two, ".")
    assert built.languages == [("books", tag) for tag in ("de", "en", "hu")]  # others are left over
    assert built.files("books", "en", "postfilter", "dialogues")[0].is_relative_to(two / "data")
