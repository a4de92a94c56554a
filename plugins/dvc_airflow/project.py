"""The description of a project in a DAG file: where it is, and how its runs are made and published."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dvc_airflow.graph import Graph, load_graph, select

if TYPE_CHECKING:
    from dvc_airflow.alerts import Alert

Values = dict[str, Any]
Stops = dict[str, str]
"""The gates that a version fails, each with a sentence: the figure and the limit."""


def concerns(sections: Sequence[str], key: str) -> bool:
    """Whether a parameter, by dotted key, is in one of some sections of params.yaml; no sections: all."""
    return not sections or key.partition(".")[0] in sections


@dataclass(frozen=True)
class Project:
    """A git and DVC repository, and how its runs are made and published."""

    root: Path
    name: str
    """The DAG id; worktrees and state files of its runs begin with it."""
    prefix: str = ""
    """A run has the stages whose name begins with it, and those they need."""
    variant: str = "default"
    """Default of the form; a run of it without changed values also updates the workspace."""
    report: str | None = None
    """Folder of a report that is copied for every published version."""
    report_page: str = "index.html"
    """The first page of the report."""
    presets: Mapping[str, Values] = field(default_factory=dict)
    validate: Callable[[Values], None] = lambda values: None  # noqa: ARG005
    """Called with the nested values of params.yaml before any work; raises ValueError with a sentence."""
    totals: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda metrics: {}  # noqa: ARG005
    """Main figures of a version, from its metrics files (path to content)."""
    gates: Callable[[Values, Mapping[str, Any], Mapping[str, Any] | None], Stops] = (
        lambda values, metrics, previous: {}  # noqa: ARG005
    )
    """The gates that a version fails, from its values, its metrics files, and the metrics of the variant's
    last version (None without one)."""
    gate_names: tuple[str, ...] = ()
    """All gates."""
    carry: tuple[str, ...] = ()
    """Files of the workspace that stages read although they may not be in git."""
    sections: tuple[str, ...] = ()
    """Top-level keys of params.yaml that concern its versions; empty: all."""
    stage_env: Mapping[str, str] = field(default_factory=dict)
    """Environment variables for stages."""
    refresh: str = "0 4 * * 1"
    """Cron expression, in UTC, of when `refresh_dag` starts a run; the default is early on Monday."""
    wakes: tuple[str, ...] = ()
    """Datasets, `<project>/<variant>`, whose new versions start a run."""
    patience: timedelta = timedelta(hours=1)
    """How long publishing goes on trying, with growing delays, while a remote is away."""
    advice: str = ""
    """A sentence that the log of a failed task ends with: what to look at."""
    alert: Alert | None = None
    """Notifications of runs that fail or are late."""
    several_hosts: bool = False
    """Whether tasks run on several hosts, each with its own clone of the repository (see `hosts`)."""
    stage_links: Mapping[str, Callable[[str, str, Sequence[str]], str]] = field(default_factory=dict)
    """Buttons on the task of a stage: by name, the address in Airflow's UI, from DAG, run and outputs."""

    @property
    def worktrees(self) -> Path:
        """Folder of the runs' worktrees."""
        return self.root / ".worktrees"

    @property
    def published(self) -> Path:
        """Folder of what the pages serve of each version."""
        return self.root / "published"

    @property
    def locks(self) -> Path:
        """Folder of the locks that runs hold."""
        return self.worktrees / ".locks"

    @property
    def graphs(self) -> Path:
        """Folder of cached graphs of dvc.yaml files."""
        return self.root / ".dvc" / "tmp" / "graphs"

    def graph(self, folder: Path) -> Graph:
        """All stages of the workspace, or of a run's worktree.

        Raises:
            GraphError: DVC rejects its dvc.yaml.
        """
        return load_graph(folder, self.graphs)

    def stages(self, folder: Path) -> Graph:
        """The stages that a run has, and its version is made of: those with the prefix, and all they need.

        Raises:
            GraphError: DVC rejects the folder's dvc.yaml.
        """
        return select(self.graph(folder), self.prefix)

    def concerned(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Of values by dotted key those that concern its versions."""
        return {key: of for key, of in changes.items() if concerns(self.sections, key)}

    def worktree(self, run_id: str) -> Path:
        """A run's worktree, named by the run id with special characters replaced, and a hash of it."""
        safe = re.sub(r"[^A-Za-z0-9_.-]+", "-", run_id)[:80]
        return self.worktrees / f"{self.name}--{safe}-{sha256(run_id.encode()).hexdigest()[:8]}"

    def state_file(self, run_id: str) -> Path:
        """Where a run's state is kept, next to its worktree."""
        folder = self.worktree(run_id)
        return folder.with_name(f"{folder.name}.json")
