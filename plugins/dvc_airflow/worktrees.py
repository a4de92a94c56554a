"""A run's worktree: made, filled with what the run begins from, found again, removed.

Every run works in a git worktree of its own that shares the workspace's DVC cache, so what a run changes
reaches that run only and the user's files stay as they are.
"""

from __future__ import annotations

import configparser
import json
import logging
import shutil
from typing import TYPE_CHECKING

from dvc_airflow.lockfile import read_lock, tidy
from dvc_airflow.processes import end_leftovers
from dvc_airflow.programs import ProgramError, dvc, git, git_lock

if TYPE_CHECKING:
    from pathlib import Path

    from dvc_airflow.graph import Graph
    from dvc_airflow.project import Project

log = logging.getLogger(__name__)

RUNS_LOCK = "runs.lock"
"""Held shared by every task of every run, alone by what clears the cache."""


def lock_of(project: Project, folder: Path) -> Path:
    """The lock that a run's tasks hold shared, and who makes or removes its worktree alone."""
    return project.locks / f"{folder.name}.lock"


def make_worktree(project: Project, run_id: str, base: str) -> Path:
    """The run's worktree at the base commit; one that an earlier attempt prepared keeps its outputs.

    To be called under `git_lock`.
    """
    folder = project.worktree(run_id)
    end_leftovers(folder)
    if folder.exists() and not project.state_file(run_id).exists():  # git may have been killed half-way
        _remove(project, folder)
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


def remove_worktree(project: Project, folder: Path) -> None:
    """Remove a worktree with its state file, whatever git knows of it.

    To be called by who holds its lock, or knows that no task of its run is at work.
    """
    with git_lock(project.root):
        _remove(project, folder)


def _remove(project: Project, folder: Path) -> None:
    # The state file goes first: a worktree without one counts as published, and the clean-up removes it.
    folder.with_name(f"{folder.name}.json").unlink(missing_ok=True)
    end_leftovers(folder)
    try:
        git(project.root, "worktree", "remove", "--force", "--force", str(folder))
    except ProgramError as error:
        log.info("git leaves the worktree to us: %s", error)
    shutil.rmtree(folder, ignore_errors=True)
    git(project.root, "worktree", "prune")


def tracked_files(folder: Path) -> list[str]:
    """The files that `dvc add` wrote in a git folder, committed or not."""
    listed = git(folder, "ls-files", "--cached", "--others", "--exclude-standard", "--", "*.dvc")
    return [name for name in listed.splitlines() if (folder / name).is_file()]


def carry(project: Project, worktree: Path, *, edits: bool) -> None:
    """Copy what the run takes along from the workspace.

    Args:
        project: Its `carry` files always come along.
        worktree: Of the run.
        edits: Whether params.yaml and what `dvc add` recorded come as they stand there, committed or not.
    """
    names = list(project.carry)
    if edits:
        recorded = tracked_files(project.root)
        for name in git(worktree, "ls-files", "--", "*.dvc").splitlines():
            if name not in recorded:
                (worktree / name).unlink(missing_ok=True)
        names += ["params.yaml", *recorded]
    for name in names:
        here, target = project.root / name, worktree / name
        if here.exists() and not (target.exists() and here.read_bytes() == target.read_bytes()):
            log.info("taking along the workspace's %s", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(here, target)


def share_cache(root: Path, worktree: Path) -> None:
    """Give the worktree's DVC the workspace's settings, committed or not, its remotes and its cache."""
    config = _settings(root)
    for section in config.sections():
        url = config[section].get("url", "")
        if "remote" in section and url and "://" not in url:
            # A folder: DVC takes it relative to its own, which is another one here.
            config[section]["url"] = str((root / ".dvc" / url).resolve())
    # A worktree lives for one run and no person edits its files, so links instead of copies are safe.
    config["cache"] = {"dir": dvc(root, "cache", "dir").strip(), "type": '"reflink,hardlink,copy"'}
    if "core" not in config:
        config.add_section("core")
    # Else every worktree would leave a folder in /var/tmp that nobody can tell from others'.
    config["core"]["site_cache_dir"] = str(worktree / ".dvc" / "tmp" / "site")
    with (worktree / ".dvc" / "config.local").open("w", encoding="utf-8") as file:
        config.write(file)


def _settings(folder: Path) -> configparser.ConfigParser:
    config = configparser.ConfigParser(interpolation=None)
    config.read([folder / ".dvc" / "config", folder / ".dvc" / "config.local"], encoding="utf-8")
    return config


def has_remote(folder: Path) -> bool:
    """Whether DVC knows where to push to."""
    return bool(_settings(folder).get("core", "remote", fallback=""))


def forget_deselected(worktree: Path, before: Graph, graph: Graph) -> None:
    """Remove locks and outputs of stages this run does not have, lest a later stage reads them.

    Args:
        worktree: Of the run; an earlier attempt may have left something in it.
        before: The base's stages.
        graph: The run's.
    """
    keep = {out for stage in graph.values() for out in stage.outs}
    gone = {out for stage in before.values() for out in stage.outs}
    for name, entry in read_lock(worktree).items():
        if name not in before:
            gone |= {out["path"] for out in entry.get("outs") or ()}
    for out in gone - keep:
        path = worktree / out
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    tidy(worktree, graph)


def unrecorded(root: Path) -> list[str]:
    """Data edited without `dvc add`: a run would silently use the older state."""
    tracked = tracked_files(root)
    status = json.loads(dvc(root, "status", "--json", *tracked) or "{}") if tracked else {}
    return [str(name).removesuffix(".dvc") for name in status]
