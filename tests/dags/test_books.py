import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dvc_airflow import programs
from dvc_airflow.request import OPTIONS, TAKEN

from dialogue_etl import params
from dialogue_etl.core import yaml_files
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources import SOURCES
from tests.dags.conftest import ROOT

pytestmark = pytest.mark.slow  # imports Airflow

STEPS = ("download", "works", "prefilter", "extract", "postfilter", "split")


def test_tasks_groups_and_edges(draw: Callable[[], Any]) -> None:
    dag = draw()
    languages = params.load(ROOT / "params.yaml").languages
    grouped = {f"{language}.{step}" for language in languages for step in STEPS}
    assert set(dag.task_dict) == {
        *("prepare", "code", "catalogue", "package", "check", "evaluate", "report", "gate", "publish"),
        *grouped,
    }
    assert {"en", "hu"} <= set(dag.task_group_dict)
    assert dag.get_task("prepare").downstream_task_ids == {"code"}
    assert dag.get_task("catalogue").upstream_task_ids == {"code"}
    for first, then in pairwise(("catalogue", *(f"en.{step}" for step in STEPS))):
        assert dag.get_task(then).upstream_task_ids == {first}
    assert dag.get_task("package").upstream_task_ids == {f"{language}.split" for language in languages}
    assert dag.get_task("gate").upstream_task_ids <= {"check", "report"}
    assert dag.get_task("publish").upstream_task_ids == {"gate"}
    assert dag.max_active_runs > 1


def test_what_is_skipped_skips_nothing_that_follows_and_what_was_killed_is_tried_again(
    draw: Callable[[], Any],
) -> None:
    from dvc_airflow.operators import SPARE  # noqa: PLC0415

    tasks = draw().task_dict
    rules = {name: task.trigger_rule.value for name, task in tasks.items()}
    assert (rules.pop("prepare"), set(rules.values())) == ("all_success", {"none_failed"})
    retries = {name: task.retries for name, task in tasks.items()}
    assert retries.pop("catalogue") == retries.pop("en.download") == 2 + SPARE
    assert {retries[name] for name in ("prepare", "code", "en.extract", "report", "gate")} == {SPARE}


def test_values_are_checked_as_a_whole_before_any_work(draw: Callable[[], Any]) -> None:
    validate = draw().get_task("prepare").project.validate
    validate({"languages": ["fr"]})
    with pytest.raises(ValueError, match=r"extract\.profile: 'reference': it is for de, .* has fr"):
        validate({"languages": ["en", "fr"], "extract": {"profile": "reference"}})


@pytest.mark.parametrize(
    ("conf", "said"),
    [
        ({"extract": {"dialogue_gap": 3}}, r"extract: .*\{'extract\.dialogue_gap': 3\}"),
        ({"extract.gap": 3}, r"extract\.gap: 3: .* such parameter"),
        ({"threads.languages": ["en"]}, r"threads\.languages: .* such parameter"),
        ({"run.variant": "A"}, r"run\.variant: 'A' is not allowed: 1 to 60 of"),
    ],
)
def test_a_conf_that_airflow_lets_through_is_refused_at_once_and_in_whole(
    draw: Callable[[], Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    conf: dict[str, Any],
    said: str,
) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415
    from dvc_airflow import operators  # noqa: PLC0415

    monkeypatch.setattr(operators, "end_with_supervisor", lambda: None)
    context = {"dag_run": SimpleNamespace(run_id="manual", conf=conf)}
    with pytest.raises(AirflowFailException, match=said) as error:
        draw().get_task("prepare").execute(context)
    logged = capsys.readouterr().out  # in lines that Airflow's page does not cut off
    assert [word for word in str(error.value).split() if word not in logged] == []
    assert max(len(line.partition("]")[2].partition("[")[0]) for line in logged.splitlines()) < 110


def test_the_figures_of_a_version_are_those_of_what_was_packaged(draw: Callable[[], Any]) -> None:
    totals = draw().get_task("publish").project.totals
    total = {"books": 4, "dialogues": 1202, "utterances": 4005}
    assert totals({"metrics/books/package.json": {"total": {"all": total, "train": {}}}}) == total
    assert totals({}) == {}


def test_a_run_that_asks_for_stages_without_tasks_is_refused(
    draw: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415
    from dvc_airflow import operators  # noqa: PLC0415

    does = dict.fromkeys(("books-works@en", "books-works@fr", "books-split@fr"), "run")
    state = SimpleNamespace(does={**does, "books-split@sv": TAKEN})
    monkeypatch.setattr(operators, "prepare", lambda *_: state)
    monkeypatch.setattr(operators, "end_with_supervisor", lambda: None)
    context = {"dag_run": SimpleNamespace(run_id="manual", conf={"languages": ["en", "fr"]})}
    with pytest.raises(
        AirflowFailException, match=r"no tasks of: books-works@fr, books-split@fr\. The DAG is"
    ):
        draw().get_task("prepare").execute(context)


def test_a_stage_that_the_run_leaves_out_is_skipped_when_its_turn_has_come(
    draw: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from airflow.sdk.exceptions import AirflowSkipException  # noqa: PLC0415
    from dvc_airflow import operators  # noqa: PLC0415

    does = {"books-works@en": TAKEN}
    monkeypatch.setattr(operators, "load_state", lambda *_: SimpleNamespace(does=does))
    for name, why in {"en.works": "it is frozen", "en.split": "not part of this run"}.items():
        with pytest.raises(AirflowSkipException, match=why):
            draw().get_task(name).execute({"dag_run": SimpleNamespace(run_id="run")})


@pytest.mark.parametrize(("attempt", "final"), [(1, False), (2, False), (3, True)])
def test_a_stage_that_fails_is_tried_again_as_often_as_dvc_yaml_says(
    draw: Callable[[], Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    attempt: int,
    final: bool,
) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415
    from dvc_airflow import operators  # noqa: PLC0415
    from dvc_airflow.stage import StageError, StageProcess  # noqa: PLC0415

    def fail(*_: Any, **__: Any) -> None:
        raise StageError("no such file")

    task = draw().get_task("en.download")
    worktree = shutil.copytree(task.project.root, task.project.worktree("run"))
    programs.git(worktree, "init", "--quiet")
    monkeypatch.setattr(operators, "load_state", lambda *_: SimpleNamespace(does={task.stage: "run"}))
    monkeypatch.setattr(StageProcess, "run", fail)
    context = {"dag_run": SimpleNamespace(run_id="run"), "ti": SimpleNamespace(try_number=attempt)}
    with pytest.raises(AirflowFailException if final else StageError, match="no such file"):
        task.execute(context)
    said = capsys.readouterr().out
    assert said.index("[error    ] no such file") < said.index("`dialogue-etl doctor`")


@pytest.mark.parametrize("name", ["dvc.yaml", "params.yaml"])
def test_a_damaged_file_is_said_with_what_looks_for_its_cause(
    draw: Callable[[], Any], workspace: Path, name: str
) -> None:
    (workspace / name).write_text("stages: [\n")
    with pytest.raises(DialogueEtlError, match="`dialogue-etl doctor`"):
        draw()


def test_the_form_covers_every_parameter_with_its_limits(draw: Callable[[], Any]) -> None:
    form = draw().params
    # No stage makes pairs by default.
    parameters = {one.key: one for one in params.parameters("books") if "book_pairs" not in one.key}
    assert set(form) == {*OPTIONS, *parameters}
    for key, parameter in parameters.items():
        field = form.get_param(key)
        may_be_empty = parameter.json_schema["type"] == "string" and "enum" not in parameter.json_schema
        assert field.schema["type"] == (["string", "null"] if may_be_empty else parameter.json_schema["type"])
        assert key.replace("_", r"\_") in field.schema["description_md"]
        assert f"source: {parameter.source[:8]}" in field.schema["description_md"]
        assert field.schema.get("enum") == parameter.json_schema.get("enum")
        for limit in ("minimum", "maximum"):
            limits = field.schema.get("allOf", [{}])[0]
            assert limits.get(limit) == parameter.json_schema.get(limit)
    assert {"sample", "paper"} <= set(form.get_param("run.preset").schema["enum"])


@pytest.mark.parametrize("source", [name for name in SOURCES if name != "testset"])
def test_what_decides_about_size_and_quality_is_open_at_the_top(
    draw: Callable[..., Any], source: str
) -> None:
    form = draw(source).params
    fields = {key: form.get_param(key).schema for key in form}
    first = [key for key, field in fields.items() if "section" not in field and key not in OPTIONS]
    listed, effects = SOURCES[source].language_list, SOURCES[source].trade_offs
    assert first == [*([listed] if isinstance(listed, str) else []), *effects]
    every = {one.key for one in params.parameters()}
    assert {key for one in SOURCES.values() for key in one.trade_offs} <= every
    for key, effect in effects.items():
        about = fields[key]["description_md"]
        assert about.startswith(f"**{effect[0].upper()}{effect[1:]}.** "), key
        assert "efault " in about


def test_the_form_shows_the_workspaces_values(draw: Callable[[], Any], workspace: Path) -> None:
    values = yaml_files.load((workspace / "params.yaml").read_text())
    values["extract"]["dialogue_gap"] = 77
    values["languages"] = ["hu"]
    (workspace / "params.yaml").write_text(yaml_files.dump(values))
    dag = draw()
    assert dag.params["extract.dialogue_gap"] == 77
    assert dag.params["run.shown"]["extract.dialogue_gap"] == 77
    form = dag.params
    field = form.get_param("extract.dialogue_gap").schema
    assert field["title"] == "Dialogue gap"
    assert "1,000,000 characters; default 525; **this workspace 77**." in field["description_md"]
    assert form.get_param("extract.single_quotes").schema["title"] == "Extract: single quotes"
    assert form.get_param("languages").schema["examples"] == ["hu"]
    assert {"paper"} == {"paper", "sample"} & set(form.get_param("run.preset").schema["enum"])
    assert not [name for name in dag.task_dict if name.startswith("en.")]


def test_it_explains_itself_and_can_be_stored(draw: Callable[[], Any]) -> None:
    from airflow.serialization.serialized_objects import DagSerialization  # noqa: PLC0415

    dag = draw()
    for word in ("published/<variant>/<n>/", "dataset/<variant>/<n>", "Parameters"):
        assert word in dag.doc_md
    assert "dialogue-etl run books-extract --language en" in dag.get_task("en.extract").doc_md
    text = str(DagSerialization.to_dict(dag))
    assert "Report" in text
    assert "lambda" not in text
