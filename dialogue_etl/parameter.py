"""What parameters and their sections are made of: values with a default, a range, a unit and a source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

PAPER = "Csáky & Recski 2021, section 3"
OURS = "Dialogue ETL"


def unique(values: list[Any]) -> list[Any]:
    """The values of a list that holds none twice.

    Raises:
        ValueError: it does.
    """
    if len(set(values)) != len(values):
        raise ValueError("holds a value twice")
    return values


Phrases = Annotated[list[Annotated[str, Field(min_length=1)]], AfterValidator(unique)]
"""Texts, none of them empty and none twice."""


def parameter(
    default: object,
    unit: str = "switch",
    *,
    source: str = OURS,
    description: str | None = None,
    form: str = "",
    **limits: Any,
) -> Any:
    """A pydantic field that carries its unit and where its default comes from.

    Args:
        default: value, or what makes it.
        unit: of the value.
        source: of the default.
        description: for people; if not given, the docstring below the field.
        form: what is allowed, in words, where the limits do not say it.
        limits: of the value, as pydantic has them.
    """
    extra: dict[str, JsonValue] = {"unit": unit, "source": source}
    if form:
        extra["form"] = form
    if callable(default):
        return Field(default_factory=default, description=description, json_schema_extra=extra, **limits)
    return Field(default=default, description=description, json_schema_extra=extra, **limits)


class Declared(NamedTuple):
    """A parameter that is declared beside the code that reads it, outside of its section."""

    annotation: Any
    field: Any


def declare(
    default: object,
    description: str,
    *,
    unit: str,
    source: str = OURS,
    annotation: Any = None,
    **limits: Any,
) -> Declared:
    """Declare a parameter: as `parameter`, with the type where that of the default does not say all."""
    field = parameter(default, unit, source=source, description=description, **limits)
    return Declared(annotation or type(default), field)


class Section(BaseModel):
    """A group of parameters: frozen, strict, closed. The docstring below a field describes it."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class DeclaredSection(Section):
    """A section whose parameters are declared beside the code that reads them.

        class Rules(DeclaredSection, declared=fields(RULES)): ...

    They stand before those of the class itself.
    """

    def __init_subclass__(cls, *, declared: Mapping[str, Declared], **kwargs: Any) -> None:
        # pydantic makes fields of annotations after this.
        cls.__annotations__ = {key: one.annotation for key, one in declared.items()} | cls.__annotations__
        for key, one in declared.items():
            setattr(cls, key, one.field)
        super().__init_subclass__(**kwargs)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
