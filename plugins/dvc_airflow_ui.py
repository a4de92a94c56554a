"""The Airflow plugin: *Browse → Datasets* lists published versions, sweeps and comparisons."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, ClassVar

from airflow.plugins_manager import AirflowPlugin
from dvc_airflow.pages import datasets_app
from dvc_airflow.programs import ProgramError, run
from dvc_airflow.web import mounted

PRODUCT = "dialogue_etl"
WORKSPACE = os.environ.get("DVC_AIRFLOW_WORKSPACE") or os.environ.get("DIALOGUE_ETL_WORKSPACE")


def _compare(tag_a: str, tag_b: str) -> str:
    """What differs between two versions, as `dialogue-etl diff` writes it.

    As a program: a large comparison would take the server's memory, and its one interpreter from other pages.

    Raises:
        ProgramError: it failed; the message holds what it said.
    """
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        command = [sys.executable, "-m", PRODUCT, "diff", "--page", str(page), "--", tag_a, tag_b]
        try:
            run(command, Path(WORKSPACE or "."))
        except ProgramError as error:  # what it said, without the command
            raise ProgramError(str(error).partition("\n")[2] or str(error)) from None
        return page.read_text(encoding="utf-8")


class DatasetsPlugin(AirflowPlugin):  # type: ignore[misc]
    """Pages under `/datasets`, once a variable names the workspace."""

    name = "dvc_airflow"
    if WORKSPACE:
        _served = mounted(datasets_app(Path(WORKSPACE) / "published", _compare), "Datasets", "datasets")
        fastapi_apps: ClassVar[list[Any]] = _served["fastapi_apps"]
        external_views: ClassVar[list[Any]] = _served["external_views"]
