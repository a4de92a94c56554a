"""Airflow's settings, before anything imports it; and the DAG file imported for a workspace."""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dvc_airflow.graph import load_graph

from tests.dags.loading import ROOT, load

os.environ.setdefault("AIRFLOW_HOME", tempfile.mkdtemp(prefix="airflow-tests-"))
os.environ.setdefault("AIRFLOW__CORE__LOAD_EXAMPLES", "False")


@pytest.fixture(scope="session")
def drawn_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What drawing the DAG needs of one: no git, no data; DVC was asked about it."""
    root = tmp_path_factory.mktemp("drawn")
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copyfile(ROOT / name, root / name)
    load_graph(root, root / ".dvc" / "tmp" / "graphs")
    return root


@pytest.fixture
def workspace(drawn_workspace: Path, tmp_path: Path) -> Path:
    return shutil.copytree(drawn_workspace, tmp_path, dirs_exist_ok=True)


@pytest.fixture
def draw(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Import a file of dags/ as Airflow does; its `dag`."""

    def drawn(name: str = "books") -> Any:
        monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(workspace))
        return load(name).dag

    return drawn
