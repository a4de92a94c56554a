"""The Airflow plugin: *Browse → Datasets* lists published versions, sweeps and comparisons."""

import os
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from airflow.plugins_manager import AirflowPlugin
from dvc_airflow.naming import NameRuns
from dvc_airflow.pages import datasets_app
from dvc_airflow.programs import ProgramError, run
from dvc_airflow.web import plugin

PRODUCT = "dialogue_etl"
_LINKS = f"{PRODUCT}_links"
WORKSPACE = os.environ.get("DVC_AIRFLOW_WORKSPACE") or os.environ.get("DIALOGUE_ETL_WORKSPACE")


def _compare(tag_a: str, tag_b: str) -> str:
    """The page of `dialogue-etl diff` for two versions.

    It runs as a program, since a large comparison would take memory and computing time from the server.

    Raises:
        ProgramError: it failed; the message contains its output.
    """
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        command = [sys.executable, "-m", PRODUCT, "diff", "--page", str(page), "--", tag_a, tag_b]
        try:
            run(command, Path(WORKSPACE or "."))
        except ProgramError as error:  # its output, without the command
            raise ProgramError(str(error).partition("\n")[2] or str(error)) from None
        return page.read_text(encoding="utf-8")


def _links() -> dict[str, Callable[..., Any]]:
    """What the project adds to the pages, if there is such a module: see `datasets_app`."""
    if not find_spec(_LINKS):
        return {}
    found = import_module(_LINKS)
    return {"links": found.of_version, "ids": found.of_id, "totals": found.totals}


if WORKSPACE:
    _app = datasets_app(Path(WORKSPACE) / "published", _compare, **_links())
    DatasetsPlugin = plugin("dvc_airflow", _app, "Datasets", "datasets")
    DatasetsPlugin.fastapi_root_middlewares = [{"name": "names of runs", "middleware": NameRuns}]
else:
    DatasetsPlugin = type("dvc_airflow", (AirflowPlugin,), {"name": "dvc_airflow"})  # without pages
