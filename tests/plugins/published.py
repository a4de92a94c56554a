"""Published versions, without runs that made them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dvc_airflow.versions import Version

if TYPE_CHECKING:
    from pathlib import Path


def make(published: Path, variant: str, number: int, **other: Any) -> Version:
    """A version with a report."""
    report = published / variant / str(number) / "report"
    (report / "plots").mkdir(parents=True, exist_ok=True)
    (report / "report.html").write_text("<html><body class=x><h1>Report</h1></body></html>")
    (report / "plots" / "gap.csv").write_text("gap,turns\n")
    values: dict[str, Any] = {
        "tag": f"dataset/{variant}/{number}",
        "commit": f"{number}" * 40,
        "run_id": f"run-{number}",
        "run_url": "http://airflow/dags/books/runs/r",
        "date": f"2026-01-{number:02}T10:00:00+00:00",
        "page": "report.html",
    }
    version = Version(variant=variant, number=number, **{**values, **other})
    version.save(report.parent)
    return version
