"""The base class of entries in a configuration, and the location of errors in it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, Union

from pydantic import Field, SerializerFunctionWrapHandler, WithJsonSchema, model_serializer, model_validator
from pydantic_core import PydanticCustomError

from dialogue_etl.core.parameters import Section

Side = Literal["trigger", "answer"]
Target = Literal["trigger", "answer", "both"]
UNKNOWN = "unknown key; known: {}"
SIDES: tuple[Side, ...] = ("trigger", "answer")
_TYPED = {"type": "array", "items": {"type": "object"}}


def wrong(message: str, *at: str | int, **context: Any) -> PydanticCustomError:
    """An error for a validator to raise; `at` is the path below the value that is validated."""
    return PydanticCustomError("configuration", message, {"at": at, **context})


class Component(Section):
    """An entry of a configuration; its `type` determines which other keys it may have."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        if isinstance(given, dict):
            for key in given:
                if key not in cls.model_fields:
                    raise wrong(UNKNOWN.format("{known}"), key, known=", ".join(cls.model_fields))
        return given

    @model_serializer(mode="wrap")
    def _as_given(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Only the keys that were given, so that params.yaml, dvc.lock and keys of the store agree."""
        return {key: value for key, value in dump(self).items() if key in self.model_fields_set}


def sides(target: Target) -> tuple[Side, ...]:
    """The columns of a target."""
    return SIDES if target == "both" else (target,)


def listed(models: Iterable[type[Component]]) -> Any:
    """The type of a list of components of these models, which differ by `type`.

    In the form and the documentation it is a list of objects; components have a page of their own.
    """
    one: Any = Annotated[Union[tuple(models)], Field(discriminator="type")]  # noqa: UP007 - of a tuple
    return Annotated[list[one], WithJsonSchema(_TYPED)]


def place(error: Mapping[str, Any], values: Any) -> list[str | int]:
    """The path of a pydantic error in a configuration: keys and indices, without the types of components.

    Args:
        error: one of `ValidationError.errors()`.
        values: the configuration.
    """
    found: list[str | int] = []
    at: Sequence[str | int] = (*error["loc"], *error.get("ctx", {}).get("at", ()))
    for index, part in enumerate(at):
        if isinstance(values, dict) and part == values.get("type") and isinstance(at[index - 1], int):
            continue  # the type of a component, which pydantic adds after its index
        if isinstance(values, dict):
            values = values.get(part)
        elif isinstance(values, list) and isinstance(part, int):
            values = values[part]
        else:
            break  # below a value pydantic lists the members of a union
        found.append(part)
    return found
