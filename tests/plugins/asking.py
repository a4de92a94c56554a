"""A DAG with a gate, run by Airflow itself, and a person who answers through its REST API.

    python -m tests.plugins.asking OPTION [OPTION …]

`ASKING_FOLDER` names the folder to work in, which is Airflow's, too. Prints as JSON the question as the API
shows it, the API's word on an answer that is no option, and the states of run and gate.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from airflow.sdk import DAG, BaseOperator, Context
from dvc_airflow.gates import GateOperator
from dvc_airflow.project import Project

from tests.plugins.test_gates import few_words, prepared

FOLDER = Path(os.environ["ASKING_FOLDER"])
_SECONDS = 60


class Prepared(BaseOperator):
    """Leaves a run whose stages are done."""

    def execute(self, context: Context) -> None:
        prepared(project, context["dag_run"].run_id, words=4)


project = Project(root=FOLDER, name="gated", gates=few_words, gate_names=("loss", "few"))
with DAG("gated", schedule=None) as dag:
    Prepared(task_id="prepare") >> GateOperator(task_id="gate", project=project, retries=2)


def answer(options: list[str], heard: dict[str, Any]) -> None:
    """Wait for the question, answer with nonsense, then with options."""
    from airflow.api_fastapi.app import create_app  # noqa: PLC0415
    from fastapi.testclient import TestClient  # noqa: PLC0415

    client = TestClient(create_app(apps="core"), base_url="http://localhost")
    client.headers["Authorization"] = f"Bearer {client.get('/auth/token').json()['access_token']}"
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        asked = client.get("/api/v2/dags/gated/dagRuns/~/hitlDetails").json()["hitl_details"]
        if asked and asked[0]["task_instance"]["state"] == "awaiting_input":
            break
        time.sleep(0.2)
    heard["question"] = {name: asked[0][name] for name in ("subject", "body", "options", "multiple")}
    run = asked[0]["task_instance"]["dag_run_id"]
    path = f"/api/v2/dags/gated/dagRuns/{run}/taskInstances/gate/-1/hitlDetails"
    heard["nonsense"] = client.patch(path, json={"chosen_options": ["loss"]}).status_code
    heard["answer"] = client.patch(path, json={"chosen_options": options}).status_code


def main(options: list[str]) -> dict[str, Any]:
    """Run the DAG once and answer."""
    from airflow import settings  # noqa: PLC0415
    from airflow.models.xcom import XComModel  # noqa: PLC0415
    from airflow.utils.db import initdb  # noqa: PLC0415
    from sqlalchemy import select  # noqa: PLC0415

    (FOLDER / "dags").mkdir()
    (FOLDER / "dags" / "gated.py").write_text(
        "from airflow.sdk import DAG\nfrom tests.plugins.asking import dag\n"
    )
    initdb()
    heard: dict[str, Any] = {}
    person = threading.Thread(target=answer, args=(options, heard))
    person.start()
    run = dag.test()
    person.join()
    gate = next(task for task in run.get_task_instances() if task.task_id == "gate")
    values = settings.Session().scalars(select(XComModel.value).where(XComModel.task_id == "gate")).all()
    return {**heard, "run": run.state, "gate": gate.state, "tries": gate.try_number, "xcom": values}


if __name__ == "__main__":
    print("RESULT", json.dumps(main(sys.argv[1:])))  # noqa: T201
