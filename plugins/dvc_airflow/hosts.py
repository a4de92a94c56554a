"""Runs on several hosts, each with its own clone: they share only the git remote, the DVC remote and Airflow.

The state that a run starts from is a commit under a ref of the git remote, outputs of stages go through the
DVC remote, and their entries of dvc.lock through XCom. Locks and process ids are valid on one host only, so
every task has its own worktree while it runs.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from dvc_airflow.lockfile import LOCK, all_written, read_lock
from dvc_airflow.locks import hold
from dvc_airflow.params_values import PARAMS
from dvc_airflow.programs import ProgramError, RemoteError, dvc, git, git_lock, git_ok, identity
from dvc_airflow.restoring import ORIGIN
from dvc_airflow.runs import RunError, RunState, prepare
from dvc_airflow.worktrees import (
    RUNS_LOCK,
    carry,
    lock_of,
    make_worktree,
    remove_worktree,
    share_cache,
    tracked_files,
)
from dvc_airflow.yaml_files import quick_text, read_yaml, write_whole

if TYPE_CHECKING:
    from airflow.sdk import Context

    from dvc_airflow.project import Project

log = logging.getLogger(__name__)


def prepare_for_all(project: Project, run_id: str, conf: Mapping[str, Any], drawn: str) -> RunState:
    """Update the clone, call `runs.prepare`, and push the result for tasks on any host.

    Raises:
        RunError: the workspace is not in a state to be built.
        ProgramError: the clone has commits of its own, or a remote cannot be reached.
        ValueError: a value or option is not allowed.
    """
    with git_lock(project.root):
        git(project.root, "pull", "--quiet", "--ff-only", "--tags", ORIGIN)
    state = prepare(project, run_id, conf, drawn)
    folder = project.worktree(run_id)
    with hold(lock_of(project, folder)):
        names = [PARAMS, LOCK, *tracked_files(folder)]
        git(folder, "add", "--all", "--force", "--", *(name for name in names if (folder / name).exists()))
        note = json.dumps(asdict(state))
        git(folder, *identity(folder), "commit", "--quiet", "--no-verify", "--allow-empty", "-m", note)
        git(folder, "push", "--quiet", "--force", ORIGIN, f"HEAD:{_ref(project, run_id)}")
        remove_worktree(project, folder)
    return state


@contextlib.contextmanager
def at_work(project: Project, context: Context) -> Iterator[str]:
    """The key of a task's worktree, for `project.worktree` and `runs.load_state`.

    On one host it is the run's id, and the worktree that of the run. On several hosts the task gets its own
    worktree, with a dvc.lock of the stages done so far; their outputs are in the DVC remote.

    Raises:
        RunError: the run was never prepared, or is published already.
        RemoteError: the git remote cannot be reached.
    """
    run_id = context["dag_run"].run_id
    if not project.several_hosts:
        yield run_id
        return
    task = context["ti"]
    stages = [one.task_id for one in context["dag"].tasks if getattr(one, "stage", None)]
    done = [found for found in task.xcom_pull(task_ids=stages) or () if found]
    key = f"{run_id} {task.task_id}"
    folder = project.worktree(key)
    with hold(project.locks / RUNS_LOCK, shared=True):
        _make(project, run_id, key, {found["stage"]: found["lock"] for found in done})
    try:
        yield key
    finally:
        with hold(lock_of(project, folder)):
            remove_worktree(project, folder)


def _make(project: Project, run_id: str, key: str, done: Mapping[str, Any]) -> None:
    ref, folder = _ref(project, run_id), project.worktree(key)
    with hold(lock_of(project, folder)):
        with git_lock(project.root):
            try:
                git(project.root, "fetch", "--quiet", "--force", "--tags", ORIGIN, f"+{ref}:{ref}")
            except ProgramError as error:
                if not git_ok(project.root, "ls-remote", "--quiet", ORIGIN, "HEAD"):
                    raise RemoteError(f"the git remote {ORIGIN}", error) from None
                raise RunError(f"run {run_id}: {error}. Was it prepared? Clear its `prepare` task") from None
        make_worktree(project, key, git(project.root, "rev-parse", ref))
        carry(project, folder, edits=False)
        share_cache(project.root, folder)
        content = read_yaml(folder / LOCK)
        content = {"schema": "2.0", **content, "stages": {**content.get("stages", {}), **done}}
        write_whole(folder / LOCK, quick_text(content))
        git(folder, "reset", "--quiet", "--soft", "HEAD^")  # the parent of a version is the run's base
        RunState(**json.loads(git(folder, "log", "-1", "--format=%B", ref))).save(project, key)


def pull(project: Project, key: str, paths: Iterable[str]) -> None:
    """On several hosts, download missing outputs of earlier stages from the remote.

    Raises:
        ProgramError: the remote cannot be reached, or lacks an output.
    """
    if not project.several_hosts:
        return
    folder = project.worktree(key)
    outs = all_written(project.graph(folder), read_lock(folder))
    # A stage may read a folder that contains outputs, or a file in an output; DVC pulls whole outputs.
    wanted = {
        out: None
        for path in paths
        for out in outs
        if f"{out}/".startswith(f"{path}/") or f"{path}/".startswith(f"{out}/")
    }
    known = {
        path: None for path in paths if path in {name.removesuffix(".dvc") for name in tracked_files(folder)}
    }
    if missing := [path for path in [*wanted, *known] if not (folder / path).exists()]:
        try:
            dvc(folder, "pull", *missing)
        except ProgramError as error:
            raise RemoteError("the DVC remote", error) from None


def metrics_of(project: Project, key: str) -> tuple[str, ...]:
    """The metrics files of a worktree; on several hosts they are downloaded."""
    graph = project.stages(project.worktree(key))
    paths = tuple(path for stage in graph.values() for path in stage.metrics)
    pull(project, key, paths)
    return paths


def push(project: Project, key: str, stage: str) -> None:
    """On several hosts, push what a stage wrote, so that nothing of a successful task is on its host only.

    Raises:
        ProgramError: the remote cannot be reached, or there is none.
    """
    if project.several_hosts:
        dvc(project.worktree(key), "push", "--run-cache", stage)


def publish_to_all(project: Project, tag: str, branch: str | None, commit: str) -> None:
    """Push a version's tag; move the remote's branch to a commit, if one is given and has no new ones.

    Raises:
        RemoteError: the remote cannot be reached, or another host took the number at this moment; a retry
            takes the next one.
    """
    try:
        git(project.root, "push", "--quiet", ORIGIN, f"refs/tags/{tag}")
    except ProgramError as error:
        git(project.root, "tag", "--delete", tag)
        raise RemoteError(f"the git remote {ORIGIN}", error) from None
    if branch and not git_ok(project.root, "push", ORIGIN, f"{commit}:refs/heads/{branch}"):
        log.info("branch %s stays where it is: it moved on meanwhile", branch)


def forget(project: Project, run_id: str) -> None:
    """Remove the ref of a run from the remote."""
    git_ok(project.root, "push", "--quiet", ORIGIN, "--delete", _ref(project, run_id))


def _ref(project: Project, run_id: str) -> str:
    return f"refs/dvc-airflow/{project.worktree(run_id).name}"
