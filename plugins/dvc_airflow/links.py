"""Addresses in the Airflow UI."""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow.sdk.configuration import conf

if TYPE_CHECKING:
    from dvc_airflow.versions import Version


def report_url(version: Version) -> str:
    """Where the plugin's pages serve a version's report."""
    return f"{_ui()}/datasets/{version.folder}/report/"


def run_url(dag_id: str, run_id: str) -> str:
    """A run in the UI."""
    return f"{_ui()}/dags/{dag_id}/runs/{run_id}"


def sweep_url(folder: str) -> str:
    """Where the plugin's pages serve the page of a sweep."""
    return f"{_ui()}/datasets/sweeps/{folder}/"


def _ui() -> str:
    return str(conf.get("api", "base_url", fallback="")).rstrip("/")
