"""Configurations of pairs: lists of components, and their validation before any data is read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import BaseModel, Field, ValidationError, model_validator

from dialogue_etl.core.parameters import Section
from dialogue_etl.pairs.component import UNKNOWN, Side, Target, listed, place, sides, wrong
from dialogue_etl.pairs.filters import INTERACTION, METADATA, Filter
from dialogue_etl.pairs.outputs import OUTPUTS, Output
from dialogue_etl.pairs.producers import PRODUCERS, Producer
from dialogue_etl.pairs.transformers import TRANSFORMERS, Transformer

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    MetadataFilters = list[Filter]
    InteractionFilters = list[Filter]
    Producers = list[Producer]
    Transformers = list[Transformer]
    Outputs = list[Output]
else:
    MetadataFilters, InteractionFilters = listed(METADATA.values()), listed(INTERACTION.values())
    Producers, Transformers = listed(PRODUCERS.values()), listed(TRANSFORMERS.values())
    Outputs = listed(OUTPUTS)


class Components(Section):
    """The lists of a configuration; see params/pairs.py."""

    metadata_filters: MetadataFilters = Field(default_factory=list)
    producers: Producers = Field(default_factory=list)
    transformers: Transformers = Field(default_factory=list)
    interaction_filters: InteractionFilters = Field(default_factory=list)
    analytics: list[Literal["global", "metadata", "interaction"]] = Field(default_factory=list)
    outputs: Outputs = Field(default_factory=list)

    @model_validator(mode="after")
    def _made(self) -> Components:
        """Reject components whose producer is missing, and two producers of the same column."""
        made: set[tuple[str, Side]] = set()
        for index, producer in enumerate(self.producers):
            for side in sides(producer.target):
                if (producer.type, side) in made:
                    raise wrong("has another for the {side}", "producers", index, side=side)
                made.add((producer.type, side))
        for name, index, component, target in self._users():
            needs = component.kind.needs
            for side in sides(target):
                if needs and (needs, side) not in made:
                    message = "needs the producer {needs} for the {side}, and `producers` does not have it"
                    raise wrong(message, name, index, needs=needs, side=side)
        return self

    def _users(self) -> Iterator[tuple[str, int, Any, Target]]:
        for index, transformer in enumerate(self.transformers):
            yield "transformers", index, transformer, transformer.target
        for index, one in enumerate(self.interaction_filters):
            yield "interaction_filters", index, one, one.side or "both"


LISTS = tuple(Components.model_fields)
"""The keys of a configuration that are lists of components."""
DECIDING = ("metadata_filters", "producers", "transformers", "interaction_filters")
"""Those that affect the tables."""


def entries(lists: Mapping[str, Sequence[Any]]) -> list[str]:
    """The keys of all entries, such as `producers.0`."""
    return [f"{name}.{index}" for name, listed in lists.items() for index in range(len(listed))]


class Problem(NamedTuple):
    """An error in a configuration, and its path."""

    at: tuple[str | int, ...]
    value: Any
    message: str


def checked(given: Mapping[str, Any]) -> tuple[Components | None, list[Problem]]:
    """The typed lists of a configuration, or None and all errors."""
    values = {name: given[name] for name in LISTS if name in given}
    try:
        return Components.model_validate(values), []
    except ValidationError as error:
        return None, [found(one, values, Components) for one in error.errors()]


def found(error: Mapping[str, Any], values: Any, model: type[BaseModel]) -> Problem:
    """A pydantic error as a `Problem`.

    Args:
        error: one of `ValidationError.errors()`.
        values: that were validated.
        model: that validated them.
    """
    at = place(error, values)
    value = values
    for part in at:
        value = value.get(part) if isinstance(value, dict) else value[int(part)]
    message = error["msg"].removeprefix("Value error, ")
    if error["type"] == "extra_forbidden":
        of = model if len(at) == 1 else model.model_fields[str(at[0])].annotation
        message = UNKNOWN.format(", ".join(getattr(of, "model_fields", ())))
    return Problem(tuple(at), value, message)


def problems(
    config: Components, languages: Iterable[str], known: Collection[str], units: str
) -> Iterator[Problem]:
    """What a source or its languages do not support.

    Args:
        config: a valid configuration.
        languages: of the texts, as BCP-47 tags.
        known: columns of documents that the source has.
        units: what its documents are called, in the plural.
    """
    for index, one in enumerate(config.metadata_filters):
        if missing := [name for name in one.kind.fields if name not in known]:
            listed = ", ".join(known) or "nothing"
            message = f"of {units} no {' and '.join(missing)} is known, but {listed}"
            yield Problem(("metadata_filters", index), one.type, message)
    for index, producer in enumerate(config.producers):
        for language in languages:
            try:
                producer.speaks(language)
            except ValueError as error:
                yield Problem(("producers", index), producer.type, str(error))


def all_problems(
    given: Mapping[str, Any], languages: Iterable[str], known: Collection[str], units: str
) -> list[Problem]:
    """All errors of a configuration; see `problems`."""
    components, wrong_ones = checked(given)
    return wrong_ones if components is None else list(problems(components, languages, known, units))


def labels(filters: Sequence[Filter]) -> list[str]:
    """Names of filters in drops and analytics: `year`, `regex.trigger`, a second one `regex.trigger#2`."""
    names: Counter[str] = Counter()
    found = []
    for one in filters:
        name = f"{one.type}.{one.side}" if one.side else one.type
        names[name] += 1
        found.append(name if names[name] == 1 else f"{name}#{names[name]}")
    return found
