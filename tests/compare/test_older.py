"""An id of an older version: in which version it is, and what is in its place now."""

import shutil

import pytest

from dialogue_etl.browse.held import Held
from dialogue_etl.compare import revisions
from dialogue_etl.core import shards
from tests.compare.versions_made import git


@pytest.fixture
def versions(two):
    """Both versions; the workspace's folder has the second one."""
    for name, number in (("one", 1), ("two", 2)):
        git(two, "tag", f"dataset/default/{number}", name)
    before, now = (Held(revisions.one(two, name)) for name in ("one", "two"))
    shutil.rmtree(two / "data", ignore_errors=True)
    for out in now.revision.outs:
        for name, md5 in now.revision.files(out).items():
            (two / out / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(now.revision.path(md5), two / out / name)
    return before, now


def dialogues(held, language):
    paths = held.table("books", language, "postfilter", "dialogues")
    return {row["id"]: row for path in paths for row in shards.read_shard(path)}


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("es", "books are not built for the language es"),
        ("hu", "prefilter, max_kl_divergence"),
    ],
)
def test_an_id_of_an_older_version_leads_there_and_says_why_it_is_gone(command, versions, language, why):
    before, now = (dialogues(held, language) for held in versions)
    books = {row["source_id"] for row in now.values()}
    id, row = next((id, row) for id, row in before.items() if row["source_id"] not in books)
    said = command("inspect", id)
    assert (said.code, said.err) == (0, "")
    assert "is not in" in said.out
    assert f"dialogue-etl inspect {id} --version dataset/default/1" in said.out
    assert why in said.out
    shown = command("inspect", id, "--version", "dataset/default/1")
    assert f"── {id}, {len(row['turns'])} turns ──" in shown.out
    assert "In its text" in shown.out


def test_an_id_that_moved_into_another_dialogue_is_said(command, versions):
    before, now = (dialogues(held, "en") for held in versions)
    id = next(iter(sorted(now.keys() - before.keys())))  # of a dialogue that the first version has as a part
    said = command("inspect", id, "--version", "dataset/default/1")
    whole = said.err.partition("it is in ")[2].strip()
    assert whole in before
    assert now[id]["turns"][0]["text"] in [turn["text"] for turn in before[whole]["turns"]]


def test_what_is_in_no_version_is_a_sentence(command, versions):
    said = command("inspect", "pg900001:1")
    assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)
    assert "pg900001:1: nothing has this id; like it: pg900001:" in said.err
