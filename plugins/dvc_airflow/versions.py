"""Published versions: what `published/<variant>/<n>/` holds beside the report."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

SUMMARY = "summary.json"
REPORT = "report"


@dataclass(frozen=True)
class Version:
    """One published dataset version."""

    variant: str
    number: int
    """Counted per variant, from 1."""
    tag: str
    commit: str
    run_id: str
    run_url: str
    """The run in the Airflow UI; empty where nobody serves one."""
    date: str
    """ISO 8601, UTC."""
    base: str = ""
    """The git ref the run began from; empty for the workspace as it stood."""
    base_commit: str = ""
    changed: dict[str, list[Any]] = field(default_factory=dict)
    """Values that differ from the base's params.yaml: key to [base's, the run's]."""
    edited: dict[str, list[Any]] = field(default_factory=dict)
    """The workspace's own edits since its last commit: key to [committed, edited]."""
    totals: dict[str, Any] = field(default_factory=dict)
    metrics: dict[str, Any] = field(default_factory=dict)
    """Metrics file to its content."""
    outs: dict[str, str] = field(default_factory=dict)
    """What the stages wrote: path to hash, from dvc.lock."""
    page: str = "index.html"
    """The report's page to begin with."""
    in_workspace: bool = False
    """Whether the workspace's branch and files were brought to this version."""
    let_pass: list[str] = field(default_factory=list)
    """Gates that stopped the version and that a person let pass."""

    @property
    def folder(self) -> str:
        """Its folder below `published/`."""
        return f"{self.variant}/{self.number}"

    def save(self, folder: Path) -> None:
        """Write the summary."""
        (folder / SUMMARY).write_text(
            json.dumps(asdict(self), indent=2, ensure_ascii=False), encoding="utf-8"
        )


def load_version(folder: Path) -> Version | None:
    """The version in `published/<variant>/<n>/`; None when it is unreadable or half-copied."""
    try:
        return Version(**json.loads((folder / SUMMARY).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def list_versions(published: Path) -> list[Version]:
    """All published versions, newest first."""
    found = [load_version(file.parent) for file in published.glob(f"*/*/{SUMMARY}") if _is_version(file)]
    return sorted((v for v in found if v), key=lambda v: (v.date, v.number), reverse=True)


def _is_version(file: Path) -> bool:
    return file.parent.name.isdigit() and not file.parent.parent.name.startswith(".")


def last_version(published: Path, variant: str, *, below: int | None = None) -> Version | None:
    """The version of a variant with the highest number (below another one)."""
    of_variant = (
        v for v in list_versions(published) if v.variant == variant and (below is None or v.number < below)
    )
    return max(of_variant, key=lambda v: v.number, default=None)


def find_run(published: Path, run_id: str) -> Version | None:
    """The newest version a run published."""
    return next((v for v in list_versions(published) if v.run_id == run_id), None)


def report_file(published: Path, variant: str, number: int, path: str) -> Path | None:
    """A file of a version's report, the page to begin with for an empty path.

    None when there is none, or the path leads out of the folder.
    """
    home = published.resolve()
    folder = (home / variant / str(number) / REPORT).resolve()
    if not folder.is_relative_to(home):
        return None
    if not path and (version := load_version(folder.parent)):
        path = version.page
    file = (folder / path).resolve()
    return file if file.is_relative_to(folder) and file.is_file() else None
