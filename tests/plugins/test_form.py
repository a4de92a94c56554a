from __future__ import annotations

from typing import Any

import pytest
from dvc_airflow.graph import Stage
from dvc_airflow.request import OPTIONS, read_request

pytestmark = pytest.mark.slow  # imports Airflow

FIELDS = [
    ("count", 3, {"type": "integer", "minimum": 0, "maximum": 9}),
    ("pattern", "^The", {"type": "string", "pattern": "^[^ ]*$"}),
    ("languages", ["en"], {"type": "array", "items": {"enum": ["en", "hu"]}, "description": "twice"}),
]


def build() -> dict[str, Any]:
    from dvc_airflow.form import FormField, form  # noqa: PLC0415

    fields = [FormField(key, value, "what", "Section", schema) for key, value, schema in FIELDS]
    stages = [Stage(name=f"words@{g}", base="words", group=g, cmd="x") for g in ("en", "hu")]
    return form(fields, ["small"], {stage.name: stage for stage in stages})


def test_fields_presets_and_the_hidden_values() -> None:
    params = build()
    assert [name for name in params if not name.startswith("run.")] == ["count", "pattern", "languages"]
    assert {name for name in params if name.startswith("run.")} == set(OPTIONS)
    assert params["run.preset"].schema["enum"] == ["none", "small"]
    assert params["run.from"].schema["enum"] == ["", "words", None]
    assert params["run.force"].schema["examples"] == ["words"]
    assert params["run.only"].schema["examples"] == ["en", "hu"]
    assert params["count"].schema["maximum"] == 9
    assert params["count"].schema["section"] == "Section"
    assert params["languages"].schema["examples"] == ["en", "hu"]
    assert params["run.shown"].value == {"count": 3, "pattern": "^The", "languages": ["en"]}


def test_what_it_sends_untouched_asks_for_nothing_and_a_text_may_be_emptied() -> None:
    params = build()
    assert read_request({name: param.resolve() for name, param in params.items()}) == read_request({})
    assert params["pattern"].resolve("") == ""
    # What Airflow's page sends for an empty field, and would refuse for a text that must be one.
    assert params["pattern"].resolve(None) is None


def test_while_a_task_runs_an_older_form_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    # What Airflow's own context manager sets, but does not take back.
    monkeypatch.setenv("_AIRFLOW_PARSING_CONTEXT_TASK_ID", "t")
    assert build()["run.shown"].resolve({"count": 77}) == {"count": 77}
