"""Runs of one DAG in a workspace that also has stages of others, never built."""

import shutil
from dataclasses import replace

import pytest
from dvc_airflow import programs
from dvc_airflow.lockfile import read_lock

from tests.plugins.conftest import DVC_YAML, Scratch

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


@pytest.fixture
def texts(scratch: Scratch) -> Scratch:
    """The scratch workspace with the others' stages in its dvc.yaml and a remote; the DAG of `texts-`."""
    (scratch.root / "dvc.yaml").write_text(DVC_YAML + OTHERS)
    programs.dvc(scratch.root, "remote", "add", "--default", "store", str(scratch.root.parent / "store"))
    scratch.git("commit", "--quiet", "--all", "-m", "other sources")
    return Scratch(replace(scratch.project, prefix="texts-"))


def test_a_run_asks_nothing_of_other_sources_and_finds_in_the_remote_what_the_cache_lacks(
    texts: Scratch,
) -> None:
    first = texts.whole("all")
    assert first.in_workspace
    assert set(read_lock(texts.root)) == {"code", "texts-words@en", "texts-words@hu", "texts-package"}
    assert not list(texts.root.glob("data/*talks*"))
    assert texts.git("status", "--porcelain") == ""
    shutil.rmtree(texts.root / ".dvc" / "cache")
    options = {"base": first.tag, "variant": "v", "force": ["texts-words"]}
    assert texts.whole("again", options).outs == first.outs
