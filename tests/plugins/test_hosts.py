"""A run whose tasks are at work in clones of their own, as on several hosts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from dvc_airflow import hosts, programs
from dvc_airflow.graph import select
from dvc_airflow.lockfile import read_lock
from dvc_airflow.publish import publish
from dvc_airflow.runs import RunError, digest
from dvc_airflow.stage import StageProcess

if TYPE_CHECKING:
    from dvc_airflow.project import Project
    from dvc_airflow.versions import Version

    from tests.plugins.conftest import Scratch

pytestmark = [pytest.mark.slow, pytest.mark.long]


class Hosts:
    """Two clones of a repository, whose versions' pages are in one folder; XCom is a dictionary."""

    def __init__(self, scratch: Scratch, folder: Path) -> None:
        origin, remote = folder / "origin.git", folder / "remote"
        programs.dvc(scratch.root, "remote", "add", "--default", "team", str(remote))
        scratch.git("commit", "--quiet", "--all", "--message", "remote")
        programs.dvc(scratch.root, "push")
        scratch.git("clone", "--quiet", "--bare", str(scratch.root), str(origin))
        (folder / "published").mkdir()
        self.projects = []
        for name in ("one", "two"):
            scratch.git("clone", "--quiet", str(origin), str(folder / name))
            (folder / name / "published").symlink_to(folder / "published")
            self.projects.append(replace(scratch.project, root=folder / name, several_hosts=True))
        self.origin, self.said = origin, dict[str, Any]()

    def context(self, run_id: str, task: str) -> Any:
        def pulled(task_ids: list[str]) -> list[Any]:
            return [self.said.get(one) for one in task_ids]

        return {
            "dag": self.dag,
            "dag_run": SimpleNamespace(run_id=run_id),
            "ti": SimpleNamespace(task_id=task, xcom_pull=pulled),
        }

    def begin(self, run_id: str, **conf: Any) -> None:
        project = self.projects[0]
        hosts.prepare_for_all(project, run_id, conf, digest(project.root / "dvc.yaml"))

    def stage(self, project: Project, run_id: str, name: str) -> str:
        with hosts.at_work(project, self.context(run_id, name)) as key:
            worktree = project.worktree(key)
            stage = project.graph(worktree)[name]
            hosts.pull(project, key, stage.deps)
            StageProcess(worktree, stage, {}).run(lambda _: None, pull=True)
            hosts.push(project, key, name)
            self.said[name] = {"stage": name, "lock": read_lock(worktree)[name]}
            return str(worktree)

    def publish(self, project: Project, run_id: str) -> Version:
        with hosts.at_work(project, self.context(run_id, "publish")) as key:
            hosts.metrics_of(project, key)
            hosts.pull(project, key, [str(project.report)])
            return publish(project, run_id, key=key)

    @property
    def stages(self) -> list[str]:
        project = self.projects[0]
        return list(select(project.graph(project.root), project.prefix))

    @property
    def dag(self) -> Any:
        return SimpleNamespace(tasks=[SimpleNamespace(task_id=name, stage=name) for name in self.stages])


def test_stages_on_two_hosts_make_what_one_host_makes(scratch: Scratch, tmp_path: Path) -> None:
    there = Hosts(scratch, tmp_path / "hosts")
    alone = scratch.whole("alone", count=5)
    with pytest.raises(RunError, match="Was it prepared"):
        there.stage(there.projects[1], "run", there.stages[0])
    there.begin("run", count=5)
    for number, name in enumerate(there.stages):
        there.stage(there.projects[number % 2], "run", name)
    version = there.publish(there.projects[1], "run")
    assert (version.tag, version.outs, version.totals) == ("dataset/default/1", alone.outs, alone.totals)
    assert version.metrics == alone.metrics
    # Nothing is left but what was published: another clone has the tag and finds its data in the remote.
    assert not [one for project in there.projects for one in project.worktrees.glob("*--*")]
    assert programs.git(there.origin, "for-each-ref", "refs/dvc-airflow") == ""
    scratch.git("clone", "--quiet", "--branch", version.tag, str(there.origin), str(tmp_path / "third"))
    programs.dvc(tmp_path / "third", "pull")
    assert (tmp_path / "third" / "data" / "package" / "index.html").read_text() == "en\nhu\n"


def test_a_plain_run_moves_the_branch_and_a_killed_publish_gives_no_second_tag(
    scratch: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Hosts(scratch, tmp_path / "hosts")
    there.begin("run")
    for name in there.stages:
        there.stage(there.projects[0], "run", name)
    with monkeypatch.context() as killed:
        killed.setattr("dvc_airflow.publish._copy", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            there.publish(there.projects[0], "run")
    version = there.publish(there.projects[1], "run")
    assert version.number == 1
    assert programs.git(there.origin, "rev-parse", "main") == version.commit
    assert programs.git(there.origin, "tag", "--list") == "dataset/default/1"
    # The next run begins from it: nothing is done twice.
    there.begin("next")
    there.said.clear()
    there.stage(there.projects[1], "next", there.stages[1])
    for out in there.said[there.stages[1]]["lock"]["outs"]:
        assert out["md5"] == version.outs[out["path"]]
