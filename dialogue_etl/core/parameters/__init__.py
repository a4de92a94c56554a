"""Building blocks of parameters: fields with a default, a range, a unit and a source, in sections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

PAPER = "Csáky & Recski 2021, section 3"
OURS = "Dialogue ETL"


def unique(values: list[Any]) -> list[Any]:
    """The list itself.

    Raises:
        ValueError: it contains a value twice.
    """
    if len(set(values)) != len(values):
        raise ValueError("holds a value twice")
    return values


Phrases = Annotated[list[Annotated[str, Field(min_length=1)]], AfterValidator(unique)]
"""Texts, none of them empty and none twice."""
CORPUS_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
CorpusName = Annotated[str, Field(pattern=CORPUS_NAME, max_length=80)]


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
        default: value, or a function that returns it.
        unit: of the value.
        source: of the default.
        description: by default the docstring below the field.
        form: what is allowed, in words, if the limits do not say it.
        limits: of the value: keyword arguments of pydantic's Field.
    """
    extra: dict[str, JsonValue] = {"unit": unit, "source": source}
    if form:
        extra["form"] = form
    if callable(default):
        return Field(default_factory=default, description=description, json_schema_extra=extra, **limits)
    return Field(default=default, description=description, json_schema_extra=extra, **limits)


class Declared(NamedTuple):
    """A parameter that is declared beside the code that uses it, not in its section."""

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
    """Declare a parameter as `parameter` does; `annotation` is its type, by default that of the default."""
    field = parameter(default, unit, source=source, description=description, **limits)
    return Declared(annotation or type(default), field)


class Section(BaseModel):
    """A group of parameters, without unknown keys. The docstring below a field is its description."""

    # Deferred: a section is built as part of what holds it, which makes stages start faster.
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True, allow_inf_nan=False)


class DeclaredSection(Section):
    """A section whose parameters are declared beside the code that uses them.

        class Rules(DeclaredSection, declared=fields(RULES)): ...

    They come before the fields of the class itself.
    """

    def __init_subclass__(cls, *, declared: Mapping[str, Declared], **kwargs: Any) -> None:
        # pydantic makes fields of annotations after this.
        cls.__annotations__ = {key: one.annotation for key, one in declared.items()} | cls.__annotations__
        for key, one in declared.items():
            setattr(cls, key, one.field)
        super().__init_subclass__(**kwargs)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
