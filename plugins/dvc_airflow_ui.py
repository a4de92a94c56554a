"""The Airflow plugin: *Browse → Datasets* lists the workspace's published versions with their reports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, ClassVar

from airflow.plugins_manager import AirflowPlugin
from dvc_airflow.pages import datasets_app

WORKSPACE = os.environ.get("DVC_AIRFLOW_WORKSPACE") or os.environ.get("DIALOGUE_ETL_WORKSPACE")


class DatasetsPlugin(AirflowPlugin):  # type: ignore[misc]
    """Pages under `/datasets`, once a variable names the workspace."""

    name = "dvc_airflow"
    fastapi_apps: ClassVar[list[Any]] = (
        [{"app": datasets_app(Path(WORKSPACE) / "published"), "url_prefix": "/datasets", "name": "Datasets"}]
        if WORKSPACE
        else []
    )
    external_views: ClassVar[list[Any]] = (
        [
            {
                "name": "Datasets",
                "href": "datasets/",
                "url_route": "datasets",
                "destination": "nav",
                "category": "browse",
            }
        ]
        if WORKSPACE
        else []
    )
