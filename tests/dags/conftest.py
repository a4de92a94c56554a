"""Airflow's settings, before anything imports it; and the DAG file imported for a workspace."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING, Any

import pytest

from tests.dags.loading import ROOT, load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

os.environ.setdefault("AIRFLOW_HOME", tempfile.mkdtemp(prefix="airflow-tests-"))
os.environ.setdefault("AIRFLOW__CORE__LOAD_EXAMPLES", "False")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """What drawing the DAG needs of one: no git, no DVC."""
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def draw(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Import a file of dags/ as Airflow does; its `dag`."""

    def drawn(name: str = "books") -> Any:
        monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(workspace))
        return load(name).dag

    return drawn
