from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow  # imports Airflow

FIELDS = [
    ("count", 3, {"type": "integer", "minimum": 0, "maximum": 9}),
    ("pattern", "^The", {"type": "string", "pattern": "^[^ ]*$"}),
    ("languages", ["en"], {"type": "array", "items": {"enum": ["en", "hu"]}, "description": "twice"}),
]


def build() -> dict[str, object]:
    from dvc_airflow.form import FormField, form  # noqa: PLC0415

    fields = [FormField(key, value, "what", "Section", schema) for key, value, schema in FIELDS]
    return form(fields, {"small": {"count": 1}})


def test_fields_presets_and_the_hidden_values() -> None:
    params = build()
    assert list(params) == ["preset", "count", "pattern", "languages", "shown"]
    assert params["preset"].schema["enum"] == ["none", "small"]
    assert params["count"].schema["maximum"] == 9
    assert params["count"].schema["section"] == "Section"
    assert params["languages"].schema["examples"] == ["en", "hu"]
    assert params["shown"].value == {"count": 3, "pattern": "^The", "languages": ["en"]}


def test_bad_values_are_rejected_by_the_form() -> None:
    from airflow.sdk.exceptions import ParamValidationError  # noqa: PLC0415

    params = build()
    for key, value in (
        ("count", 10),
        ("count", "x"),
        ("pattern", "a b"),
        ("pattern", 1),
        ("languages", ["xx"]),
        ("preset", "big"),
        ("shown", {}),
    ):
        with pytest.raises(ParamValidationError):
            params[key].resolve(value)


def test_a_text_may_be_emptied() -> None:
    params = build()
    assert params["pattern"].resolve("") == ""
    # What Airflow's page sends for an empty field, and would refuse for a text that must be one.
    assert params["pattern"].resolve(None) is None


def test_while_a_task_runs_an_older_form_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    # What Airflow's own context manager sets, but does not take back.
    monkeypatch.setenv("_AIRFLOW_PARSING_CONTEXT_TASK_ID", "t")
    assert build()["shown"].resolve({"count": 77}) == {"count": 77}
