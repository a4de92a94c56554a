"""Parameters as people see them: the form, `dialogue-etl params` and the dataset card are made of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from dialogue_etl.parameter import Section
from dialogue_etl.params.model import Params
from dialogue_etl.sources import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Parameter(Section):
    """One parameter as people see it: in the form, in `dialogue-etl params`, in the documentation."""

    key: str
    default: Any
    type: str
    range: str
    unit: str
    source: str
    description: str
    json_schema: dict[str, Any]


def parameters(source: str | None = None) -> Iterator[Parameter]:
    """Every parameter, or those of a source, in the order of params.yaml, with its JSON schema."""
    sections = SOURCES[source].sections if source else None
    return (one for one in _all() if sections is None or one.key.partition(".")[0] in sections)


@cache
def _all() -> tuple[Parameter, ...]:
    """Worked out once: a message for each wrong value looks at all of them."""
    schemas, defaults = Params.model_json_schema()["properties"], Params().model_dump()
    found = []
    for name, field in Params.model_fields.items():
        nested = field.annotation
        if isinstance(nested, type) and issubclass(nested, Section):
            schema = nested.model_json_schema()["properties"]
            found += [_describe(f"{name}.{key}", schema[key], defaults[name][key]) for key in defaults[name]]
        else:
            found.append(_describe(name, schemas[name], defaults[name]))
    return tuple(found)


def _describe(key: str, schema: dict[str, Any], default: Any) -> Parameter:
    plain = {k: v for k, v in schema.items() if k not in {"unit", "source", "form", "title", "default"}}
    return Parameter(
        key=key,
        default=default,
        type=_TYPES[schema["type"]],
        range=_range(schema),
        unit=schema["unit"],
        source=schema["source"],
        description=schema["description"],
        json_schema=plain,
    )


_TYPES = {
    "array": "list",
    "boolean": "true or false",
    "integer": "whole number",
    "number": "number",
    "string": "word",
}


def _range(schema: Mapping[str, Any]) -> str:
    if form := schema.get("form"):
        return str(form)
    items = schema.get("items", {})
    if choices := schema.get("enum") or items.get("enum"):
        text = " | ".join(map(str, choices))
        return f"list of {text}" if items else text
    if "minimum" in schema:
        return f"{schema['minimum']:,} to {schema['maximum']:,}"
    return {"boolean": "true | false", "array": "list"}.get(schema["type"], "")
