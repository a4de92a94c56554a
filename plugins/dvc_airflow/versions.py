"""Published versions: what `published/<n>/` holds beside the report."""

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

    number: int
    tag: str
    commit: str
    run_id: str
    date: str
    """ISO 8601, UTC."""
    changed: dict[str, list[Any]] = field(default_factory=dict)
    """Values that differed from the workspace's params.yaml: key to [workspace's, the run's]."""
    totals: dict[str, Any] = field(default_factory=dict)
    metrics: dict[str, Any] = field(default_factory=dict)
    """Metrics file to its content."""
    page: str = "index.html"
    """The report's page to begin with."""
    in_workspace: bool = False
    """Whether the workspace's branch and files were brought to this version."""

    def save(self, folder: Path) -> None:
        """Write the summary."""
        (folder / SUMMARY).write_text(
            json.dumps(asdict(self), indent=2, ensure_ascii=False), encoding="utf-8"
        )


def load_version(folder: Path) -> Version | None:
    """The version in `published/<n>/`; None when it is unreadable or half-copied."""
    try:
        return Version(**json.loads((folder / SUMMARY).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def list_versions(published: Path) -> list[Version]:
    """All published versions, newest first."""
    folders = published.iterdir() if published.is_dir() else ()
    found = [load_version(folder) for folder in folders if folder.name.isdigit()]
    return sorted((v for v in found if v), key=lambda version: -version.number)


def find_run(published: Path, run_id: str) -> Version | None:
    """The newest version a run published."""
    return next((v for v in list_versions(published) if v.run_id == run_id), None)


def report_file(published: Path, number: int, path: str) -> Path | None:
    """A file of a version's report, the page to begin with for an empty path.

    None when there is none, or the path leads out of the folder.
    """
    folder = (published / str(number) / REPORT).resolve()
    if not path and (version := load_version(folder.parent)):
        path = version.page
    file = (folder / path).resolve()
    return file if file.is_relative_to(folder) and file.is_file() else None
