"""Reads airflow.toml of a workspace: schedules of its DAGs, and notifications of runs that fail."""

import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

from dvc_airflow.alerts import Alert
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

FILE = "airflow.toml"
_Version = Annotated[str, StringConstraints(pattern=r"^\w+/[a-z0-9][a-z0-9_-]*$")]


class _Alert(BaseModel):
    model_config = ConfigDict(extra="forbid")

    notifier: str
    arguments: dict[str, Any] = {}
    late_after_hours: float | None = Field(None, gt=0)


class _Publish(BaseModel):
    model_config = ConfigDict(extra="forbid")

    patience_minutes: float = Field(60, ge=0, le=7 * 24 * 60)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    refresh: dict[str, str] = {}
    wake: dict[str, tuple[_Version, ...]] = {}
    alert: _Alert | None = None
    publish: _Publish = _Publish()


def schedules(root: Path, dag: str) -> dict[str, Any]:
    """The settings of a DAG in airflow.toml, as arguments of `Project`; empty without the file.

    Raises:
        ValueError: the file is not valid; the message names file, key and value.
    """
    path = root / FILE
    if not path.exists():
        return {}
    try:
        said = _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    found: dict[str, Any] = {"wakes": said.wake.get(dag, ())}
    found["patience"] = timedelta(minutes=said.publish.patience_minutes)
    if dag in said.refresh:
        found["refresh"] = said.refresh[dag]
    if said.alert:
        hours = said.alert.late_after_hours
        late = timedelta(hours=hours) if hours else None
        found["alert"] = Alert(said.alert.notifier, said.alert.arguments, late)
    return found
