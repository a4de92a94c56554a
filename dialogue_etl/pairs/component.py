"""An entry of a list in a configuration, and where in it something is wrong."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, Union

from pydantic import Field, SerializerFunctionWrapHandler, WithJsonSchema, model_serializer, model_validator
from pydantic_core import PydanticCustomError

from dialogue_etl.parameter import Section

Side = Literal["trigger", "answer"]
Target = Literal["trigger", "answer", "both"]
UNKNOWN = "unknown key; known: {}"
SIDES: tuple[Side, ...] = ("trigger", "answer")
_TYPED = {"type": "array", "items": {"type": "object"}}


def wrong(message: str, *at: str | int, **context: Any) -> PydanticCustomError:
    """What a check raises: `at` are keys and numbers below the place that is checked."""
    return PydanticCustomError("configuration", message, {"at": at, **context})


class Component(Section):
    """An entry: `type` says what it is, its other keys are given or left out."""

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
        """What was given alone: the same in params.yaml, in DVC's lock and in the key of a finished shard."""
        return {key: value for key, value in dump(self).items() if key in self.model_fields_set}


def sides(target: Target) -> tuple[Side, ...]:
    """The columns that a target stands for."""
    return SIDES if target == "both" else (target,)


def listed(models: Iterable[type[Component]]) -> Any:
    """The type of a list of components of these kinds, told apart by their `type`.

    In the form and the documentation it is a list of objects: the kinds have a page of their own.
    """
    one: Any = Annotated[Union[tuple(models)], Field(discriminator="type")]  # noqa: UP007 - of a tuple
    return Annotated[list[one], WithJsonSchema(_TYPED)]


def place(error: Mapping[str, Any], values: Any) -> list[str | int]:
    """Where in a nested configuration an error of pydantic is: its keys and numbers, without names of kinds.

    Args:
        error: one of `ValidationError.errors()`.
        values: the configuration.
    """
    found: list[str | int] = []
    at: Sequence[str | int] = (*error["loc"], *error.get("ctx", {}).get("at", ()))
    for index, part in enumerate(at):
        if isinstance(values, dict) and part == values.get("type") and isinstance(at[index - 1], int):
            continue  # the name of a kind, which pydantic puts behind the number of an entry
        if isinstance(values, dict):
            values = values.get(part)
        elif isinstance(values, list) and isinstance(part, int):
            values = values[part]
        else:
            break  # behind a value come the ways in which it could have been read
        found.append(part)
    return found
