"""The gate's two halves, with Airflow's side of the conversation played."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from dvc_airflow.project import Project

from tests.plugins.published import make

pytestmark = pytest.mark.slow  # imports Airflow


def few_words(
    values: Mapping[str, Any], metrics: Mapping[str, Any], previous: Mapping[str, Any] | None
) -> dict[str, str]:
    """Fewer words than before, or than five."""
    now, before = (sum(m["words"] for m in each.values()) if each else 0 for each in (metrics, previous))
    stops = {"loss": f"{now} words, {before} *before*"} if now < before else {}
    return stops | ({"few": f"{now} words, count is {values['count']}"} if now < 5 else {})


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The questions that Airflow's supervisor was sent."""
    from airflow.sdk.execution_time import task_runner  # noqa: PLC0415

    sent: list[Any] = []

    class Supervisor:
        def send(self, msg: Any) -> None:
            sent.append(msg)

    monkeypatch.setattr(task_runner, "SUPERVISOR_COMMS", Supervisor(), raising=False)
    return sent


def prepared(project: Project, run_id: str, words: int, **more: Any) -> None:
    """A run whose stages are done and counted so many words."""
    from dvc_airflow.runs import RunState  # noqa: PLC0415

    worktree = project.worktree(run_id)
    worktree.mkdir(parents=True, exist_ok=True)
    (worktree / "dvc.yaml").write_text("stages: {words: {cmd: count, metrics: [words.json]}}")
    (worktree / "params.yaml").write_text("count: 3\n")
    (worktree / "words.json").write_text(f'{{"words": {words}}}')
    state = {"variant": "default", "base": "", "commit": "", "branch": None, **more}
    RunState(run_id=run_id, **state).save(project)


@dataclass
class Gated:
    """The gate of a project's runs."""

    project: Project

    def words(self, number: int, **more: Any) -> None:
        prepared(self.project, "run", number, **more)

    def published(self, words: int) -> None:
        """A version of the variant."""
        make(self.project.published, "default", 1, metrics={"words.json": {"words": words}})

    def _task(self, **more: Any) -> Any:
        from dvc_airflow.gates import GateOperator  # noqa: PLC0415

        return GateOperator(task_id="gate", project=self.project, **more)

    def execute(self, run_id: str = "run") -> Any:
        return self._task().execute(context(run_id))

    def answered(self, *chosen: str) -> Any:
        """The task with a person's answer."""
        user = {"id": "7", "name": "Ada"}
        event = {
            "chosen_options": [*chosen],
            "params_input": {},
            "responded_by_user": user,
            "timedout": False,
        }
        return self._task().execute_complete(context(), {**event, "responded_at": datetime.now(UTC)})

    def unanswered(self) -> Any:
        event = {"error": "The timeout has passed", "error_type": "timeout"}
        return self._task(response_timeout=timedelta(days=1)).execute_complete(context(), event)


def context(run_id: str = "run") -> Any:
    ti = SimpleNamespace(id=uuid4(), try_number=1)
    return {"dag_run": SimpleNamespace(run_id=run_id), "ti": ti, "task_instance": ti}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gated")


@pytest.fixture
def gated(root: Path) -> Gated:
    for name in (".worktrees", "published"):
        shutil.rmtree(root / name, ignore_errors=True)
    gate_names = ("loss", "few", "other")
    return Gated(Project(root=root, name="gated", gates=few_words, gate_names=gate_names))


def ask(gated: Gated) -> None:
    from airflow.sdk.exceptions import TaskAwaitingInput  # noqa: PLC0415

    with pytest.raises(TaskAwaitingInput) as waits:
        gated.execute()
    assert waits.value.timeout == timedelta(days=7)


def test_nobody_is_asked_when_nothing_stops_and_other_variants_are_no_matter(
    gated: Gated, asked: list[Any]
) -> None:
    gated.published(9)
    gated.words(6, variant="other")
    without = Gated(replace(gated.project, gates=lambda *_: {}, gate_names=()))
    assert gated.execute() == without.execute() == {"let_pass": []}
    assert asked == []


def test_what_stops_is_asked_with_its_reasons_and_who_lets_it_pass_is_said(
    gated: Gated, asked: list[Any]
) -> None:
    gated.published(9)
    gated.words(4)
    ask(gated)
    (question,) = asked
    assert question.options == ["loss", "few", "Do not publish"]
    assert question.multiple
    assert "- **loss**: 4 words, 9 \\*before\\*\n- **few**: 4 words, count is 3\n" in question.body
    assert gated.answered("few", "loss") == {"let_pass": ["loss", "few"], "by": "Ada"}


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (["loss"], r"Ada decided not to publish\. .*few: 4 words(?!.*loss)"),
        (["other"], r"Ada decided not to publish.*loss: .*few: "),
        (["loss", "few", "Do not publish"], r"Ada decided not to publish\. .*loss: 4 words"),
        (None, r"nobody answered within 1 day, .*clear this task.*few: 4 words"),
    ],
)
def test_anything_else_fails_for_good(gated: Gated, chosen: list[str] | None, said: str) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    gated.published(9)
    gated.words(4)
    with pytest.raises(AirflowFailException, match=said):
        gated.unanswered() if chosen is None else gated.answered(*chosen)


def test_a_version_published_meanwhile_is_what_counts(gated: Gated) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415

    gated.words(4)
    assert gated.answered("few")["let_pass"] == ["few"]
    gated.published(9)
    with pytest.raises(AirflowFailException, match="loss: 4 words, 9"):
        gated.answered("few")
