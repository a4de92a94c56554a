"""A dry run: what would run, and why, without running it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvc_airflow.graph import load_graph, select
from dvc_airflow.lockfile import read_lock
from dvc_airflow.locks import hold
from dvc_airflow.plan import Step, foresee
from dvc_airflow.runs import load_state
from dvc_airflow.stage import StageProcess
from dvc_airflow.worktrees import lock_of, remove_worktree

if TYPE_CHECKING:
    from collections.abc import Callable

    from dvc_airflow.project import Project


def dry_run(project: Project, run_id: str, say: Callable[[str], None]) -> list[Step]:
    """What each stage of a prepared run would do; its worktree is removed.

    Stages that always run and read nothing of others, such as one that looks at the code, do run: what they
    write decides about those that follow.

    Raises:
        StageError: such a stage failed.
    """
    state = load_state(project, run_id)
    worktree = project.worktree(run_id)
    with hold(lock_of(project, worktree)):
        graph = select(load_graph(worktree), project.prefix)
        for stage in graph.values():
            if stage.always_changed and not stage.upstream:
                StageProcess(worktree, stage, project.stage_env, project.drop_env).run(say)
        steps = foresee(worktree, graph, state.does, read_lock(worktree))
        remove_worktree(project, worktree)
    return steps
