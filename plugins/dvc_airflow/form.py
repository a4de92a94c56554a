"""The trigger form: every value of params.yaml as a field with its range, and presets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from airflow.sdk import Param, get_parsing_context

from dvc_airflow.changes import NO_PRESET, PRESET, SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PRESET_SECTION = "Preset"


@dataclass(frozen=True)
class FormField:
    """One value of params.yaml as people see it."""

    key: str
    """Dotted name in params.yaml."""
    value: Any
    """The workspace's value, shown unless the user changes it."""
    description: str
    section: str
    schema: Mapping[str, Any] = field(default_factory=dict)
    """JSON schema: type, minimum, maximum, enum, items."""


def form(fields: Iterable[FormField], presets: Mapping[str, Any]) -> dict[str, Param]:
    """Airflow's `params` of a DAG.

    Hidden among them go the values the form is drawn with (see `changes.requested`). Airflow checks a run's
    form twice: when it is sent, against the DAG as drawn, where the values must be those; and again before
    each task, against the DAG file of that moment, where params.yaml may have been edited meanwhile: there
    anything will do.
    """
    fields = list(fields)
    params = {PRESET: _preset(presets)}
    params |= {f.key: _param(f) for f in fields}
    shown = {f.key: f.value for f in fields}
    executing = get_parsing_context().task_id is not None
    # Constants are not shown; without a section Airflow would draw an empty one for it.
    params[SHOWN] = Param(None) if executing else Param(shown, const=shown, section=PRESET_SECTION)
    return params


def _preset(presets: Mapping[str, Any]) -> Param:
    return Param(
        NO_PRESET,
        type="string",
        enum=[NO_PRESET, *presets],
        title="preset",
        description="A named set of values, put under what you change below.",
        section=PRESET_SECTION,
    )


def _param(one: FormField) -> Param:
    schema = {k: v for k, v in one.schema.items() if k != "description"}
    if choices := schema.get("items", {}).get("enum"):
        schema["examples"] = choices  # makes a pick list; the schema's own enum still checks
    if schema.get("type") == "string" and "enum" not in schema:
        schema["type"] = ["string", "null"]  # the page sends null for a text that was emptied
    return Param(one.value, description=one.description, title=one.key, section=one.section, **schema)
