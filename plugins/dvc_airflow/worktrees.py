"""A run's worktree: made, filled with what the run begins from, found again, removed.

Every run works in a git worktree of its own that shares the workspace's DVC cache, so what a run changes
reaches that run only and the user's files stay as they are.
"""

from __future__ import annotations

import configparser
import json
import logging
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from dvc_airflow.processes import end_leftovers
from dvc_airflow.programs import dvc, git, git_lock, git_ok

if TYPE_CHECKING:
    from dvc_airflow.project import Project

log = logging.getLogger(__name__)

RUNS_LOCK = "runs.lock"
"""Held shared by every task of every run, alone by what clears the cache."""


def lock_of(project: Project, folder: Path) -> Path:
    """The lock that a run's tasks hold shared, and who makes or removes its worktree alone."""
    return project.locks / f"{folder.name}.lock"


def make_worktree(project: Project, run_id: str, commit: str) -> Path:
    """A new worktree for a run, in place of what an earlier attempt left; its work comes from the cache."""
    folder = project.worktree(run_id)
    remove_worktree(project, folder)
    with git_lock(project.root):
        git(project.root, "worktree", "add", "--detach", "--force", str(folder), commit)
    return folder


def remove_worktree(project: Project, folder: Path) -> None:
    """Remove a worktree, if there is one, with its state file, whatever git knows of it.

    To be called by who holds its lock, or knows that no task of its run is at work.
    """
    # The state file goes first: a worktree without one counts as published, and the clean-up removes it.
    folder.with_name(f"{folder.name}.json").unlink(missing_ok=True)
    end_leftovers(folder)
    with git_lock(project.root):
        shutil.rmtree(folder, ignore_errors=True)  # where git was killed half-way it leaves that to us
        git_ok(project.root, "worktree", "remove", "--force", "--force", str(folder))
        git(project.root, "worktree", "prune")


def tracked_files(folder: Path) -> list[str]:
    """The files that `dvc add` wrote in a git folder, committed or not."""
    listed = git(folder, "ls-files", "--cached", "--others", "--exclude-standard", "--", "*.dvc")
    return [name for name in listed.splitlines() if (folder / name).is_file()]


def carry(project: Project, worktree: Path, *, edits: bool) -> None:
    """Copy the project's `carry` files from the workspace, and if wanted its edits.

    Those are params.yaml and what `dvc add` recorded as they stand there, committed or not.
    """
    names = list(project.carry)
    if edits:
        recorded = tracked_files(project.root)
        for name in set(tracked_files(worktree)) - set(recorded):
            (worktree / name).unlink()
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


def unrecorded(root: Path) -> list[str]:
    """Data edited without `dvc add`: a run would silently use the older state."""
    tracked = tracked_files(root)
    status = json.loads(dvc(root, "status", "--json", *tracked) or "{}") if tracked else {}
    return [str(name).removesuffix(".dvc") for name in status]
