"""A run's worktree: made, given the run's values, found again, removed.

Every run works in a git worktree of its own that shares the workspace's DVC cache, so what a run changes
reaches that run only and the user's files stay as they are.
"""

from __future__ import annotations

import configparser
import json
import logging
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import yaml

from dvc_airflow.changes import difference, read, requested, rewrite
from dvc_airflow.graph import Graph, load_graph
from dvc_airflow.mending import begin_anew, mend
from dvc_airflow.programs import ProgramError, dvc, git, git_lock, git_ok
from dvc_airflow.stage import end_leftovers

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dvc_airflow.project import Project

log = logging.getLogger(__name__)

KEPT_UNFINISHED = 3
"""So many worktrees of failed runs are kept for inspection; older ones go, they fill the disk."""


class RunError(RuntimeError):
    """A run cannot begin; the message says what is wrong and what to do."""


@dataclass(frozen=True)
class RunState:
    """What is known of a run, kept as JSON beside its worktree."""

    run_id: str
    base: str
    """Commit the worktree stands on."""
    branch: str | None
    """The workspace's branch when the run began; None when its HEAD was detached."""
    changed: dict[str, list[Any]] = field(default_factory=dict)
    """Values that differ from the workspace's params.yaml: key to [workspace's, the run's]."""
    uncommitted: dict[str, list[Any]] = field(default_factory=dict)
    """The workspace's own edits since its last commit: key to [committed, edited]."""

    def save(self, project: Project) -> None:
        """Write the state file."""
        project.state_file(self.run_id).write_text(json.dumps(asdict(self), indent=2), encoding="utf-8")


def load_state(project: Project, run_id: str) -> RunState:
    """The state `prepare` left.

    Raises:
        RunError: the run was never prepared, or is published and gone.
    """
    file = project.state_file(run_id)
    if not file.exists():
        raise RunError(f"run {run_id} has no worktree in {project.worktrees}: clear its `prepare` task")
    return RunState(**json.loads(file.read_text(encoding="utf-8")))


def digest(dvc_yaml: Path) -> str:
    """What tells two versions of dvc.yaml apart."""
    return sha256(dvc_yaml.read_bytes()).hexdigest()


def prepare(project: Project, run_id: str, conf: Mapping[str, Any], drawn: str) -> RunState:
    """Make, or on a retry make anew, the worktree of a run, with the run's params.yaml in it.

    Args:
        project: The workspace.
        run_id: Airflow's name of the run.
        conf: What the trigger form or the REST API sent.
        drawn: `digest` of the dvc.yaml that the DAG was drawn from.

    Raises:
        RunError: the workspace is not in a state to be built.
        ValueError: a value is not allowed (from `project.validate`).
    """
    workspace_values = read(project.root / "params.yaml")
    values = requested(conf, workspace_values, project.presets)
    project.validate(values)
    with git_lock(project.root):
        base = _base_commit(project.root, drawn)
        _remove_stale(project, run_id)
        worktree = _worktree(project, run_id, base)
    mend(worktree)
    begin_anew(worktree)
    branch = git(project.root, "branch", "--show-current") or None
    committed = yaml.safe_load(git(project.root, "show", f"{base}:params.yaml")) or {}
    uncommitted = difference(committed, workspace_values)
    tracked = _carry(project, worktree)
    state = RunState(run_id, base, branch, difference(workspace_values, values), uncommitted)
    if state.changed:
        rewrite(worktree / "params.yaml", {key: new for key, (_, new) in state.changed.items()})
    _forget_deselected(project.root, worktree)
    with ThreadPoolExecutor() as pool:  # two looks of a second or two each, mostly DVC's own start
        recorded = pool.submit(_check_recorded, project.root, tracked)
        _share_cache(project.root, worktree)
        recorded.result()
    if tracked:
        dvc(worktree, "checkout", "--force", *tracked)
    state.save(project)
    return state


def _base_commit(root: Path, drawn: str) -> str:
    if not git_ok(root, "rev-parse", "--verify", "HEAD^{commit}"):
        raise RunError(f"{root} has no commit yet: commit dvc.yaml and params.yaml first")
    base = git(root, "rev-parse", "HEAD")
    if not git_ok(root, "cat-file", "-e", "HEAD:dvc.yaml"):
        raise RunError(f"dvc.yaml is not committed in {root}: git add dvc.yaml && git commit")
    # Bytes as git would check them out, so that a filter on line endings does not tell them apart.
    clean = git_ok(root, "diff", "--quiet", "HEAD", "--", "dvc.yaml")
    if not clean or digest(root / "dvc.yaml") != drawn:
        raise RunError(
            "dvc.yaml is not the committed one, or changed after the DAG was drawn: "
            f"commit it in {root}, wait until Airflow shows the new DAG (half a minute), trigger again"
        )
    return base


def _worktree(project: Project, run_id: str, base: str) -> Path:
    """The run's worktree at the base commit; one that an earlier attempt prepared keeps its outputs."""
    folder = project.worktree(run_id)
    end_leftovers(folder)
    if folder.exists() and not project.state_file(run_id).exists():  # git may have been killed half-way
        remove_worktree(project, folder)
    project.worktrees.mkdir(exist_ok=True)
    git(project.root, "worktree", "prune")
    listed = git(project.root, "worktree", "list", "--porcelain").splitlines()
    if folder.exists() and f"worktree {folder.resolve()}" not in listed:  # git or we died half-way
        shutil.rmtree(folder)
    if not folder.exists():
        git(project.root, "worktree", "add", "--detach", "--force", str(folder), base)
    elif git(folder, "rev-parse", "HEAD") != base:
        git(folder, "checkout", "--quiet", "--force", "--detach", base)
    return folder


def _remove_stale(project: Project, run_id: str) -> None:
    """Remove worktrees of published runs, and all but the newest of those that failed.

    Runs of one DAG follow each other (max_active_runs=1), so every other worktree of ours is idle.
    """
    folders = sorted(project.worktrees.glob(f"{project.name}--*/"), key=lambda p: p.stat().st_mtime)
    idle = [folder for folder in folders if folder != project.worktree(run_id)]
    unfinished = [folder for folder in idle if folder.with_name(f"{folder.name}.json").exists()]
    for folder in set(idle) - set(unfinished[-KEPT_UNFINISHED:]):
        remove_worktree(project, folder)


def remove_worktree(project: Project, folder: Path) -> None:
    """Remove a worktree with its state file, whatever git knows of it."""
    # The state file goes first: a worktree without one counts as published, and the next run removes it.
    folder.with_name(f"{folder.name}.json").unlink(missing_ok=True)
    end_leftovers(folder)
    try:
        git(project.root, "worktree", "remove", "--force", "--force", str(folder))
    except ProgramError as error:
        log.info("git leaves the worktree to us: %s", error)
    shutil.rmtree(folder, ignore_errors=True)
    git(project.root, "worktree", "prune")


def _carry(project: Project, worktree: Path) -> list[str]:
    """Copy params.yaml and the files `dvc add` wrote as they stand in the workspace, committed or not.

    Returns:
        The latter.
    """
    root = project.root
    listed = git(root, "ls-files", "--cached", "--others", "--exclude-standard", "--", "*.dvc")
    tracked = [name for name in listed.splitlines() if (root / name).exists()]
    for name in git(worktree, "ls-files", "--", "*.dvc").splitlines():
        if name not in tracked:
            (worktree / name).unlink(missing_ok=True)
    for name in ["params.yaml", *project.carry, *tracked]:
        target = worktree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (root / name).exists() and (not target.exists() or _differs(root / name, target)):
            log.info("taking along the workspace's uncommitted %s", name)
            shutil.copyfile(root / name, target)
    return tracked


def _differs(one: Path, other: Path) -> bool:
    return one.read_bytes() != other.read_bytes()


def _share_cache(root: Path, worktree: Path) -> None:
    """Point the worktree's DVC at the workspace's cache; keep the user's local settings (remotes)."""
    config = configparser.ConfigParser(interpolation=None)
    config.read([root / ".dvc" / "config.local"], encoding="utf-8")
    # A worktree lives for one run and no person edits its files, so links instead of copies are safe.
    config["cache"] = {"dir": dvc(root, "cache", "dir").strip(), "type": '"reflink,hardlink,copy"'}
    with (worktree / ".dvc" / "config.local").open("w", encoding="utf-8") as file:
        config.write(file)


def _forget_deselected(root: Path, worktree: Path) -> None:
    """Remove locks and outputs of stages this run does not have, lest a later stage reads them."""
    graph = load_graph(worktree)
    keep = {out for stage in graph.values() for out in stage.outs}
    for name, stage in load_graph(root).items():
        for out in set(stage.outs) - keep if name not in graph else ():
            path = worktree / out
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    prune_lock(worktree / "dvc.lock", graph)


def prune_lock(lock: Path, graph: Graph) -> None:
    """Drop what dvc.lock holds of stages that are no longer there: DVC itself keeps them for ever."""
    content = read(lock)
    stages = content.get("stages") or {}
    kept = {name: entry for name, entry in stages.items() if name in graph}
    if len(kept) < len(stages):
        lock.write_text(yaml.safe_dump({**content, "stages": kept}, sort_keys=False), encoding="utf-8")


def _check_recorded(root: Path, tracked: list[str]) -> None:
    """Refuse data that was edited without `dvc add`: the run would silently use the older state."""
    status = json.loads(dvc(root, "status", "--json", *tracked) or "{}") if tracked else {}
    if status:
        names = " ".join(name.removesuffix(".dvc") for name in status)
        raise RunError(f"{names}: changed since DVC recorded it. In {root}: dvc add {names}")
