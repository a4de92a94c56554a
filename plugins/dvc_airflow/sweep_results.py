"""What came of a sweep: its variants with the versions they published, and its page, as files.

They are kept in `published/.sweeps/<sweep>/`: `summary.json` and `report/sweep.html`.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dvc_airflow.request import NO_PRESET
from dvc_airflow.run_states import NOT_STARTED
from dvc_airflow.versions import REPORT, SUMMARY, Version, list_versions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FOLDER = ".sweeps"
PAGE = "sweep.html"


@dataclass(frozen=True)
class Outcome:
    """One variant of a sweep, and what came of it."""

    variant: str
    values: dict[str, Any]
    """Knob to value."""
    run_id: str
    state: str = NOT_STARTED
    run_url: str = ""
    tag: str = ""
    """Of the version it published, if it did."""
    folder: str = ""
    """The version's, below `published/`."""


@dataclass(frozen=True)
class Summary:
    """A sweep that is over."""

    name: str
    knobs: tuple[str, ...]
    run_id: str
    date: str
    """ISO 8601, UTC."""
    run_url: str = ""
    base: str = ""
    preset: str = NO_PRESET
    outcomes: Sequence[Outcome] = field(default_factory=tuple)

    @property
    def folder(self) -> str:
        """Its folder below `published/.sweeps/`: the same whenever its page is drawn again."""
        return f"{self.name}--{sha256(self.run_id.encode()).hexdigest()[:8]}"

    @property
    def missing(self) -> list[Outcome]:
        """Variants without a version."""
        return [one for one in self.outcomes if not one.tag]


def collect(published: Path, outcomes: Sequence[Outcome]) -> tuple[list[Outcome], dict[str, Version]]:
    """The variants with the tags of what their runs published, and those versions by variant."""
    by_run = {version.run_id: version for version in reversed(list_versions(published))}
    found = {one.variant: by_run[one.run_id] for one in outcomes if one.run_id in by_run}
    complete = [
        replace(one, tag=version.tag, folder=version.folder) if (version := found.get(one.variant)) else one
        for one in outcomes
    ]
    return complete, found


def save(published: Path, summary: Summary, page: str) -> Path:
    """Write the sweep's summary and page, whole or not at all; its folder."""
    target = published / FOLDER / summary.folder
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    shutil.rmtree(temporary, ignore_errors=True)
    (temporary / REPORT).mkdir(parents=True)
    (temporary / REPORT / PAGE).write_text(page, encoding="utf-8")
    text = json.dumps(asdict(summary), indent=2, ensure_ascii=False)
    (temporary / SUMMARY).write_text(text, encoding="utf-8")
    shutil.rmtree(target, ignore_errors=True)
    temporary.rename(target)
    return target


def list_sweeps(published: Path) -> list[Summary]:
    """All sweeps, newest first; those that cannot be read are left out."""
    found = (load_sweep(file.parent) for file in published.glob(f"{FOLDER}/[!.]*/{SUMMARY}"))
    return sorted((one for one in found if one), key=lambda one: (one.date, one.run_id), reverse=True)


def load_sweep(folder: Path) -> Summary | None:
    """The sweep in a folder; None when it is unreadable or half-written."""
    try:
        content = json.loads((folder / SUMMARY).read_text(encoding="utf-8"))
        outcomes = tuple(Outcome(**one) for one in content.pop("outcomes"))
        return Summary(**{**content, "knobs": tuple(content["knobs"])}, outcomes=outcomes)
    except (OSError, ValueError, TypeError, KeyError):
        return None


def sweep_page(published: Path, folder: str) -> Path | None:
    """The page of a sweep; None when there is no such sweep."""
    home = (published / FOLDER).resolve()
    file = (home / folder / REPORT / PAGE).resolve()
    return file if file.is_relative_to(home) and file.is_file() else None
