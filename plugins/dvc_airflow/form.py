"""The trigger form: options of the run, and a field for every value of params.yaml, with its range.

What has no section is open at the top, as Airflow shows it; the rest is in one closed section, `MORE`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from airflow.sdk import Param, get_parsing_context

from dvc_airflow import request

if TYPE_CHECKING:
    from dvc_airflow.graph import Graph

MORE = "More"
_VARIANT = (
    "Name of the dataset variant: the result is its next version, tagged with name and number. "
    f"Allowed: {request.VARIANT_RULE}."
)
_BASE = (
    "What to begin from: a tag, such as that of an earlier version, a branch or a commit. Empty: the "
    "workspace as it is, with its uncommitted values. "
    f"Allowed: {request.BASE_RULE}."
)
_PRESET = "A named set of values, used wherever you leave the value below as it is shown."
_LIMITS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_FORCE = "Stages to run though nothing changed for them, without the cache."


Fields = Mapping[str, tuple[str, Any, Mapping[str, Any], str]]
"""By key: title, value, JSON schema and description, in Markdown."""


@dataclass(frozen=True)
class FormField:
    """One value of params.yaml in the form."""

    key: str
    """Dotted name in params.yaml."""
    value: Any
    """The workspace's value, which the form shows."""
    description: str
    """Markdown."""
    title: str = ""
    """In words; by default the key."""
    first: bool = False
    """Whether it is open at the top; the others are in the section `MORE`."""
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
    fields = sorted(fields, key=lambda one: not one.first)
    executing = get_parsing_context().task_id is not None
    if not executing:
        fields = [
            _of_tasks(one) if one.key in drawn and isinstance(one.value, list) else one for one in fields
        ]
    params = _options(presets, variant) | {one.key: _param(one) for one in fields if one.first}
    params |= _rare_options(graph) | {one.key: _param(one) for one in fields if not one.first}
    shown = {one.key: one.value for one in fields}
    params[request.SHOWN] = Param(None) if executing else Param(shown, const=shown)  # Airflow hides constants
    return params


def _options(presets: Iterable[str], variant: str) -> dict[str, Param]:
    """The options that a run usually has."""
    text, named, known = (
        {"type": "string"},
        {"pattern": request.VARIANT_PATTERN},
        [request.NO_PRESET, *presets],
    )
    return section(
        None,
        {
            request.VARIANT: ("Variant", variant, text | named, _VARIANT),
            request.PRESET: ("Preset", request.NO_PRESET, text | {"enum": known}, _PRESET),
        },
    )


def _rare_options(graph: Graph) -> dict[str, Param]:
    """The options that a run rarely has."""
    bases = list(dict.fromkeys(stage.base for stage in graph.values()))
    return section(
        MORE,
        {
            request.BASE: ("Base", "", {"type": ["string", "null"]}, _BASE),
            request.FORCE: ("Force", [], _several(bases), _FORCE),
        },
    )


def section(name: str | None, fields: Fields) -> dict[str, Param]:
    """Fields under a heading, or open at the top."""
    heading = {"section": name} if name else {}
    return {
        key: Param(value, title=title, description_md=description, **heading, **schema)
        for key, (title, value, schema, description) in fields.items()
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
    of = {one.key: (one.title or one.key, one.value, schema, one.description)}
    return section(None if one.first else MORE, of)[one.key]
