"""Published versions and sweeps, as stored in `published/`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

SUMMARY = "summary.json"
REPORT = "report"
SWEEPS, SWEEP_FILE = ".sweeps", "sweep.json"


@dataclass(frozen=True)
class Version:
    """One published dataset version, kept as `summary.json` of its folder."""

    variant: str
    number: int
    """Counted per variant, from 1."""
    tag: str
    commit: str
    run_id: str
    run_url: str
    """The run in the Airflow UI; empty if unknown."""
    date: str
    """ISO 8601, UTC."""
    base: str = ""
    """The git ref the run started from; empty for the workspace as it was."""
    base_commit: str = ""
    changed: dict[str, list[Any]] = field(default_factory=dict)
    """Values that differ from the base's params.yaml: key to [base's, the run's]."""
    edited: dict[str, list[Any]] = field(default_factory=dict)
    """Uncommitted edits of the workspace: key to [committed, edited]."""
    totals: dict[str, Any] = field(default_factory=dict)
    metrics: dict[str, Any] = field(default_factory=dict)
    """Content by metrics file."""
    outs: dict[str, str] = field(default_factory=dict)
    """Hashes of outputs by path, from dvc.lock."""
    report: str = ""
    """Folder of the report; empty without one."""
    page: str = "index.html"
    """The first page of the report."""
    in_workspace: bool = False
    """Whether the workspace's branch and files were updated to this version."""
    let_pass: list[str] = field(default_factory=list)
    """Failed gates that a person let pass."""

    project: str = ""
    """The name of its project, which is the id of the DAG; summaries of earlier versions lack it."""
    sections: list[str] = field(default_factory=list)
    """Top-level keys of params.yaml that concern it; empty: all."""
    message: str = ""
    """What the person who published it says about it."""

    @property
    def folder(self) -> str:
        """Its folder below `published/`."""
        return f"{self.variant}/{self.number}"

    @property
    def dag(self) -> str:
        """The id of the DAG of its project; of an earlier version that of its run, empty if unknown."""
        return self.project or unquote(self.run_url.partition("/dags/")[2].partition("/runs/")[0])

    def save(self, folder: Path) -> None:
        """Write its summary."""
        text = json.dumps(asdict(self), indent=2, ensure_ascii=False)
        (folder / SUMMARY).write_text(text, encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Version | None:
        """Read a summary; None if it is not readable or not complete."""
        try:
            return cls(**json.loads((folder / SUMMARY).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None


def list_versions(published: Path) -> list[Version]:
    """All published versions, newest first."""
    found = (Version.load(file.parent) for file in published.glob(f"[!.]*/[0-9]*/{SUMMARY}"))
    return sorted((v for v in found if v), key=lambda v: (v.date, v.number), reverse=True)


def list_sweeps(published: Path) -> list[str]:
    """Names of the folders in `published/.sweeps/`, newest first."""
    files = sorted((published / SWEEPS).glob(f"*/{SWEEP_FILE}"), key=lambda file: file.stat().st_mtime)
    return [file.parent.name for file in reversed(files)]


def last_version(published: Path, variant: str, *, below: float = float("inf")) -> Version | None:
    """The version of a variant with the highest number, less than `below`."""
    of_variant = (v for v in list_versions(published) if v.variant == variant and v.number < below)
    return max(of_variant, key=lambda v: v.number, default=None)


def find_run(published: Path, run_id: str, project: str) -> Version | None:
    """The newest version that a run of a project published; DAGs may have runs of the same id."""
    found = (v for v in list_versions(published) if v.run_id == run_id and v.dag in {"", project})
    return next(found, None)


def foreign(published: Path, variant: str, project: str) -> str:
    """The other project that a variant belongs to, whose versions are numbered together; empty if none."""
    last = last_version(published, variant)
    return last.dag if last and last.dag not in {"", project} else ""


def report_file(published: Path, variant: str, number: int, path: str) -> Path | None:
    """A file of a version's report, its first page for an empty path; else None."""
    folder = _within(published, f"{variant}/{number}/{REPORT}")
    version = Version.load(folder.parent) if folder and not path else None
    file = _within(folder, version.page if version else path) if folder else None
    return file if file and file.is_file() else None


def load_sweep(published: Path, folder: str) -> dict[str, Any] | None:
    """The results of a sweep (see `sweeps.write_results`); None when there is no such sweep."""
    file = _within(published / SWEEPS, f"{folder}/{SWEEP_FILE}")
    return json.loads(file.read_text(encoding="utf-8")) if file and file.is_file() else None


def _within(home: Path, path: str) -> Path | None:
    """A path below a folder; None if it leads outside, or cannot be one."""
    try:
        found = (home / path).resolve()
    except (OSError, ValueError, RuntimeError):  # too long, with a NUL, links in a circle
        return None
    return found if found.is_relative_to(home.resolve()) else None
