"""What knobs and their groups are made of."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue

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


def knob(default: object, description: str, *, unit: str, source: str, form: str = "", **limits: Any) -> Any:
    """A pydantic field that carries its unit and where its default comes from.

    Args:
        default: value, or what makes it.
        description: for people.
        unit: of the value.
        source: of the default.
        form: what is allowed, in words, where the limits do not say it.
        limits: of the value, as pydantic has them.
    """
    extra: dict[str, JsonValue] = {"unit": unit, "source": source}
    if form:
        extra["form"] = form
    if callable(default):
        return Field(default_factory=default, description=description, json_schema_extra=extra, **limits)
    return Field(default=default, description=description, json_schema_extra=extra, **limits)


class Section(BaseModel):
    """A group of knobs: frozen, strict, closed."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")
