"""What must hold of a workspace after its Airflow was killed again and again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import yaml

from dialogue_etl.workspace.programs import git
from tests.interruptions import airflow_scene
from tests.interruptions.processes import marked, seconds_until_gone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.interruptions.airflow_scene import Outs
    from tests.interruptions.workspace import Workspace

_END_SECONDS = 30.0


def check(
    workspace: Workspace, runs: Mapping[str, tuple[str, str]], expected: Mapping[str, Outs]
) -> list[str]:
    """What is wrong, a sentence each.

    Args:
        workspace: its Airflow is stopped.
        runs: each one's state and variant.
        expected: variant to the hashes of an undisturbed build.
    """
    root = workspace.folder
    return [
        *(f"{run} ended as {state}" for run, (state, _) in runs.items() if state != "success"),
        *_wrong_versions(root, runs, expected),
        *_left(workspace),
    ]


def _wrong_versions(
    root: Path, runs: Mapping[str, tuple[str, str]], expected: Mapping[str, Outs]
) -> Iterator[str]:
    tags = git(root, "tag", "--list", "dataset/*").splitlines()
    published: dict[str, list[str]] = {}
    for tag in tags:
        _, variant, number = tag.split("/")
        try:
            found = airflow_scene.outs(git(root, "show", f"{tag}:dvc.lock"))
        except (yaml.YAMLError, KeyError, TypeError):
            yield f"{tag}: dvc.lock is not whole"
            continue
        differing = {
            path for path in {*found, *expected[variant]} if found.get(path) != expected[variant].get(path)
        }
        if differing:
            yield f"{tag} is not as built undisturbed: {', '.join(sorted(differing)[:5])}"
        summary = root / "published" / variant / number / "summary.json"
        if not summary.exists():
            yield f"{tag} is not published"
            continue
        published.setdefault(json.loads(summary.read_text("utf-8"))["run_id"], []).append(tag)
    for run, (state, _) in runs.items():
        if len(published.get(run, [])) != (state == "success"):
            yield f"{run}, which ended as {state}, published {published.get(run, [])}"
    folders = {
        f"dataset/{path.parent.parent.name}/{path.parent.name}"
        for path in root.glob("published/*/*/summary.json")
    }
    for name in folders - set(tags):
        yield f"published without a tag: {name}"


def _left(workspace: Workspace) -> Iterator[str]:
    """Processes, folders of runs that are over, half-published folders, locks of git."""
    if seconds_until_gone(workspace.mark, _END_SECONDS) > _END_SECONDS:
        for process in marked(workspace.mark):
            yield f"process {process.pid} is left: {' '.join(process.cmdline())[:100]}"
    root = workspace.folder
    for pattern in (".worktrees/[!.]*/", "published/*/.*", ".git/*.lock", ".git/refs/**/*.lock"):
        for path in root.glob(pattern):
            if path.name != "dvc_airflow.lock":
                yield f"left behind: {path.relative_to(root)}"
