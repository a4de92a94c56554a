"""Descriptions of all parameters, for the Airflow form, `dialogue-etl params` and the dataset card."""

import ast
import inspect
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from pydantic import create_model

from dialogue_etl.core.parameters import Section
from dialogue_etl.core.parameters.model import Params


class Parameter(Section):
    """The description of one parameter."""

    key: str
    default: Any
    type: str
    range: str
    unit: str
    source: str
    description: str
    json_schema: dict[str, Any]


def parameters(model: type[Params], sections: Collection[str] | None = None) -> Iterator[Parameter]:
    """Every parameter of a class of files, or those of some sections, in the order of params.yaml."""
    names = (name for name in in_order(model) if sections is None or name in sections)
    return (one for name in names for one in _of(model, name))


def of_section(kind: type[Section]) -> dict[str, Parameter]:
    """The parameters of a section, by their names in it."""
    schema, texts, defaults = kind.model_json_schema()["properties"], _docstrings(kind), kind().model_dump()
    return {
        key: _describe(key, {"description": texts.get(key)} | schema[key], default)
        for key, default in defaults.items()
    }


def in_order(model: type[Params]) -> list[str]:
    """The keys at the top of params.yaml: of the texts that are read, of sources, of what is made of them."""
    shared, kinds = Params.kinds(), model.kinds()
    own = [name for name in model.model_fields if name in kinds and name not in shared]
    plain = [name for name in model.model_fields if name not in kinds]
    return [*plain, *own, *shared]


@cache
def _of(model: type[Params], name: str) -> tuple[Parameter, ...]:
    """The parameters of a section, or one without. Cached: the message for each wrong value needs all."""
    if kind := model.kinds().get(name):
        inside = of_section(kind).items()
        return tuple(one.model_copy(update={"key": f"{name}.{key}"}) for key, one in inside)
    field = model.model_fields[name]
    alone: dict[str, Any] = {name: (field.annotation, field)}
    schema = create_model(name, **alone).model_json_schema()["properties"][name]
    return (_describe(name, schema, field.get_default(call_default_factory=True)),)


def _docstrings(section: type[Section]) -> dict[str, str]:
    """Field → the docstring below it, in one line without a full stop.

    pydantic's `use_attribute_docstrings` would read the source code at every start of a stage.
    """
    found = {}
    for made_of in reversed(section.__mro__):
        if issubclass(made_of, Section):
            module = ast.parse(inspect.getsource(sys.modules[made_of.__module__]))
            # Sections made by `create_model` are not in the source code.
            classes = (node for node in module.body if isinstance(node, ast.ClassDef))
            bodies = [node.body for node in classes if node.name == made_of.__name__]
            for field, below in (pair for body in bodies for pair in pairwise(body)):
                if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
                    text = " ".join(ast.literal_eval(below.value).split())
                    found[ast.unparse(field.target)] = text.removesuffix(".")
    return found


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
