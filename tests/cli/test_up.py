from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dialogue_etl.cli import workspace as commands
from dialogue_etl.workspace import airflow, settings

if TYPE_CHECKING:
    from tests.conftest import Said


class Dying(airflow.Server):
    """An Airflow whose scheduler was killed."""

    def dead_part(self) -> str | None:
        return "scheduler"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("dvc.yaml", "params.yaml"):
        (tmp_path / name).touch()
    monkeypatch.setattr(settings, "password", lambda _: "secret")
    return tmp_path


@pytest.fixture
def events(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is started and stopped, in order; every Airflow dies."""
    happened: list[str] = []

    def start(folder: Path, port: int, say: object, *, people: bool) -> airflow.Server:
        happened.append("start")
        return Dying(folder, port, ())

    def stop(folder: Path) -> int:
        happened.append("stop")
        return 1

    monkeypatch.setattr(airflow, "start", start)
    monkeypatch.setattr(airflow, "stop", stop)
    monkeypatch.setattr(airflow, "load", lambda folder: Dying(folder, 8080, ()))
    return happened


def test_up_starts_airflow_again_but_not_for_ever(
    command: Callable[..., Said], root: Path, events: list[str]
) -> None:
    said = command("up", root)
    assert said.code == 1
    assert events == ["start", "stop"] * (commands.RESTARTS + 1)
    assert said.out.count("Airflow's scheduler ended (see ") == commands.RESTARTS
    assert said.err.startswith("Airflow's scheduler ended; see ")


def test_up_does_not_start_what_down_has_ended(
    command: Callable[..., Said], root: Path, events: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(airflow, "load", lambda _: None)
    assert command("up", root).code == 0
    assert events == ["start", "stop"]
