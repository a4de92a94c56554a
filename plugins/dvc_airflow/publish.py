"""A finished run made a version: commit, tag, copy of the report, and the workspace brought up to it."""

from __future__ import annotations

import logging
import os
import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from dvc_airflow.graph import Graph, load_graph
from dvc_airflow.programs import ProgramError, dvc, git, git_lock, git_ok
from dvc_airflow.runs import RunState, load_state, remove_worktree
from dvc_airflow.stage import read_metrics
from dvc_airflow.versions import REPORT, Version, find_run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dvc_airflow.project import Project

log = logging.getLogger(__name__)

LOCK = "dvc.lock"


def publish(project: Project, run_id: str) -> Version:
    """Commit and tag a run's result, copy its report, remove its worktree.

    The branch and files of the workspace follow only when the run changed no value, the branch has not
    moved on and dvc.lock holds no edits of the user; the tag is new in any case. May be called again after
    it was interrupted at any point.

    Raises:
        RunError: the run has no worktree and published nothing.
        ProgramError: git or dvc failed.
    """
    worktree = project.worktree(run_id)
    done = find_run(project.published, run_id)
    if done and not project.state_file(run_id).exists():
        remove_worktree(project, worktree)
        return done
    state = load_state(project, run_id)
    graph = load_graph(worktree)
    metrics = read_metrics(worktree, tuple(m for stage in graph.values() for m in stage.metrics))
    totals = dict(project.totals(metrics))
    order_lock(worktree / LOCK, graph)
    with git_lock(project.root):
        commit = _commit(worktree, state, totals)
        number, tag = _tag(project, worktree, state, totals)
        moved = _fast_forward(project.root, worktree, state, commit)
    version = Version(
        number=number,
        tag=tag,
        commit=commit,
        run_id=run_id,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        changed=state.changed,
        totals=totals,
        metrics=metrics,
        page=project.report_page,
        in_workspace=moved and _checkout(project.root, graph),
    )
    _copy(project, worktree, version)
    remove_worktree(project, worktree)
    return version


def order_lock(lock: Path, graph: Graph) -> None:
    """Put the stages of a dvc.lock in the order of dvc.yaml: DVC appends them as they happen to finish."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to import, and DAG files import this module

    if not lock.exists():
        return
    parser = YAML()
    content = parser.load(lock.read_text(encoding="utf-8"))
    stages = content["stages"]
    names = [*(name for name in graph if name in stages), *sorted(set(stages) - set(graph))]
    if list(stages) != names:
        for name in names:
            stages[name] = stages.pop(name)
        temporary = lock.with_name(f".{lock.name}.new")
        with temporary.open("w", encoding="utf-8") as file:
            parser.dump(content, file)
        temporary.replace(lock)


def _commit(worktree: Path, state: RunState, totals: Mapping[str, Any]) -> str:
    """Commit what makes the version; the worktree's HEAD when nothing differs or it is done already."""
    tracked = git(worktree, "ls-files", "--cached", "--others", "--exclude-standard", "--", "*.dvc")
    names = ["params.yaml", LOCK, *tracked.splitlines()]
    git(worktree, "add", "--all", "--force", "--", *(n for n in names if _known(worktree, n)))
    if not git_ok(worktree, "diff", "--cached", "--quiet"):
        git(worktree, *identity(worktree), "commit", "--quiet", "--no-verify", "-m", _message(state, totals))
    return git(worktree, "rev-parse", "HEAD")


def _known(worktree: Path, name: str) -> bool:
    return (worktree / name).exists() or git_ok(worktree, "ls-files", "--error-unmatch", "--", name)


def identity(folder: Path) -> tuple[str, ...]:
    """Options for a commit nobody watches: no signature (it may ask), a committer where none is set."""
    unsigned = ("-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false")
    if git_ok(folder, "var", "GIT_COMMITTER_IDENT"):
        return unsigned
    return (*unsigned, "-c", "user.name=dvc_airflow", "-c", "user.email=dvc_airflow@localhost")


def _message(state: RunState, totals: Mapping[str, Any], title: str = "Dataset of a run") -> str:
    lines = [title, ""]
    lines += [f"{key}: {old!r} -> {new!r}" for key, (old, new) in state.changed.items()]
    lines += [f"{key} (edited in the workspace): {new!r}" for key, (_, new) in state.uncommitted.items()]
    lines += [f"{name}: {value}" for name, value in totals.items()]
    return "\n".join([*lines, "", f"Run: {state.run_id}"])


def _tag(project: Project, worktree: Path, state: RunState, totals: Mapping[str, Any]) -> tuple[int, str]:
    """The next number and its tag; on a retry the tag this run has given already."""
    prefix = project.tag_prefix
    form = "--format=%(refname:short)%00%(*objectname)%00%(contents)%01"
    listed = git(project.root, "tag", "--list", f"{prefix}/*", form)
    entries = [entry.strip().split("\0") for entry in listed.split("\x01") if entry.strip()]
    head = git(worktree, "rev-parse", "HEAD")
    for name, commit, message in entries:
        if commit == head and f"Run: {state.run_id}" in message.splitlines():
            return int(name.rsplit("/", 1)[1]), name
    numbers = [int(last) for name, *_ in entries if (last := name.rsplit("/", 1)[1]).isdigit()]
    number = max(numbers, default=0) + 1
    tag = f"{prefix}/{number}"
    title = f"{prefix} {number}"
    git(worktree, *identity(worktree), "tag", "--annotate", tag, "-m", _message(state, totals, title))
    return number, tag


def _fast_forward(root: Path, worktree: Path, state: RunState, commit: str) -> bool:
    """Move the workspace's branch to the version, without touching files the user has edited.

    The commit differs from its parent only in params.yaml, dvc.lock and .dvc files. The first and the last
    were copied from the workspace, so only dvc.lock is written; what the user edited since stays edited.
    """
    if state.changed:
        log.info("the run changed values: the workspace's branch and files stay as they are")
        return False
    here = git(root, "branch", "--show-current") or None
    if here is None or here != state.branch or git(root, "rev-parse", "HEAD") not in {state.base, commit}:
        log.info("the workspace moved on during the run: its branch stays where it is")
        return False
    if _edited(root, worktree):
        log.info("dvc.lock has uncommitted changes in the workspace: its branch stays where it is")
        return False
    if commit != state.base:
        names = git(worktree, "diff", "--name-only", state.base, commit).splitlines()
        git(root, "update-ref", "-m", f"dataset of {state.run_id}", f"refs/heads/{here}", commit)
        git(root, "reset", "--quiet", "HEAD", "--", *names)
        if LOCK in names:
            git(root, "checkout", "--quiet", "HEAD", "--", LOCK)
    return True


def _edited(root: Path, worktree: Path) -> bool:
    """Whether the workspace's dvc.lock is neither the committed one nor the run's."""
    ours, new = root / LOCK, worktree / LOCK
    if not new.exists():
        return False
    if ours.exists() and ours.read_bytes() == new.read_bytes():
        return False
    if git_ok(root, "cat-file", "-e", f"HEAD:{LOCK}"):
        return not git_ok(root, "diff", "--quiet", "HEAD", "--", LOCK)
    return ours.exists()


def _checkout(root: Path, graph: Graph) -> bool:
    """Bring the outputs into the workspace; a file the user changed by hand is not overwritten."""
    outs = [out for stage in graph.values() for out in stage.outs]
    try:
        dvc(root, "checkout", *outs)
    except ProgramError as error:
        log.warning("the outputs in the workspace were not all brought up to date: %s", error)
        return False
    return True


def _copy(project: Project, worktree: Path, version: Version) -> None:
    """`published/<n>/`, whole or not at all."""
    target = project.published / str(version.number)
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    if project.report and (worktree / project.report).is_dir():
        shutil.copytree(worktree / project.report, temporary / REPORT)
        for path in (temporary / REPORT).rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)  # the worktree's are links of the cache, read-only
    version.save(temporary)
    shutil.rmtree(target, ignore_errors=True)
    temporary.rename(target)
