"""The gate's two halves, with Airflow's side of the conversation played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.plugins.conftest import Scratch

pytestmark = pytest.mark.slow  # imports Airflow


@dataclass(frozen=True)
class Stop:
    gate: str
    reason: str


def few_words(
    values: Mapping[str, Any], metrics: Mapping[str, Any], previous: Mapping[str, Any] | None
) -> list[Stop]:
    """Fewer words than before, or than five."""
    now, before = (sum(m["words"] for m in each.values()) if each else 0 for each in (metrics, previous))
    stops = [Stop("loss", f"{now} words, {before} *before*")] if now < before else []
    return stops + ([Stop("few", f"{now} words, count is {values['count']}")] if now < 5 else [])


class Supervisor:
    """Airflow's side: keeps the question."""

    def __init__(self) -> None:
        self.questions: list[Any] = []
        self.kept: Any = None

    def send(self, msg: Any) -> Any:
        self.questions.append(msg)
        self.kept = self.kept or msg  # as the server does: the first one stands
        return self.kept


@pytest.fixture
def supervisor(monkeypatch: pytest.MonkeyPatch) -> Supervisor:
    from airflow.sdk.execution_time import task_runner  # noqa: PLC0415

    monkeypatch.setattr(task_runner, "SUPERVISOR_COMMS", played := Supervisor(), raising=False)
    return played


@dataclass
class Gated:
    """A run whose stages are done, before its gate."""

    scratch: Scratch

    def task(self, **more: Any) -> Any:
        from dvc_airflow.gates import GateOperator  # noqa: PLC0415

        return GateOperator(task_id="gate", project=self.scratch.project, **more)

    def words(self, number: int, run_id: str = "run") -> None:
        """What the stages of a run counted."""
        folder = self.scratch.project.worktree(run_id) / "metrics"
        folder.mkdir(exist_ok=True)
        for language in ("en", "hu"):
            (folder / f"{language}.json").unlink(missing_ok=True)
        (folder / "en.json").write_text(f'{{"words": {number}}}')


def context(run_id: str = "run") -> Any:
    return {
        "dag_run": SimpleNamespace(run_id=run_id),
        "ti": (ti := SimpleNamespace(id=uuid4(), try_number=1)),
        "task_instance": ti,
    }


def answer(*chosen: str) -> dict[str, Any]:
    return {
        "chosen_options": list(chosen),
        "params_input": {},
        "responded_at": datetime.now(UTC),
        "responded_by_user": {"id": "7", "name": "Ada"},
        "timedout": False,
    }


@pytest.fixture
def gated(scratch: Scratch) -> Gated:
    project = replace(scratch.project, gates=few_words, gate_names=("loss", "few", "other"))
    made = Gated(replace(scratch, project=project))
    made.scratch.prepare()
    return made


def published(gated: Gated, words: int) -> None:
    """A version of the variant."""
    gated.scratch.prepare("earlier")
    gated.words(words, "earlier")
    gated.scratch.pretend_stages("earlier")
    gated.scratch.publish("earlier")


def ask(gated: Gated) -> None:
    from airflow.sdk.exceptions import TaskAwaitingInput  # noqa: PLC0415

    with pytest.raises(TaskAwaitingInput) as waits:
        gated.task().execute(context())
    assert waits.value.timeout == timedelta(days=7)


def test_nobody_is_asked_when_nothing_stops(gated: Gated, supervisor: Supervisor) -> None:
    gated.words(5)
    assert gated.task().execute(context()) == {"let_pass": []}
    assert supervisor.questions == []


def test_a_project_without_gates_always_passes(scratch: Scratch, supervisor: Supervisor) -> None:
    scratch.prepare()
    assert Gated(scratch).task().execute(context()) == {"let_pass": []}
    assert supervisor.questions == []


def test_what_stops_is_asked_with_its_reasons(
    gated: Gated, supervisor: Supervisor, caplog: pytest.LogCaptureFixture
) -> None:
    published(gated, 9)
    gated.words(4)
    ask(gated)
    question = supervisor.kept
    assert question.options == ["loss", "few", "Do not publish"]
    assert question.multiple
    assert "- **loss**: 4 words, 9 \\*before\\*\n- **few**: 4 words, count is 3\n" in question.body
    assert {message.body for message in supervisor.questions} == {question.body}


def test_everything_let_pass_passes_and_says_who_let_it(gated: Gated) -> None:
    published(gated, 9)
    gated.words(4)
    passed = gated.task().execute_complete(context(), answer("few", "loss"))
    assert passed == {"let_pass": ["loss", "few"], "by": "Ada"}


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (["loss"], r"Ada did not let pass everything that stops it\. .*few: 4 words(?!.*loss)"),
        (["other"], r"Ada did not let pass everything.*loss: .*few: "),
        (["loss", "few", "Do not publish"], r"Ada decided not to publish\. .*loss: 4 words"),
    ],
)
def test_anything_else_fails_for_good(gated: Gated, chosen: list[str], said: str) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    published(gated, 9)
    gated.words(4)
    with pytest.raises(AirflowFailException, match=said):
        gated.task().execute_complete(context(), answer(*chosen))


def test_without_an_answer_it_fails_and_says_how_to_be_asked_again(gated: Gated) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    gated.words(4)
    event = {"error": "The timeout has passed", "error_type": "timeout"}
    with pytest.raises(
        AirflowFailException, match=r"nobody answered within 1 day, .*clear this task.*few: 4 words"
    ):
        gated.task(response_timeout=timedelta(days=1)).execute_complete(context(), event)


def test_a_version_published_meanwhile_is_what_counts(gated: Gated) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    gated.words(4)
    assert gated.task().execute_complete(context(), answer("few"))["let_pass"] == ["few"]
    published(gated, 9)
    with pytest.raises(AirflowFailException, match="loss: 4 words, 9"):
        gated.task().execute_complete(context(), answer("few"))


def test_only_versions_of_its_own_variant_count(gated: Gated) -> None:
    published(gated, 9)
    gated.scratch.prepare("other", **{"run.variant": "other"})
    gated.words(6, "other")
    assert gated.task().execute(context("other")) == {"let_pass": []}


def test_the_question_of_an_earlier_try_is_not_asked_again(gated: Gated, supervisor: Supervisor) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    gated.words(4)
    ask(gated)
    ask(gated)  # the same one is
    gated.words(3)
    with pytest.raises(AirflowFailException, match=r"the question of an earlier try.*few: 3 words"):
        gated.task().execute(context())


def test_a_dry_run_has_nothing_to_ask(gated: Gated, supervisor: Supervisor) -> None:
    from airflow.sdk.exceptions import AirflowSkipException  # noqa: PLC0415

    gated.scratch.prepare("dry", **{"run.dry": True})
    with pytest.raises(AirflowSkipException, match="a dry run publishes nothing"):
        gated.task().execute(context("dry"))


def test_a_run_that_was_never_prepared_says_so(gated: Gated) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    with pytest.raises(AirflowFailException, match="clear its `prepare` task"):
        gated.task().execute(context("nobody"))
