"""Runs of one DAG in a workspace that also has stages of others, never built."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from dvc_airflow import programs
from dvc_airflow.lockfile import read_lock

from tests.plugins.conftest import DVC_YAML, Scratch

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

# As `threads` and `mix` beside `books`: a source in some of the same languages, and what reads both.
OTHERS = """\
  talks-words:
    foreach: [en, zh]
    do:
      cmd: mkdir -p data/talks/${item} && touch data/talks/${item}/words.txt
      deps: [data/code/words.txt, library]
      params: [count]
      outs: ["data/talks/${item}"]
  talks-package:
    cmd: mkdir -p data/talks-package && ls data/talks > data/talks-package/index.html
    deps: [data/talks]
    outs: [data/talks-package]
  both-package:
    cmd: mkdir -p data/both && cat data/package/* data/talks-package/* > data/both/index.html
    deps: [data/package, data/talks-package]
    outs: [data/both]
"""
ONLY_ENGLISH = {"only": ["en"], "force": ["texts-words"]}
ENGLISH, HUNGARIAN = "texts-words@en", "texts-words@hu"
OURS = {"code", ENGLISH, HUNGARIAN, "texts-package"}


@pytest.fixture
def texts(scratch: Scratch) -> Scratch:
    """The scratch workspace with the others' stages in its dvc.yaml and a remote; the DAG of `texts-`."""
    (scratch.root / "dvc.yaml").write_text(DVC_YAML + OTHERS)
    programs.dvc(scratch.root, "remote", "add", "--default", "store", str(scratch.root.parent / "store"))
    scratch.git("commit", "--quiet", "--all", "-m", "other sources")
    return Scratch(replace(scratch.project, prefix="texts-"))


def words(folder: Path) -> dict[str, str]:
    return {path.parent.name: path.read_text() for path in folder.glob("data/words/*/words.txt")}


def add_book(texts: Scratch) -> None:
    (texts.root / "library" / "more.txt").write_text("two\n")
    programs.dvc(texts.root, "add", "--quiet", "library")


@pytest.mark.long
def test_a_run_of_some_languages_takes_the_others_and_asks_nothing_of_other_sources(texts: Scratch) -> None:
    first = texts.whole("all")
    assert first.in_workspace
    add_book(texts)
    state = texts.prepare("some", ONLY_ENGLISH)
    assert state.does == {"code": "run", ENGLISH: "force", HUNGARIAN: "take", "texts-package": "run"}
    assert texts.stages("some") == {"code": "ran", ENGLISH: "ran", "texts-package": "ran"}
    second = texts.publish("some")
    assert second.in_workspace
    assert words(texts.root) == {"en": "one\ntwo\n", "hu": "one\n"}
    assert (texts.root / "data" / "package" / "index.html").read_text() == "en\nhu\n"
    assert second.outs["data/words/hu"] == first.outs["data/words/hu"]
    assert second.outs["data/words/en"] != first.outs["data/words/en"]
    assert set(read_lock(texts.root)) == OURS
    assert not list(texts.root.glob("data/*talks*"))
    assert texts.git("status", "--porcelain") == ""


@pytest.mark.long
def test_it_finds_what_it_takes_in_the_remote(texts: Scratch) -> None:
    version = texts.whole("all", {"variant": "v"})
    shutil.rmtree(texts.root / ".dvc" / "cache")
    state = texts.prepare("some", {**ONLY_ENGLISH, "base": version.tag, "variant": "v"})
    assert words(texts.project.worktree("some")) == {"hu": "one\n"}
    assert HUNGARIAN not in texts.stages("some")
    assert texts.publish("some").outs == version.outs
    assert set(state.does) == OURS


@pytest.mark.parametrize(
    ("only", "said"),
    [
        ("en", "texts-words@hu is to be taken from the base, but its dvc.lock has no such stage"),
        ("zh", "run.only: 'zh' is not one of en, hu$"),
    ],
)
def test_what_cannot_be_is_refused_and_names_no_other_source(texts: Scratch, only: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        texts.prepare("some", {"only": [only]})
