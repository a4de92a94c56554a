"""Several variants at once in a real Airflow; what they share is built once, a tag rebuilds to the byte."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dvc_airflow.graph import load_graph

from dialogue_etl.core import yaml_files
from dialogue_etl.workspace import airflow, settings
from dialogue_etl.workspace.api import DONE, Api
from dialogue_etl.workspace.create import create
from dialogue_etl.workspace.params_file import set_values
from dialogue_etl.workspace.programs import dvc, git
from tests.conftest import STAGES
from tests.targets import BOOKS

pytestmark = [pytest.mark.slow, pytest.mark.long]

# Nothing, one stage on, the same stage and a later one.
VARIANTS: list[dict[str, Any]] = [
    {},
    {"extract.dialogue_gap": 300},
    {"extract.dialogue_gap": 300, "split.seed": 5},
]
SECONDS = 3600


def test_shared_work_is_done_once_and_a_tag_rebuilds_elsewhere(tmp_path: Path, port: int) -> None:
    root = tmp_path.resolve() / "ws"
    create(root, "sample")
    set_values(root / "params.yaml", {"languages": ["nl"]})
    dvc(root, "remote", "add", "--quiet", "--default", "store", str(root.parent / "store"))
    git(root, "commit", "--quiet", "--all", "-m", "language and remote")
    results = run_variants(root, port)
    assert list(results) == [f"dataset/v{number}/1" for number in range(len(VARIANTS))]
    work = [one for tag in results for one in done(root, tag, results[tag], tmp_path)]
    statuses = Counter(status for status, _ in work)
    # The other variants differ from `extract` on.
    assert statuses["restored from cache"] >= STAGES.index("extract") * (len(VARIANTS) - 1)
    ran = Counter(what for status, what in work if status == "ran" and what)
    assert [what for what, times in ran.items() if times > 1] == []
    assert rebuilt(root, list(results)[-1], tmp_path / "clone") == "same bytes"


def run_variants(root: Path, number: int) -> dict[str, list[dict[str, Any]]]:
    """Run them at once; of each its tag and the results of its tasks."""
    server = airflow.start(root, number, print)
    try:
        api = Api(server.address)
        api.login(settings.USER, settings.password(root))
        deadline = time.monotonic() + SECONDS
        runs = [
            api.trigger(airflow.DAG, {"run.variant": f"v{n}", **values}) for n, values in enumerate(VARIANTS)
        ]
        while set(states := [api.run_state(airflow.DAG, run) for run in runs]) - set(DONE):
            assert time.monotonic() < deadline, states
            time.sleep(1)
        assert set(states) == {"success"}, states
        return {
            str(api.result(airflow.DAG, run, "publish")["tag"]): [
                api.result(airflow.DAG, run, task.name) for task in api.tasks(airflow.DAG, run)
            ]
            for run in runs
        }
    finally:
        airflow.stop(root)


def done(root: Path, tag: str, results: list[dict[str, Any]], folder: Path) -> Iterator[tuple[str, str]]:
    """Status of each stage of a run, and its command, inputs and values; empty if it always runs."""
    status = {out: str(result["status"]) for result in results if "outs" in result for out in result["outs"]}
    for file in ("dvc.yaml", "params.yaml", "dvc.lock"):
        (folder / file).write_text(git(root, "show", f"{tag}:{file}"), encoding="utf-8")
    lock = yaml_files.load((folder / "dvc.lock").read_text())["stages"]
    for stage in (stage for stage in load_graph(folder).values() if status.keys() & set(stage.outs)):
        deps = {dep["path"]: dep["md5"] for dep in lock[stage.name].get("deps", ())}
        work = str([stage.name, stage.cmd, deps, lock[stage.name].get("params")])
        yield status[stage.outs[0]], "" if stage.always_changed else work


def rebuilt(root: Path, tag: str, folder: Path) -> str:
    """What a fresh clone of a tag says: `same bytes`, or how it differs, pulled and then built anew."""
    git(root.parent, "clone", "--quiet", "--branch", tag, str(root), str(folder))
    dvc(folder, "remote", "add", "--local", "--default", "--force", "store", str(root.parent / "store"))
    dvc(folder, "pull", "--quiet", "--allow-missing")  # the stages of other sources never ran
    status = json.loads(dvc(folder, "status", "--json", "--with-deps", *BOOKS) or "{}")
    if differs := {stage: why for stage, why in status.items() if why != ["always changed"]}:
        return f"pulled: {differs}"
    dvc(folder, "repro", "--force", "--quiet", *BOOKS)
    return git(folder, "diff", "--stat", "--", "dvc.lock") or "same bytes"
