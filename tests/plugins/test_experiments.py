from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from dvc_airflow.experiments import list_experiments

from tests.plugins.published import client, make

if TYPE_CHECKING:
    from tests.plugins.conftest import Scratch

pytestmark = pytest.mark.slow  # asks DVC

LOCK = """schema: '2.0'
stages:
  texts-words@en:
    cmd: x
    outs:
    - {path: data/words/en, md5: ab12.dir}
    - {path: metrics/en.json, md5: ab34}
"""


def experiment(scratch: Scratch, name: str, count: int) -> str:
    """What `dvc exp run` leaves: a commit under a ref of its own, and data in the cache."""
    base = scratch.git("rev-parse", "main")
    (scratch.root / "params.yaml").write_text(f"languages: [en, hu]\ncount: {count}\n")
    (scratch.root / "dvc.lock").write_text(LOCK)
    scratch.git("add", "--force", "params.yaml", "dvc.lock")
    scratch.git("commit", "--quiet", "--message", name)
    commit = scratch.git("rev-parse", "HEAD")
    scratch.git("update-ref", f"refs/exps/{base[:2]}/{base[2:]}/{name}", commit)
    scratch.git("reset", "--quiet", "--hard", base)
    kept = scratch.root / ".dvc/cache/files/md5/ab/34"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({"words": 9}))
    return commit


def test_experiments_are_listed_with_values_and_figures_and_compared(scratch: Scratch) -> None:
    from dvc_airflow.pages import datasets_app  # noqa: PLC0415 - imports Airflow

    assert list_experiments(scratch.root, lambda _: {}) == []
    commits = [experiment(scratch, name, count) for name, count in (("boozy-clay", 5), ("wally-tola", 7))]
    scratch.git("update-ref", "refs/exps/stash", commits[0])  # a queue, not an experiment
    found = {one.tag: one for one in list_experiments(scratch.root, lambda metrics: {"files": len(metrics)})}
    assert {name: one.changed for name, one in found.items()} == {
        "boozy-clay": {"count": [3, 5]},
        "wally-tola": {"count": [3, 7]},
    }
    assert [found["boozy-clay"].metrics, found["boozy-clay"].totals] == [
        {"metrics/en.json": {"words": 9}},
        {"files": 1},
    ]
    published = scratch.project.published
    make(published, "default", 1)
    user = client(app := datasets_app(published, lambda a, b: f"<body>{a} {b}</body>"))
    page = user.get("/").text
    assert page.count("experiment of DVC") == 2
    assert "<code>count</code>: 3 → <b>7</b>" in page
    tags = "tag=boozy-clay&tag=wally-tola"
    answer = user.get(f"/compare?{tags}").text
    assert all(commit[:10] in answer for commit in commits)
    assert "count" in user.get(f"/beside?{tags}").text
    stranger = client(app, hidden={"books"})
    assert "experiment of DVC" not in stranger.get("/").text
    assert stranger.get(f"/compare?{tags}").status_code == 404
