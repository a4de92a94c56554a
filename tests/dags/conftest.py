"""Airflow's settings, before anything imports it; and the DAG file imported for a workspace."""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("AIRFLOW_HOME", tempfile.mkdtemp(prefix="airflow-tests-"))
os.environ.setdefault("AIRFLOW__CORE__LOAD_EXAMPLES", "False")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """What drawing the DAG needs of one: no git, no DVC."""
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def draw(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Import dags/books.py as Airflow does; its `dag`."""

    def load() -> Any:
        monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(workspace))
        spec = importlib.util.spec_from_file_location("dag_under_test", ROOT / "dags" / "books.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.dag

    return load
