"""Makes, fills and removes worktrees of runs.

Every run works in its own git worktree, which shares the workspace's DVC cache. So a run changes neither the
user's files nor those of other runs.
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
    from dvc_airflow.graph import Graph
    from dvc_airflow.project import Project

log = logging.getLogger(__name__)

RUNS_LOCK = "runs.lock"
"""Held shared by every task of every run, exclusively by what clears the cache."""


def lock_of(project: Project, folder: Path) -> Path:
    """The lock of a worktree: its run's tasks hold it shared, what makes or removes it exclusively."""
    return project.locks / f"{folder.name}.lock"


def make_worktree(project: Project, run_id: str, commit: str) -> Path:
    """A new worktree for a run, in place of that of an earlier attempt, whose results are in the cache."""
    folder = project.worktree(run_id)
    remove_worktree(project, folder)
    with git_lock(project.root):
        git(project.root, "worktree", "add", "--detach", "--force", str(folder), commit)
    return folder


def remove_worktree(project: Project, folder: Path) -> None:
    """Remove a worktree, if there is one, and its state file, even if git does not know it.

    The caller holds its lock, or knows that no task of its run is running.
    """
    # The state file goes first: a worktree without one counts as published, and the clean-up removes it.
    folder.with_name(f"{folder.name}.json").unlink(missing_ok=True)
    end_leftovers(folder)
    with git_lock(project.root):
        shutil.rmtree(folder, ignore_errors=True)  # git does not remove what a killed git left
        git_ok(project.root, "worktree", "remove", "--force", "--force", str(folder))
        git(project.root, "worktree", "prune")


def tracked_files(folder: Path) -> list[str]:
    """The `*.dvc` files of a git folder, committed or not."""
    listed = git(folder, "ls-files", "--cached", "--others", "--exclude-standard", "--", "*.dvc")
    return [name for name in listed.splitlines() if (folder / name).is_file()]


def read_files(folder: Path, graph: Graph) -> list[str]:
    """The `*.dvc` files of a git folder whose data stages of a graph read."""
    deps = {f"{path}/" for stage in graph.values() for path in stage.deps}
    data = {name: f"{name.removesuffix('.dvc')}/" for name in tracked_files(folder)}
    return [
        name for name, path in data.items() if any(d.startswith(path) or path.startswith(d) for d in deps)
    ]


def carry(project: Project, worktree: Path, *, edits: bool) -> None:
    """Copy the project's `carry` files from the workspace, committed or not.

    With `edits` also its params.yaml and `*.dvc` files.
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
    """Configure the worktree's DVC as the workspace's, with the same remotes and cache."""
    config = _settings(root)
    for section in config.sections():
        url = config[section].get("url", "")
        if "remote" in section and url and "://" not in url:
            # A folder, relative to that of the configuration file.
            config[section]["url"] = str((root / ".dvc" / url).resolve())
    # no one edits files of a worktree, so hard links are safe.
    config["cache"] = {"dir": dvc(root, "cache", "dir").strip(), "type": '"reflink,hardlink,copy"'}
    if "core" not in config:
        config.add_section("core")
    # Else every worktree would leave a folder in /var/tmp.
    config["core"]["site_cache_dir"] = str(worktree / ".dvc" / "tmp" / "site")
    with (worktree / ".dvc" / "config.local").open("w", encoding="utf-8") as file:
        config.write(file)


def _settings(folder: Path) -> configparser.ConfigParser:
    config = configparser.ConfigParser(interpolation=None)
    config.read([folder / ".dvc" / "config", folder / ".dvc" / "config.local"], encoding="utf-8")
    return config


def default_remote(folder: Path) -> str:
    """The name of DVC's default remote; empty without one."""
    return _settings(folder).get("core", "remote", fallback="")


def unrecorded(root: Path) -> list[str]:
    """Data that was edited without `dvc add`; a run would silently use the older state."""
    tracked = tracked_files(root)
    status = json.loads(dvc(root, "status", "--json", *tracked) or "{}") if tracked else {}
    return [str(name).removesuffix(".dvc") for name in status]
