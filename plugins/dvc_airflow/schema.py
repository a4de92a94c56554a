"""What may stand in a dvc.yaml, so that a typing error is named before it becomes a wrong graph.

Source: `dvc/schema.py` and `annotations.py` of DVC 3.67, of which this says the part on dvc.yaml.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class SchemaError(ValueError):
    """Something in dvc.yaml is not what DVC expects there; the message says where and what."""


@dataclass(frozen=True)
class OneOf:
    """Any of several forms."""

    forms: tuple[Any, ...]


@dataclass(frozen=True)
class Fields:
    """A mapping with these keys only."""

    known: dict[str, Any]
    required: tuple[str, ...] = ()


# A type stands for itself, [x] for a list of x, {str: x} for a mapping of any names to x.
_VARS = [OneOf((str, dict))]
_ANNOTATIONS = {"desc": str, "type": str, "labels": [str], "meta": object}
_OUT_OPTIONS = {
    **_ANNOTATIONS,
    "cache": bool,
    "persist": bool,
    "checkpoint": bool,
    "remote": str,
    "push": bool,
}
_OUTS = [OneOf((str, {str: Fields(_OUT_OPTIONS)}))]
_PLOT_TEXTS = dict.fromkeys(("template", "x_label", "y_label", "title"), str)
_PLOT_OPTIONS = Fields(_OUT_OPTIONS | _PLOT_TEXTS | {"x": str, "y": str, "header": bool})
_STAGE = Fields(
    {
        "cmd": OneOf((str, list)),
        "matrix": {str: OneOf((str, list))},
        "wdir": str,
        "deps": [str],
        "params": [OneOf((str, dict))],
        "vars": _VARS,
        "frozen": bool,
        "meta": object,
        "desc": str,
        "always_changed": bool,
        "outs": _OUTS,
        "metrics": _OUTS,
        "plots": [OneOf((str, {str: _PLOT_OPTIONS}))],
    },
    required=("cmd",),
)
_FOREACH = Fields({"foreach": OneOf((dict, list, str)), "do": _STAGE}, required=("foreach", "do"))
_TOP_PLOT = Fields(
    _PLOT_TEXTS | {"x": OneOf((str, {str: str})), "y": OneOf((str, [str], {str: OneOf((str, [str]))}))}
)
_FILE = Fields(
    {
        "stages": {str: object},
        "vars": _VARS,
        "params": [str],
        "metrics": [str],
        "plots": [OneOf((str, {str: OneOf((_TOP_PLOT, type(None)))}))],
        "artifacts": {str: Fields({"path": str, **_ANNOTATIONS}, required=("path",))},
        "datasets": list,
    }
)


def check_document(document: Any) -> None:
    """Refuse a dvc.yaml with other sections than DVC knows; its stages are left to `check_stage`.

    Raises:
        SchemaError: the message begins with the place.
    """
    _check(document, _FILE, "")


def check_stage(definition: Any) -> None:
    """Refuse one entry of `stages` that DVC would refuse.

    Raises:
        SchemaError: the message begins with the key.
    """
    loops = isinstance(definition, dict) and {"foreach", "do"} & definition.keys()
    _check(definition, _FOREACH if loops else _STAGE, "")


def _check(value: Any, form: Any, where: str) -> None:
    if isinstance(form, OneOf):
        _check_one_of(value, form, where)
    elif isinstance(form, (Fields, dict)):
        _expect(value, dict, where)
        _check_mapping(value, form, where)
    elif isinstance(form, list):
        _expect(value, list, where)
        for number, inner in enumerate(value):
            _check(inner, form[0], f"{where}[{number}]")
    else:
        _expect(value, form, where)


def _check_mapping(value: dict[Any, Any], form: Fields | dict[type, Any], where: str) -> None:
    for key in form.required if isinstance(form, Fields) else ():
        if key not in value:
            raise SchemaError(f"{_place(where)}{key} is missing")
    for key, inner in value.items():
        if isinstance(form, Fields) and key not in form.known:
            raise SchemaError(f"{_place(where)}{key} is no key that DVC knows here")
        _expect(key, str, f"{_place(where)}the key {key}")
        _check(inner, form.known[key] if isinstance(form, Fields) else form[str], _below(where, key))


def _check_one_of(value: Any, form: OneOf, where: str) -> None:
    kinds = {_kind(one): one for one in form.forms}
    for kind, one in kinds.items():
        if isinstance(value, kind):
            _check(value, one, where)
            return
    names = " or ".join(_NAMES[kind] for kind in kinds)
    raise SchemaError(f"{_place(where)}expected {names}, found {_found(value)}")


def _kind(form: Any) -> type:
    """The type on the outside, which the forms of one OneOf differ in."""
    if isinstance(form, type):
        return form
    return dict if isinstance(form, Fields) else type(form)


def _expect(value: Any, kind: type, where: str) -> None:
    if not isinstance(value, kind):
        raise SchemaError(f"{_place(where)}expected {_NAMES[kind]}, found {_found(value)}")


_NAMES: dict[type, str] = {
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "a mapping",
    type(None): "nothing",
}


def _found(value: Any) -> str:
    return _NAMES.get(type(value), repr(value))


def _place(where: str) -> str:
    return f"{where}: " if where else ""


def _below(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
