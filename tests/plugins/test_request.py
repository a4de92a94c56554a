from typing import Any

import pytest
from dvc_airflow.graph import Stage
from dvc_airflow.params_values import ChangeError, flatten, override
from dvc_airflow.request import (
    OPTIONS,
    VARIANT_RULE,
    Request,
    decide,
    read_request,
    refuse_unknown,
    requested,
)

VALUES = {"languages": ["en", "hu"], "split": {"train": 0.9, "seed": 0}, "gap": {"x": 1}}
SHOWN = {**flatten(VALUES), "run.shown": flatten(VALUES)}
PRESETS = {"sample": {"split": {"train": 0.6}, "gap": {"x": 5}}}


def ask(conf: dict[str, Any], values: dict[str, Any], presets: dict[str, Any]) -> dict[str, Any]:
    return requested(read_request(conf), values, presets)


def test_untouched_fields_of_a_form_override_neither_the_preset_nor_later_edits() -> None:
    found = ask({**SHOWN, "run.preset": "sample", "gap.x": 9}, VALUES, PRESETS)
    assert found == override(VALUES, {"split.train": 0.6, "gap.x": 9})
    edited = override(VALUES, {"split.seed": 7})
    assert ask(SHOWN, edited, PRESETS) == edited


def test_each_key_of_the_api_counts_also_against_the_preset() -> None:
    conf = {"run.preset": "sample", "split.train": 0.9}
    assert ask(conf, VALUES, PRESETS)["split"]["train"] == 0.9


def test_a_text_emptied_in_the_form_is_empty() -> None:
    values = {"books": {"title": "^The", "ids": ["x"]}}
    shown = flatten(values)
    conf = {**shown, "run.shown": shown, "books.title": None}
    assert ask(conf, values, {}) == {"books": {"title": "", "ids": ["x"]}}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("run.variant", name) for name in ("A", "a b", "-x", "a/b", "..", "a.lock", "x" * 61, "é", "$(x)")),
        *(("run.variant", name) for name in ("a\n", "${x}", "{{x}}", 3)),
        *(("run.base", ref) for ref in ("a b", "-x", "a\x00", "a\n", "\u200e", 3)),
        *(("run.force", "books"), ("run.force", [1]), ("run.fast", True)),
    ],
)
def test_options_that_are_not_allowed_are_named(key: str, value: Any) -> None:
    with pytest.raises(ChangeError, match=f"^{key}.*is not allowed: "):
        read_request({key: value})


def test_the_rule_of_names_is_said() -> None:
    with pytest.raises(ChangeError) as error:
        read_request({"run.variant": "Ü"})
    assert str(error.value) == f"run.variant: 'Ü' is not allowed: {VARIANT_RULE}"


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("split", {"train": 3}, "{'split.train': 3}"),
        ("split", {}, "'split.NAME'"),
        ("split", None, "no such parameter"),
        ("seed", 3, "is split.seed meant"),
        ("spilt.seed", 3, "is split.seed meant"),
        ("split.sead", 3, "is split.seed meant"),
        ("split.train.x", 3, "is gap.x meant"),
        ("run.varient", "x", "is run.variant meant"),
        ("SPLIT.SEED ", 3, "no such parameter"),
        ("", 3, "no such parameter"),
    ],
)
def test_keys_that_the_form_lacks_are_refused(key: str, value: Any, said: str) -> None:
    known = [*flatten(VALUES), *OPTIONS]
    refuse_unknown(SHOWN, known)
    with pytest.raises(ChangeError) as error:
        refuse_unknown({**SHOWN, key: value, "zzz": 1}, known)
    first, second = str(error.value).splitlines()
    assert first.startswith(f"{key}: {value!r}: ")
    assert said in first
    assert second.startswith("zzz: 1: ")


def test_whole_numbers_are_written_as_such() -> None:
    changes = read_request({"a": 525.0, "b": [1.0, 0.5], "c": -0.0, "d": 1e300, "e": True}).changes
    assert repr(changes) == repr({"a": 525, "b": [1, 0.5], "c": 0, "d": 1e300, "e": True})


def test_unknown_preset_and_impossible_key() -> None:
    with pytest.raises(ChangeError, match="'big' is not one of none, sample"):
        ask({"run.preset": "big"}, VALUES, PRESETS)
    with pytest.raises(ChangeError, match="languages is a value"):
        ask({"languages.en": 1}, VALUES, PRESETS)


def test_what_each_stage_is_to_do() -> None:
    frozen = Stage("b", "b", None, "x", frozen=True)
    graph = {"a@1": Stage("a@1", "a", "1", "x"), "b": frozen, "c": Stage("c", "c", None, "x")}
    assert decide(graph, Request()) == {"a@1": "run", "b": "take", "c": "run"}
    assert decide(graph, Request(force=("a", "b"))) == {"a@1": "force", "b": "take", "c": "run"}
    with pytest.raises(ChangeError, match="'no' is not one of a, b, c"):
        decide(graph, Request(force=("no",)))


# The form, which imports Airflow.
FIELDS = [
    ("count", 3, {"type": "integer", "minimum": 0, "maximum": 9}),
    ("pattern", "^The", {"type": "string", "pattern": "^[^ ]*$"}),
    ("languages", ["en"], {"type": "array", "items": {"enum": ["en", "hu"]}, "description": "twice"}),
]


def build(*drawn: str) -> dict[str, Any]:
    from dvc_airflow.form import FormField, form  # noqa: PLC0415

    fields = [
        FormField(key, value, "what", first=key == "pattern", schema=schema) for key, value, schema in FIELDS
    ]
    stages = [Stage(name=f"words@{g}", base="words", group=g, cmd="x") for g in ("en", "hu")]
    return form(fields, ["small"], {stage.name: stage for stage in stages}, drawn=drawn)


@pytest.mark.slow
def test_fields_presets_and_the_hidden_values() -> None:
    params = build()
    assert {name for name in params if name.startswith("run.")} == set(OPTIONS)
    # Airflow shows what has no section first, and open; it does not show the hidden values.
    first, more = ["run.variant", "run.preset", "pattern", "run.shown"], ["run.base", "run.force", "count"]
    assert {name: param.schema.get("section") for name, param in params.items()} == {
        **dict.fromkeys(first),
        **dict.fromkeys([*more, "languages"], "More"),
    }
    assert params["run.preset"].schema["enum"] == ["none", "small"]
    assert params["run.force"].schema["examples"] == ["words"]
    # Not where Airflow's page looks for them, which would change what one types to the nearest limit.
    assert params["count"].schema["allOf"][0] == {"minimum": 0, "maximum": 9}
    for wrong in (float("nan"), float("inf"), -1e9, True, "3", None, 2.5):
        with pytest.raises(ValueError, match="Failed validating"):
            params["count"].resolve(wrong)
    assert params["count"].resolve(0) == 0
    with pytest.raises(ValueError, match="-5 is less than the minimum of 0"):
        params["count"].resolve(-5)
    assert params["languages"].schema["examples"] == ["en", "hu"]
    assert params["run.shown"].value == {"count": 3, "pattern": "^The", "languages": ["en"]}


@pytest.mark.slow
def test_what_it_sends_untouched_asks_for_nothing_and_a_text_may_be_emptied() -> None:
    params = build()
    assert read_request({name: param.resolve() for name, param in params.items()}) == read_request({})
    assert params["pattern"].resolve("") == ""
    # What Airflow's page sends for an empty field, and would refuse for a text that must be one.
    assert params["pattern"].resolve(None) is None


@pytest.mark.slow
def test_a_list_with_a_task_for_each_item_offers_those_that_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    languages = build("languages", "pattern")["languages"]
    assert languages.schema["examples"] == ["en"]
    assert languages.resolve(["en"]) == ["en"]
    with pytest.raises(ValueError, match="'hu' is not one of"):
        languages.resolve(["hu"])
    monkeypatch.setattr("tests.plugins.test_request.FIELDS", [("languages", [], {"type": "array"})])
    with pytest.raises(ValueError, match=r"too long|non-empty|expected to be empty"):
        build("languages")["languages"].resolve(["en"])


@pytest.mark.slow
def test_while_a_task_runs_an_older_form_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    # What Airflow's own context manager sets, but does not take back.
    monkeypatch.setenv("_AIRFLOW_PARSING_CONTEXT_TASK_ID", "t")
    assert build()["run.shown"].resolve({"count": 77}) == {"count": 77}
