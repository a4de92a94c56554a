"""The trigger form: options of the run, and a field for every value of params.yaml, with its range."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from airflow.sdk import Param, get_parsing_context

from dvc_airflow import request

if TYPE_CHECKING:
    from dvc_airflow.graph import Graph

SECTION = "Run"
_VARIANT = (
    "Name of the dataset variant: the result is its next version, tagged with name and number. "
    f"Allowed: {request.VARIANT_RULE}."
)
_BASE = (
    "What to begin from: a tag, such as that of an earlier version, a branch or a commit. Empty: the "
    "workspace as it stands, with its uncommitted values. "
    f"Allowed: {request.BASE_RULE}."
)
_PRESET = "A named set of values, put under what you change below: those that the DAG has tasks for."
_LIMITS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_FORCE = "Stages to run though nothing changed for them, without the cache."


@dataclass(frozen=True)
class FormField:
    """One value of params.yaml in the form."""

    key: str
    """Dotted name in params.yaml."""
    value: Any
    """The workspace's value, which the form shows."""
    description: str
    section: str
    schema: Mapping[str, Any] = field(default_factory=dict)
    """JSON schema: type, minimum, maximum, enum, items."""


def form(
    fields: Iterable[FormField],
    presets: Iterable[str],
    graph: Graph,
    variant: str = request.DEFAULT_VARIANT,
    drawn: Collection[str] = (),
) -> dict[str, Param]:
    """Airflow's `params` of a DAG; `variant` is the default name of the variant.

    Lists that `drawn` names have a task for each item (see `graph.drawn_by`): only the present items are
    offered, since a run cannot add tasks.

    A hidden field holds the values that the form is shown with (see `request.read_request`). Airflow
    validates a run's form twice: when it is sent, against the DAG as shown, where the field must hold those
    values; and before each task, against the current DAG file, where any value is allowed, since params.yaml
    may have been edited in the meantime.
    """
    fields = list(fields)
    executing = get_parsing_context().task_id is not None
    if not executing:
        fields = [
            _of_tasks(one) if one.key in drawn and isinstance(one.value, list) else one for one in fields
        ]
    params = _options(presets, graph, variant) | {one.key: _param(one) for one in fields}
    shown = {one.key: one.value for one in fields}
    # Airflow does not show constants; without a section it would show an empty one.
    params[request.SHOWN] = Param(None) if executing else Param(shown, const=shown, section=SECTION)
    return params


def _options(presets: Iterable[str], graph: Graph, variant: str) -> dict[str, Param]:
    """The options of the run."""
    bases = list(dict.fromkeys(stage.base for stage in graph.values()))
    text, maybe = {"type": "string"}, {"type": ["string", "null"]}
    named, known = {"pattern": request.VARIANT_PATTERN}, {"enum": [request.NO_PRESET, *presets]}
    options: dict[str, tuple[Any, dict[str, Any], str]] = {
        request.VARIANT: (variant, text | named, _VARIANT),
        request.BASE: ("", maybe, _BASE),
        request.PRESET: (request.NO_PRESET, text | known, _PRESET),
        request.FORCE: ([], _several(bases), _FORCE),
    }
    return section(SECTION, options)


def section(name: str | None, fields: Mapping[str, tuple[Any, Mapping[str, Any], str]]) -> dict[str, Param]:
    """Fields under a heading; by key: value, JSON schema and description."""
    heading = {"section": name} if name else {}
    return {
        key: Param(value, title=key, description=description, **heading, **schema)
        for key, (value, schema, description) in fields.items()
    }


def _several(choices: list[str]) -> dict[str, Any]:
    # Airflow's page makes a pick list of `examples`, which must not be empty.
    known = {"items": {"type": "string", "enum": choices}, "examples": choices} if choices else {}
    return {"type": "array", **known}


def _of_tasks(one: FormField) -> FormField:
    """A field with a list that offers its present items only."""
    of = {**one.schema.get("items", {}), "enum": one.value}
    items: dict[str, Any] = {"items": of} if one.value else {"items": {}, "maxItems": 0}
    more = " Further ones need tasks of their own: add them to the workspace's params.yaml first."
    return replace(one, schema={**one.schema, **items}, description=f"{one.description}{more}")


def _param(one: FormField) -> Param:
    schema = {k: v for k, v in one.schema.items() if k != "description"}
    if choices := schema.get("items", {}).get("enum"):
        schema["examples"] = choices  # makes a pick list; the schema's enum is still checked
    # In `allOf`, where Airflow checks them too: its page would change -5 to the minimum, 0, without a word.
    if limits := {key: schema.pop(key) for key in _LIMITS if key in schema}:
        # NaN is not less than anything, so `minimum` lets it pass.
        schema["allOf"] = (
            [limits, {"not": {"exclusiveMaximum": limits["minimum"]}}] if "minimum" in limits else [limits]
        )
    if schema.get("type") == "string" and "enum" not in schema:
        schema["type"] = ["string", "null"]  # the page sends null for an empty string
    return Param(one.value, description=one.description, title=one.key, section=one.section, **schema)
