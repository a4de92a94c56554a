"""Prepares a run: its state, its worktree with the run's values, and what each stage has to do."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dvc_airflow.graph import DVC_YAML, Graph, select
from dvc_airflow.lockfile import tidy
from dvc_airflow.locks import hold
from dvc_airflow.params_values import PARAMS, difference, read_at, rewrite
from dvc_airflow.programs import ProgramError, dvc, git, git_ok
from dvc_airflow.request import BASE, TAKEN, Request, decide, read_request, requested
from dvc_airflow.versions import foreign
from dvc_airflow.worktrees import (
    RUNS_LOCK,
    carry,
    default_remote,
    lock_of,
    make_worktree,
    share_cache,
    tracked_files,
    unrecorded,
)
from dvc_airflow.yaml_files import read_yaml, write_whole

if TYPE_CHECKING:
    from dvc_airflow.project import Project

log = logging.getLogger(__name__)


class RunError(RuntimeError):
    """A run cannot begin; the message says what is wrong and what to do."""


@dataclass(frozen=True)
class RunState:
    """The state of a run, stored as JSON next to its worktree."""

    run_id: str
    variant: str
    base: str
    """The git ref the run starts from; empty for the workspace as it was."""
    commit: str
    """The commit of the worktree."""
    branch: str | None
    """The workspace's branch when the run began; None if its HEAD was detached."""
    changed: dict[str, list[Any]] = field(default_factory=dict)
    """Values that differ from the base's: key to [base's, the run's]."""
    edited: dict[str, list[Any]] = field(default_factory=dict)
    """The workspace's uncommitted edits, which the run includes: key to [committed, edited]."""
    message: str = ""
    """What the person who publishes says about the version."""
    does: dict[str, str] = field(default_factory=dict)
    """What each stage has to do (see `request`)."""

    def save(self, project: Project, key: str = "") -> None:
        """Write the state file next to the run's worktree, or that of a task (see `hosts.at_work`)."""
        write_whole(project.state_file(key or self.run_id), json.dumps(asdict(self), indent=2))


def load_state(project: Project, run_id: str) -> RunState:
    """The state that `prepare` stored.

    Raises:
        RunError: the run was never prepared, or is published already.
    """
    file = project.state_file(run_id)
    if not file.exists():
        raise RunError(f"run {run_id} has no worktree in {project.worktrees}: clear its `prepare` task")
    return RunState(**json.loads(file.read_text(encoding="utf-8")))


def digest(dvc_yaml: Path) -> str:
    """SHA-256 of a dvc.yaml."""
    return sha256(dvc_yaml.read_bytes()).hexdigest()


def prepare(project: Project, run_id: str, conf: Mapping[str, Any], drawn: str) -> RunState:
    """Make the worktree of a run, with the run's params.yaml; a retry starts over.

    Args:
        project: The workspace.
        run_id: Airflow's id of the run.
        conf: From the trigger form or the REST API.
        drawn: `digest` of the dvc.yaml that the DAG was made from.

    Raises:
        RunError: the workspace is not in a state to be built.
        ValueError: a value or option is not allowed (ChangeError, or from `project.validate`).
    """
    request = read_request(conf, project.variant)
    commit = _commit(project.root, request.base, drawn)
    committed = read_at(project.root, commit)
    before = committed if request.base else read_yaml(project.root / PARAMS)
    values = requested(request, before, project.presets)
    project.validate(values)
    refuse_foreign(project, request.variant)
    folder = project.worktree(run_id)
    with hold(project.locks / RUNS_LOCK, shared=True), hold(lock_of(project, folder)):
        make_worktree(project, run_id, commit)
        changed = difference(before, values)
        graph = select(_fill(project, folder, request, changed), project.prefix)
        does = decide(graph, request)
        frozen = [graph[name] for name in graph if does[name] == TAKEN]
        _bring(folder, [out for stage in frozen for out in stage.outs if out not in stage.uncached])
        state = RunState(
            run_id=run_id,
            variant=request.variant,
            base=request.base,
            commit=commit,
            branch=git(project.root, "branch", "--show-current") or None,
            changed=changed,
            edited={} if request.base else project.concerned(difference(committed, before)),
            does=does,
        )
        state.save(project)
    return state


def refuse_foreign(project: Project, variant: str) -> None:
    """Fail if a variant has versions of another project, since a variant's versions are of one dataset.

    Raises:
        RunError: it has; the message says what to do.
    """
    if other := foreign(project.published, variant, project.name):
        raise RunError(f"the versions of {variant} are datasets of {other}: give this variant another name")


def _commit(root: Path, base: str, drawn: str) -> str:
    """The commit that a run starts from; its dvc.yaml must be the one that the DAG was made from."""
    ref = base or "HEAD"
    try:
        commit = git(root, "rev-parse", "--verify", "--end-of-options", f"{ref}^{{commit}}").splitlines()[-1]
    except ProgramError:
        raise RunError(f"{BASE}: {root} has no commit, branch or tag {ref!r}") from None
    # Compared as git would check it out, since git may convert line ends.
    committed = git_ok(root, "cat-file", "-e", f"{commit}:{DVC_YAML}")
    same = committed and git_ok(root, "diff", "--quiet", commit, "--", DVC_YAML)
    if same and digest(root / DVC_YAML) == drawn:
        return commit
    raise RunError(
        f"dvc.yaml at {ref} is not the one this DAG was drawn from: commit it in {root} (or leave the base "
        "empty), wait until Airflow shows the new DAG (a minute), trigger again"
    )


def _fill(project: Project, folder: Path, request: Request, changed: Mapping[str, list[Any]]) -> Graph:
    """Put the run's values and data into its worktree; returns its stages."""
    edits = not request.base and not project.several_hosts  # with several hosts no one edits the clones
    carry(project, folder, edits=edits)
    share_cache(project.root, folder)
    if names := " ".join(unrecorded(project.root)) if edits else "":
        raise RunError(f"{names}: changed since DVC recorded it. In {project.root}: dvc add {names}")
    if changed:
        rewrite(folder / PARAMS, {key: new for key, (_, new) in changed.items()})
    graph = project.graph(folder)
    tidy(folder, graph)  # removes entries of stages that this run does not have
    _bring(folder, tracked_files(folder))
    return graph


def _bring(folder: Path, targets: list[str]) -> None:
    """Check out data in the worktree, from DVC's cache or the remote."""
    if not targets:
        return
    try:
        dvc(folder, "checkout", "--force", *targets)
    except ProgramError as error:
        if not default_remote(folder):
            raise RunError(f"not in DVC's cache, and there is no remote to bring it from: {error}") from None
        dvc(folder, "pull", "--force", *targets)


def is_default(project: Project, state: RunState) -> bool:
    """Whether a run builds the workspace as it is, so that the workspace may get its result."""
    return state.variant == project.variant and not state.base and not state.changed
