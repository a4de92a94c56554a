"""The gate in a real Airflow: its scheduler's states, its supervisor, its REST API."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.long]  # starts an Airflow of its own


def asked(folder: Path, *options: str) -> tuple[dict[str, Any], str]:
    """What came of a run whose gate is answered with options, and all that was logged."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AIRFLOW")}
    environment |= {
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "plugins")]),
        "ASKING_FOLDER": str(folder.resolve()),
        "AIRFLOW_HOME": str(folder / "home"),
        "AIRFLOW__CORE__DAGS_FOLDER": str(folder / "dags"),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_ALL_ADMINS": "True",
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{folder}/home/airflow.db",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.plugins.asking", *options],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return json.loads(done.stdout.rpartition("RESULT ")[2]), said


def test_what_a_person_lets_pass_passes(tmp_path: Path) -> None:
    result, log = asked(tmp_path, "few")
    question = result.pop("question")
    assert question["subject"] == "May this version of gated be published?"
    assert question["options"] == ["few", "Do not publish"]
    assert question["multiple"]
    assert "- **few**: 4 words, count is 3" in question["body"]
    assert result.pop("xcom") == [{"let_pass": ["few"], "by": "Anonymous"}]
    assert result == {"nonsense": 400, "answer": 200, "run": "success", "gate": "success", "tries": 1}
    assert "let pass by Anonymous: few: 4 words, count is 3" in log
