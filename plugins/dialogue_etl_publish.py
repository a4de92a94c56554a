"""Publishes what a workspace has built: `python dialogue_etl_publish.py WORKSPACE SOURCE VARIANT MESSAGE`.

It does what the tasks `prepare`, `gate` and `publish` of a DAG do, without running stages. The last line that
it prints is JSON: `{"error": sentence}`, or the version (`tag`, `folder`, `totals`, `in_workspace`, `again`),
the one `before` with its totals, and `params` that differ from that one.
"""

import json
import re
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from dialogue_etl_datasets import dataset_project
from dvc_airflow.graph import DVC_YAML, Graph, GraphError
from dvc_airflow.lockfile import LOCK, all_written, read_lock, tidied
from dvc_airflow.locks import hold
from dvc_airflow.params_values import difference, read_at
from dvc_airflow.programs import ProgramError, dvc, git, git_ok
from dvc_airflow.project import Project
from dvc_airflow.publish import publish
from dvc_airflow.request import VARIANT, VARIANT_PATTERN, VARIANT_RULE
from dvc_airflow.runs import RunError, digest, prepare, refuse_foreign
from dvc_airflow.stage import read_metrics
from dvc_airflow.versions import Version, find_run, last_version
from dvc_airflow.worktrees import lock_of, read_files, remove_worktree
from dvc_airflow.yaml_files import read_yaml, write_whole

from dialogue_etl.doctor.findings import few


def publish_workspace(project: Project, variant: str, message: str) -> dict[str, Any]:
    """Publish the dataset of a project as its workspace has built it.

    Raises:
        RunError: what is built is not of the present parameters, inputs or stages, or a gate fails.
        ProgramError: git or dvc failed.
    """
    root, variant = project.root, variant or project.variant
    if not re.fullmatch(VARIANT_PATTERN, variant):
        raise RunError(f"variant {variant!r} is not allowed: {VARIANT_RULE}")
    refuse_foreign(project, variant)
    graph = project.stages(root)
    _refuse_unbuilt(root, graph)
    content = tidied(root, graph)
    run_id = f"publish__{sha256(f'{variant} {content}'.encode()).hexdigest()[:16]}"
    version = find_run(project.published, run_id, project.name)
    again = bool(version and git_ok(root, "rev-parse", "--verify", "--quiet", f"refs/tags/{version.tag}"))
    if not version or not again or project.state_file(run_id).exists():
        _refuse_gated(project, graph, variant)
        _prepare(project, graph, run_id, variant, message)
        version, again = publish(project, run_id), False
    return _said(project, version, again=again)


def _refuse_unbuilt(root: Path, graph: Graph) -> None:
    """Fail if the outputs are not what the present stages, parameters and inputs make, or git lacks these."""
    lock = read_lock(root)
    if missing := [name for name in graph if name not in lock]:
        raise RunError(f"not built yet: {few(missing)}; run: dvc repro")
    inputs = {path for stage in graph.values() for path in stage.deps if (root / path).exists()}
    inputs -= set(all_written(graph, lock))
    if dirty := git(root, "status", "--porcelain", "--", DVC_YAML, *sorted(inputs)).splitlines():
        names = [line[3:] for line in dirty]
        raise RunError(f"not committed, so the version could not be built again: {few(names)}; commit it")
    targets = [*sorted({stage.base for stage in graph.values()}), *read_files(root, graph)]
    said = json.loads(dvc(root, "status", "--json", *targets) or "{}")
    stale = {name: [one for one in why if one != "always changed"] for name, why in said.items()}
    if stale := {name: why for name, why in stale.items() if why}:
        name, why = next(iter(stale.items()))
        raise RunError(
            f"what is built is not of the present parameters and inputs: {few(stale)} ({name}: "
            f"{json.dumps(why[0], ensure_ascii=False)}); run: dvc repro"
        )


def _refuse_gated(project: Project, graph: Graph, variant: str) -> None:
    metrics = read_metrics(project.root, tuple(path for stage in graph.values() for path in stage.metrics))
    last = last_version(project.published, variant)
    stops = project.gates(read_yaml(project.root / "params.yaml"), metrics, last.metrics if last else None)
    if stops:
        lines = "\n".join(f"{gate}: {reason}" for gate, reason in stops.items())
        raise RunError(f"gates stop this version; change the data, or the limits in params.yaml:\n{lines}")


def _prepare(project: Project, graph: Graph, run_id: str, variant: str, message: str) -> None:
    """Make the worktree that is published, with the workspace's dvc.lock, its metrics and its report."""
    state = prepare(project, run_id, {VARIANT: variant}, digest(project.root / DVC_YAML))
    worktree = project.worktree(run_id)
    try:
        write_whole(worktree / LOCK, tidied(project.root, project.graph(worktree)))
        written = all_written(graph, read_lock(worktree))
        metrics = [path for stage in graph.values() for path in stage.metrics]
        shown = [path for path in [*metrics, project.report] if path in written]
        dvc(worktree, "checkout", *shown)
        replace(state, message=" ".join(message.split())).save(project)
    except BaseException:
        with hold(lock_of(project, worktree)):
            remove_worktree(project, worktree)
        raise


def _said(project: Project, version: Version, *, again: bool) -> dict[str, Any]:
    before = last_version(project.published, version.variant, below=version.number)
    old = read_at(project.root, before.commit) if before else {}
    now = read_at(project.root, version.commit)
    return {
        "tag": version.tag,
        "folder": str(project.published / version.folder),
        "totals": version.totals,
        "in_workspace": version.in_workspace,
        "again": again,
        "before": before.tag if before else "",
        "totals_before": before.totals if before else {},
        "params": project.concerned(difference(old, now)) if before else {},
    }


def main(root: str, source: str, variant: str, message: str) -> None:
    """Print the answer; ends with 1 if it is an error."""
    try:
        answer = publish_workspace(dataset_project(Path(root), source), variant, message)
    except (RunError, ProgramError, GraphError, ValueError) as error:
        answer = {"error": str(error)}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.exit("error" in answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
