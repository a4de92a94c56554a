"""Several variants at once in a real Airflow; what they share is built once, each tag rebuilds to the byte.

    PYTHONPATH=plugins python -m tests.variants.side_by_side --variants 4

Makes a workspace of the embedded sample with a DVC remote, triggers one run per variant at the same moment,
and counts in their results how often each piece of work (a stage with its command, inputs and values) ran.
Then clones every tag elsewhere, once filled by `dvc pull`, once built anew, and compares the hashes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer
import yaml
from dvc_airflow.graph import load_graph

from dialogue_etl.workspace import airflow, settings
from dialogue_etl.workspace.api import DONE, Api
from dialogue_etl.workspace.create import create
from dialogue_etl.workspace.params_file import set_values
from dialogue_etl.workspace.programs import dvc, git
from tests.targets import BOOKS

VALUES: list[dict[str, Any]] = [
    {},
    {"extract.dialogue_gap": 300},
    {"extract.dialogue_gap": 300, "split.seed": 5},
    {"postfilter.max_rare_share": 0.1},
    {"extract.min_turns": 4},
]
"""What the variants change: nothing, one stage on, the same stage and a later one, …"""
TIMEOUT = 3600
DAG = airflow.DAG


@dataclass
class Outcome:
    """What came of the runs."""

    tags: list[str] = field(default_factory=list)
    ran: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Stage and key of its work: how often it ran."""
    statuses: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def twice(self) -> list[str]:
        """Work that was done more than once."""
        return [f"{stage} {count} times" for (stage, _), count in self.ran.items() if count > 1]


say = typer.echo


def make_workspace(root: Path, languages: list[str] | None) -> None:
    """A workspace of the sample whose remote is the folder `store` beside it."""
    create(root, "sample")
    if languages:
        set_values(root / "params.yaml", {"languages": languages})
    dvc(root, "remote", "add", "--quiet", "--default", "store", str(root.parent / "store"))
    git(root, "commit", "--quiet", "--all", "-m", "languages and remote")


def run_variants(root: Path, count: int, port: int) -> Outcome:
    """Run variants `v0`, `v1` … at once.

    Raises:
        AssertionError: a run does not succeed.
    """
    server = airflow.start(root, port, say)
    try:
        api = Api(server.address)
        api.login(settings.USER, settings.password(root))
        began = time.monotonic()
        runs = [api.trigger(DAG, {"run.variant": f"v{n}", **VALUES[n]}) for n in range(count)]
        states = [_wait(api, run, began) for run in runs]
        outcome = Outcome(seconds=time.monotonic() - began)
        assert set(states) == {"success"}, dict(zip(runs, states, strict=True))
        for run in runs:
            outcome.tags.append(str(api.result(DAG, run, "publish")["tag"]))
            _count(root, api, run, outcome)
    finally:
        airflow.stop(root)
    return outcome


def _wait(api: Api, run: str, began: float) -> str:
    while (state := api.run_state(DAG, run)) not in DONE:
        assert time.monotonic() - began < TIMEOUT, f"{run} is {state}"
        time.sleep(1)
    return state


def _count(root: Path, api: Api, run: str, outcome: Outcome) -> None:
    results = [api.result(DAG, run, task.name) for task in api.tasks(DAG, run)]
    ran = {out: str(result["status"]) for result in results if "outs" in result for out in result["outs"]}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("dvc.yaml", "params.yaml", "dvc.lock"):
            (folder / file).write_text(git(root, "show", f"{outcome.tags[-1]}:{file}"), encoding="utf-8")
        graph, lock = load_graph(folder), yaml.safe_load((folder / "dvc.lock").read_text())["stages"]
        for stage in (stage for stage in graph.values() if ran.keys() & set(stage.outs)):
            status = next(ran[out] for out in stage.outs)
            outcome.statuses[status] += 1
            if status == "ran" and not stage.always_changed:
                deps = {dep["path"]: dep["md5"] for dep in lock[stage.name]["deps"]}
                key = str([stage.cmd, deps, lock[stage.name].get("params")])
                outcome.ran[(stage.name, key)] += 1


def rebuild(root: Path, tag: str, folder: Path) -> str:
    """What a fresh clone of a tag says: `same bytes`, or how it differs, pulled and then built anew."""
    git(root.parent, "clone", "--quiet", "--branch", tag, str(root), str(folder))
    dvc(folder, "remote", "add", "--local", "--default", "--force", "store", str(root.parent / "store"))
    dvc(folder, "pull", "--quiet", "--allow-missing")  # the stages of other sources never ran
    status = json.loads(dvc(folder, "status", "--json", "--with-deps", *BOOKS) or "{}")
    if differs := {stage: why for stage, why in status.items() if why != ["always changed"]}:
        return f"pulled: {differs}"
    dvc(folder, "repro", "--force", "--quiet", *BOOKS)
    return git(folder, "diff", "--stat", "--", "dvc.lock") or "same bytes"


def main(arguments: list[str]) -> int:
    """The program; 0 if all is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--variants", type=int, default=4, choices=range(1, len(VALUES) + 1))
    parser.add_argument("--languages", nargs="*", help="all of the sample by default")
    parser.add_argument("--port", type=int, default=8091)
    options = parser.parse_args(arguments)
    home = Path(tempfile.mkdtemp(prefix="variants-"))
    try:
        make_workspace(home / "ws", options.languages)
        outcome = run_variants(home / "ws", options.variants, options.port)
        say(f"{options.variants} runs at once: {outcome.seconds:.0f} s; {dict(outcome.statuses)}")
        say(f"different work that ran: {len(outcome.ran)}, more than once: {outcome.twice or 'none'}")
        said = {tag: rebuild(home / "ws", tag, home / f"clone{n}") for n, tag in enumerate(outcome.tags)}
        for tag, text in said.items():
            say(f"{tag}: {text}")
        return int(bool(outcome.twice) or set(said.values()) != {"same bytes"})
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
