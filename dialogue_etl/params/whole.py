"""The class of params.yaml, made of what is shared and the sections of all sources; files of it are read."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field, ValidationError, create_model

from dialogue_etl.core.parameters import describe
from dialogue_etl.core.parameters.describe import Parameter
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.parameters.values import ParamsError, plain, read_values
from dialogue_etl.params import consistency
from dialogue_etl.sources import SOURCES

_HEAD = "# Every size/quality parameter; `dialogue-etl params` explains each: default, range, unit, source.\n"
_readers_last = sorted(SOURCES.values(), key=lambda source: bool(source.reads))
_own: dict[str, Any] = {
    name: (kind, Field(default_factory=kind))
    for source in _readers_last
    for name, kind in source.parameters.items()
}
if TYPE_CHECKING:
    from dialogue_etl.params.typed import WholeParams as WholeParams  # noqa: PLC0414 - exported
else:
    WholeParams = create_model("WholeParams", __base__=Params, **_own)
    """The whole of params.yaml: `Params` with the sections of every source; `typed.pyi` is made of it."""


def parameters(source: str | None = None) -> Iterator[Parameter]:
    """Every parameter, or those that the dataset of a source depends on, in the order of params.yaml."""
    return describe.parameters(WholeParams, SOURCES[source].sections if source else None)


def typed() -> str:
    """The text of `typed.pyi`, in which type checkers find the sections of every source."""
    kinds = {name: kind for name, (kind, _) in sorted(_own.items())}
    modules: dict[str, set[str]] = {Params.__module__: {Params.__name__}}
    for kind in kinds.values():
        modules.setdefault(kind.__module__, set()).add(kind.__name__)
    imports = [f"from {name} import {', '.join(sorted(names))}" for name, names in sorted(modules.items())]
    fields = [
        f"    {name}: {kind.__name__} = Field(default_factory={kind.__name__})"
        for name, kind in kinds.items()
    ]
    return (
        "\n".join(["from pydantic import Field", "", *imports, "", "class WholeParams(Params):", *fields])
        + "\n"
    )


def defaults() -> str:
    """The text of a params.yaml in which every parameter has its default.

    YAML 1.1 and 1.2 read the same of it: `off` is quoted, 2.0e-05 has a point.
    """
    import yaml  # noqa: PLC0415 - stages write none

    values = WholeParams().model_dump()
    blocks = [
        yaml.safe_dump({name: values[name]}, sort_keys=False, allow_unicode=True)
        for name in describe.in_order(WholeParams)
    ]
    return "\n".join([f"{_HEAD}{blocks[0]}", *blocks[1:]])


def parse(values: object, origin: str = "params.yaml") -> WholeParams:
    """Check a nested mapping of values.

    Raises:
        ParamsError: naming each wrong key with its value and what is allowed.
    """
    if not isinstance(values, dict):
        raise ParamsError(f"{origin}: expected a mapping of sections, found {type(values).__name__}")
    try:
        params = WholeParams.model_validate(plain(values))
    except ValidationError as error:
        order = {name: place for place, name in enumerate(describe.in_order(WholeParams))}
        found = sorted(error.errors(), key=lambda one: order.get(str(next(iter(one["loc"]), "")), len(order)))
        raise ParamsError("\n".join(_sentence(origin, one) for one in found)) from None
    if wrong := consistency.problems(params):
        raise ParamsError("\n".join(f"{origin}: {sentence}" for sentence in wrong))
    return params


def load(path: Path) -> WholeParams:
    """Read and check a params.yaml; a missing file or key takes the defaults.

    Raises:
        ParamsError: the file is not YAML, or a value is not allowed.
    """
    return parse(read_values(path), str(path.name))


def _sentence(origin: str, error: Mapping[str, Any]) -> str:
    location = [str(part) for part in error["loc"]]
    key = ".".join(location) or "(whole file)"
    allowed = {one.key: _allowed(one) for one in parameters()}
    if error["type"] == "extra_forbidden":
        return (
            f"{origin}: {key}: unknown key (value {error['input']!r}); `dialogue-etl init --upgrade .` "
            f"takes out what only older versions know; known: {', '.join(_siblings(key))}"
        )
    name = next(
        (n for n in (key, ".".join(location[:2]), location[0] if location else "") if n in allowed), ""
    )
    hint = f"; allowed: {allowed[name]}" if name else ""
    return f"{origin}: {key}: {error['input']!r}: {error['msg']}{hint}"


def _allowed(parameter: Parameter) -> str:
    if parameter.type in {"true or false", "word"}:
        return parameter.range or parameter.unit
    if parameter.type == "list":
        return f"list of {parameter.unit}" if parameter.range == "list" else parameter.range
    return f"{parameter.range} {parameter.unit}, {parameter.type}"


def _siblings(key: str) -> list[str]:
    section = key.rpartition(".")[0]
    inside = [k.key for k in parameters() if k.key.rpartition(".")[0] == section]
    return inside if section else sorted({k.key.partition(".")[0] for k in parameters()})
