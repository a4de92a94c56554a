"""Publishes a finished run as a version: push, commit, tag, copy of the report, update of the workspace."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dvc_airflow.hosts import forget, publish_to_all
from dvc_airflow.lockfile import LOCK, all_written, read_lock, tidied, tidy
from dvc_airflow.locks import hold
from dvc_airflow.programs import ProgramError, RemoteError, dvc, git, git_lock, git_ok, identity
from dvc_airflow.restoring import keep, whole_folder
from dvc_airflow.runs import RunState, is_default, load_state
from dvc_airflow.stage import read_metrics
from dvc_airflow.versions import REPORT, Version, find_run
from dvc_airflow.worktrees import RUNS_LOCK, default_remote, lock_of, read_files, remove_worktree
from dvc_airflow.yaml_files import YamlError, write_whole

if TYPE_CHECKING:
    from dvc_airflow.graph import Graph
    from dvc_airflow.project import Project

log = logging.getLogger(__name__)


def publish(
    project: Project, run_id: str, url: str = "", let_pass: Sequence[str] = (), key: str = ""
) -> Version:
    """Push, commit and tag a run's result, copy its report, remove its worktree.

    The branch and files of the workspace are updated only if the run is of the default variant without
    changed values, the branch has no new commits, and dvc.lock has no edits by the user. The tag is made in
    any case, after all data has been pushed to the remote, if there is one. If it is interrupted it may be
    called again.

    Args:
        project: The workspace.
        run_id: Airflow's id of the run.
        url: The run in the UI.
        let_pass: Failed gates that a person let pass.
        key: Of the worktree, if not the run's id (see `hosts.at_work`).

    Raises:
        RunError: the run has no worktree and published nothing.
        RemoteError: the remote cannot be reached, or refuses; the run's work is kept.
        ProgramError: git or dvc failed; the run's work is kept.
    """
    key = key or run_id
    worktree = project.worktree(key)
    with hold(project.locks / RUNS_LOCK, shared=True), hold(lock_of(project, worktree)):
        done = find_run(project.published, run_id, project.name)
        if done and not project.state_file(key).exists():
            remove_worktree(project, worktree)
            return done
        return _publish(project, load_state(project, key), worktree, url, let_pass)


def _publish(project: Project, state: RunState, worktree: Path, url: str, let_pass: Sequence[str]) -> Version:
    whole, graph = project.graph(worktree), project.stages(worktree)
    metrics = read_metrics(worktree, tuple(m for stage in graph.values() for m in stage.metrics))
    totals = dict(project.totals(metrics))
    tidy(worktree, whole)
    if not project.several_hosts:  # else each stage has been pushed already
        _push(worktree, graph)
    note = _message(project, state, url, let_pass, totals)
    with git_lock(project.root):
        title = f"{state.variant}: a dataset version\n\n{note}"
        head = _commit(worktree, whole, title)
        tag, number = _tag(worktree, state, note, lambda: _alone(worktree, graph, title))
        commit = git(worktree, "rev-parse", f"{tag}^{{commit}}")
        if project.several_hosts:
            branch = state.branch if is_default(project, state) else None
            publish_to_all(project, tag, branch, head)
        moved = not project.several_hosts and _fast_forward(project, worktree, state, head)
    version = Version(
        variant=state.variant,
        number=number,
        tag=tag,
        commit=commit,
        run_id=state.run_id,
        run_url=url,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        base=state.base,
        base_commit=state.commit,
        changed=state.changed,
        edited=state.edited,
        totals=totals,
        metrics=metrics,
        outs=all_written(graph, read_lock(worktree)),
        report=project.report if project.report and (worktree / project.report).is_dir() else "",
        page=project.report_page,
        in_workspace=moved and _checkout(project.root, graph),
        let_pass=list(let_pass),
        project=project.name,
        sections=list(project.sections),
        message=state.message,
    )
    _copy(project, worktree, version)
    keep(project.root, version, project.published, for_all=project.several_hosts)
    if project.several_hosts:
        forget(project, state.run_id)
    remove_worktree(project, worktree)
    return version


def _push(worktree: Path, graph: Graph) -> None:
    """Push all data of the version, and DVC's run cache, to the remote."""
    if not (remote := default_remote(worktree)):
        log.info(
            "there is no DVC remote (`dvc remote add --default NAME URL`): the version stays on this machine"
        )
        return
    lock = read_lock(worktree)
    # One target for all languages of a stage, since DVC parses dvc.yaml for each target.
    stages = sorted({stage.base for stage in graph.values() if stage.name in lock})
    targets = [*stages, *read_files(worktree, graph)]
    try:
        pushed = dvc(worktree, "push", "--run-cache", *targets)
    except ProgramError as error:
        raise RemoteError(f"the DVC remote {remote}", error) from None
    log.info("pushed to the DVC remote:\n%s", pushed.strip())


def _commit(worktree: Path, graph: Graph, message: str) -> str:
    """Commit params.yaml, dvc.lock, `*.dvc` files, and outputs that DVC leaves to git, if anything changed.

    Returns:
        The worktree's HEAD.
    """
    tracked = git(worktree, "ls-files", "--cached", "--others", "--exclude-standard", "--", "*.dvc")
    left_to_git = [out for stage in graph.values() for out in stage.uncached]
    names = ["params.yaml", LOCK, *tracked.splitlines(), *left_to_git]
    git(worktree, "add", "--all", "--force", "--", *(n for n in names if _known(worktree, n)))
    if not git_ok(worktree, "diff", "--cached", "--quiet"):
        git(worktree, *identity(worktree), "commit", "--quiet", "--no-verify", "-m", message)
    return git(worktree, "rev-parse", "HEAD")


def _alone(worktree: Path, graph: Graph, message: str) -> str:
    """The commit of the version: as HEAD, with no entries in dvc.lock but those of its own stages.

    The workspace's branch keeps those of other datasets, so HEAD is it only if there are none.
    """
    text = tidied(worktree, graph)
    if not text or text == (worktree / LOCK).read_text(encoding="utf-8"):
        return git(worktree, "rev-parse", "HEAD")
    draft = worktree / ".dvc" / "tmp" / LOCK
    write_whole(draft, text)
    lock = git(worktree, "hash-object", "-w", "--", str(draft))
    git(worktree, "update-index", "--add", "--cacheinfo", f"100644,{lock},{LOCK}")
    tree = git(worktree, "write-tree")
    git(worktree, "reset", "--quiet")
    return git(worktree, *identity(worktree), "commit-tree", tree, "-p", "HEAD", "-m", message)


def _known(worktree: Path, name: str) -> bool:
    return (worktree / name).exists() or git_ok(worktree, "ls-files", "--error-unmatch", "--", name)


def _tag(folder: Path, state: RunState, note: str, commit: Callable[[], str]) -> tuple[str, int]:
    """Tag a commit with the variant's next number; on a retry return the tag that this run made before.

    To be called under `git_lock`. The last lines of `note`, git trailers, name the dataset and the run.

    Raises:
        ProgramError: git failed, for example because somebody made the same tag at this moment: try again.
    """
    prefix = f"dataset/{state.variant}"
    shown = "--format=%(refname:strip=2) %(contents:trailers:key=Run,valueonly,separator=%x20)"
    listed = git(folder, "tag", "--list", shown, f"{prefix}/*").splitlines()
    runs = dict(line.split(" ", 1) for line in listed)
    for tag, by in runs.items():
        if by == state.run_id and _number(tag):
            return tag, _number(tag)
    number = max(map(_number, runs), default=0) + 1
    tag, message = f"{prefix}/{number}", f"{prefix} {number}\n\n{note}"
    git(folder, *identity(folder), "tag", "--annotate", "--cleanup=whitespace", tag, commit(), "-m", message)
    return tag, number


def _number(tag: str) -> int:
    last = tag.rsplit("/", 1)[-1]
    return int(last) if last.isdecimal() else 0


def _message(
    project: Project, state: RunState, url: str, let_pass: Sequence[str], totals: Mapping[str, Any]
) -> str:
    lines = [state.message, ""] if state.message else []
    lines += [f"Base: {state.base or 'the workspace'} at {state.commit[:10]}"]
    for values, how in ((state.changed, ""), (state.edited, " (edited in the workspace)")):
        lines += [f"{key}{how}: {old!r} -> {new!r}" for key, (old, new) in values.items()]
    lines += [f"{name}: {value}" for name, value in totals.items()]
    lines += [f"Let pass by a person: {', '.join(let_pass)}"] if let_pass else []
    lines += [f"Link: {url}"] if url else []
    # Line breaks within values are removed, so that none can look like the trailer.
    return "\n".join(
        [
            *(" ".join(line.splitlines()) for line in lines),
            "",
            f"Dataset: {project.name}",
            f"Run: {state.run_id}",
        ]
    )


def _fast_forward(project: Project, worktree: Path, state: RunState, commit: str) -> bool:
    """Move the workspace's branch to the version, without changing files that the user has edited.

    The commit differs from its parent only in params.yaml, dvc.lock and .dvc files. Of these only dvc.lock is
    written, since the others were copied from the workspace; edits since then are kept.
    """
    root = project.root
    if not is_default(project, state):
        log.info("the workspace's branch and files stay as they are: this is a variant or has changed values")
        return False
    here = git(root, "branch", "--show-current")
    moved = not here or here != state.branch or git(root, "rev-parse", "HEAD") not in {state.commit, commit}
    if moved or _edited(root, worktree, project.graph(worktree)):
        log.info("the workspace's branch stays where it is: it moved on meanwhile, or dvc.lock was edited")
        return False
    if commit == state.commit:
        return True
    names = git(worktree, "diff", "--name-only", state.commit, commit).splitlines()
    if git(root, "rev-parse", "HEAD") != commit:
        branch, note = f"refs/heads/{here}", f"dataset of {state.run_id}"
        # With the expected old value: fails, and is retried, if somebody commits at this moment.
        git(root, "update-ref", "-m", note, branch, commit, state.commit)
    git(root, "reset", "--quiet", "HEAD", "--", *names)
    if LOCK in names:
        git(root, "checkout", "--quiet", "HEAD", "--", LOCK)
    return True


def _edited(root: Path, worktree: Path, whole: Graph) -> bool:
    """Whether the workspace's dvc.lock is neither the committed one nor the run's."""
    if not (worktree / LOCK).exists():
        return False
    with suppress(YamlError):
        if tidied(root, whole) == tidied(worktree, whole):
            return False
    return bool(git(root, "status", "--porcelain", "--", LOCK))


def _checkout(root: Path, graph: Graph) -> bool:
    """Check out the outputs in the workspace; files that the user changed are not overwritten."""
    lock = read_lock(root)  # stages of other DAGs may never have run
    # One target for all languages of a stage, since DVC parses dvc.yaml for each target.
    stages = sorted({stage.base for stage in graph.values() if stage.name in lock})
    try:
        dvc(root, "checkout", *stages)
    except ProgramError as error:
        log.warning("the outputs in the workspace were not all brought up to date: %s", error)
        return False
    return True


def _copy(project: Project, worktree: Path, version: Version) -> None:
    """Write `published/<variant>/<n>/`."""
    with whole_folder(project.published / version.folder) as draft:
        if version.report:
            shutil.copytree(worktree / version.report, draft / REPORT)
            for path in (draft / REPORT).rglob("*"):
                path.chmod(0o755 if path.is_dir() else 0o644)  # the worktree's are the cache's, read-only
        version.save(draft)
