"""DAG files imported as Airflow does."""

import importlib.util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def load(name: str) -> Any:
    """The module of `dags/<name>.py`, for the workspace that the environment names."""
    spec = importlib.util.spec_from_file_location(f"dag_under_test_{name}", ROOT / "dags" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
