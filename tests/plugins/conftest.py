"""A scratch workspace: git, DVC and a small dvc.yaml of shell commands shaped like the real one."""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from dvc_airflow import programs
from dvc_airflow.graph import load_graph, select
from dvc_airflow.project import Project
from dvc_airflow.publish import publish
from dvc_airflow.request import FORCED, TAKEN
from dvc_airflow.runs import RunState, digest, load_state, prepare
from dvc_airflow.stage import StageProcess
from dvc_airflow.versions import Version

from tests.browser import browser  # noqa: F401 - a fixture

# Airflow makes its folder when it is imported, which some tests below do.
os.environ.setdefault("AIRFLOW_HOME", tempfile.mkdtemp(prefix="airflow-tests-"))
os.environ.setdefault("AIRFLOW__CORE__LOAD_EXAMPLES", "False")

DVC_YAML = """\
stages:
  code:
    desc: Digest of code
    cmd: mkdir -p data/code && echo one > data/code/words.txt
    always_changed: true
    outs: [data/code]
  texts-words:
    desc: Words of a language
    matrix: {language: "${languages}"}
    cmd: >-
      mkdir -p data/words/${item.language} metrics
      && cat library/*.txt > data/words/${item.language}/words.txt
      && echo '{"words": ${count}}' > metrics/${item.language}.json
    deps: [data/code/words.txt, library]
    params: [count]
    outs: ["data/words/${item.language}"]
    metrics: ["metrics/${item.language}.json"]
  texts-package:
    desc: All languages
    cmd: mkdir -p data/package && ls data/words > data/package/index.html && test ! -e fail
    deps: [data/words]
    params: [languages]
    outs: [data/package]
"""
PARAMS_YAML = """\
# Kept: a comment above
languages: [en, hu]
count: 3  # words
"""


@dataclass(frozen=True)
class Scratch:
    """A workspace with shorthands for a whole run."""

    project: Project

    @property
    def root(self) -> Path:
        return self.project.root

    def prepare(self, run_id: str = "run", options: dict[str, Any] | None = None, **values: Any) -> RunState:
        conf = {f"run.{name}": value for name, value in (options or {}).items()} | values
        return prepare(self.project, run_id, conf, digest(self.root / "dvc.yaml"))

    def stages(self, run_id: str = "run") -> dict[str, str]:
        """Status of each stage that is not taken from the base, run in order."""
        worktree = self.project.worktree(run_id)
        does = load_state(self.project, run_id).does
        return {
            name: StageProcess(worktree, stage, {}).run(lambda _: None, force=does[name] == FORCED).status
            for name, stage in select(self.project.graph(worktree), self.project.prefix).items()
            if does[name] != TAKEN
        }

    def pretend_stages(self, run_id: str = "run") -> None:
        """Leave what publishing looks at, without the seconds DVC takes."""
        lock = self.project.worktree(run_id) / "dvc.lock"
        lock.write_text("schema: '2.0'\nstages:\n  code:\n    cmd: x\n    outs: []\n")

    def publish(self, run_id: str = "run") -> Version:
        return publish(self.project, run_id, f"http://localhost/runs/{run_id}")

    def whole(self, run_id: str, options: dict[str, Any] | None = None, **values: Any) -> Version:
        self.prepare(run_id, options, **values)
        self.stages(run_id)
        return self.publish(run_id)

    def git(self, *arguments: str) -> str:
        return programs.git(self.root, *arguments)


def _refuse_thirteen(values: dict[str, Any]) -> None:
    if values["count"] == 13:
        raise ValueError("count: 13 is not allowed")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("template") / "ws"
    root.mkdir()
    (root / "dvc.yaml").write_text(DVC_YAML)
    (root / "params.yaml").write_text(PARAMS_YAML)
    (root / ".gitignore").write_text("/data/\n/metrics/\n/.worktrees/\n/published/\n")
    (root / "library").mkdir()
    (root / "library" / "book.txt").write_text("one\n")
    programs.git(root, "init", "--quiet")
    programs.git(root, "symbolic-ref", "HEAD", "refs/heads/main")
    programs.git(root, "config", "user.name", "Tester")
    programs.git(root, "config", "user.email", "tester@localhost")
    programs.dvc(root, "init", "--quiet")
    programs.dvc(root, "add", "--quiet", "library")
    programs.git(root, "add", "--all")
    programs.git(root, "commit", "--quiet", "-m", "first")
    load_graph(root)  # each copy of the workspace has DVC's answer then
    return root


@pytest.fixture
def scratch(template: Path, tmp_path: Path) -> Scratch:
    root = tmp_path.resolve() / "ws"
    shutil.copytree(template, root, symlinks=True)
    project = Project(
        root=root,
        name="texts",
        report="data/package",
        presets={"small": {"count": 2}},
        validate=_refuse_thirteen,
        totals=lambda metrics: {"words": sum(m["words"] for m in metrics.values())},
    )
    return Scratch(project)


@pytest.fixture
def sleeper() -> Any:
    """Start a sleeping process with an environment; ended after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(**env: str) -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen(["sleep", "60"], env={**os.environ, **env}))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture(scope="module", autouse=True)
def _forked(forked_dvc: None) -> None:
    """Every dvc that a test starts."""
