"""What knobs and their groups are made of."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue


def knob(default: object, description: str, *, unit: str, source: str, **limits: Any) -> Any:
    """A pydantic field that carries its unit and where its default comes from."""
    extra: dict[str, JsonValue] = {"unit": unit, "source": source}
    if callable(default):
        return Field(default_factory=default, description=description, json_schema_extra=extra, **limits)
    return Field(default=default, description=description, json_schema_extra=extra, **limits)


class Section(BaseModel):
    """A group of knobs: frozen, strict, closed."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")
