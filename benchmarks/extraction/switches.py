"""The rules of extraction, from its parameters, and the variants that measure the effect of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, get_args

from dialogue_etl.params import parameters
from dialogue_etl.sources.books.extraction.parameters import BoundariesChoice, Extract, UncertainChoice

if TYPE_CHECKING:
    from collections.abc import Iterable

ALL_ON = "all on"
ALL_OFF = "every rule off"
DEFAULTS = "with the defaults"
REFERENCE = "`profile: reference`"
THRESHOLDS = ("min_delimiters", "max_words", "longest_turn", "min_turns")
"""Parameters that limit which parts of a text are kept, whatever is found."""
_BOUNDARIES = get_args(BoundariesChoice)
_LONG_TURNS = ("cut", "part")
_SURE = (0.5, 0.6, 0.8, 0.9)
"""Values of `join_chance`."""
_MOST_SPEAKERS = (2, 3, 4, 6)
"""Values of `max_speakers`."""
_CERTAIN = (0.6, 0.7, 0.8, 0.9)
"""Values of `min_certainty`."""


class Rule(NamedTuple):
    """A rule as its parameter describes it.

    Attributes:
        name: of the parameter.
        description: of the parameter.
        source: of the rule.
    """

    name: str
    description: str
    source: str


def switches() -> list[str]:
    """Names of the boolean parameters of `extract`, in order."""
    return [name for name, field in Extract.model_fields.items() if field.annotation is bool]


def rules() -> list[Rule]:
    """All switches, and `boundaries`."""
    described = {one.key: one for one in parameters()}
    return [
        Rule(name, described[f"extract.{name}"].description, described[f"extract.{name}"].source)
        for name in (*switches(), "boundaries")
    ]


def all_on(base: Extract) -> Extract:
    """The parameters with every switch on."""
    return base.model_copy(update=dict.fromkeys(switches(), True))


def without_each(base: Extract) -> dict[str, Extract]:
    """The parameters with one switch off, by the name of the switch."""
    return {name: base.model_copy(update={name: False}) for name in switches()}


def variants() -> dict[str, Extract]:
    """The variants to score, by the name of their row: all rules on, each one off, other values, defaults."""
    plain = all_on(Extract()).model_copy(update=dict.fromkeys(THRESHOLDS, 0))
    off = dict.fromkeys(switches(), False)
    return {
        ALL_ON: plain,
        **{f"`{name}: false`": params for name, params in without_each(plain).items()},
        **_boundaries(plain, (choice for choice in _BOUNDARIES if choice != plain.boundaries)),
        **{f"`join_chance: {sure}`": plain.model_copy(update={"join_chance": sure}) for sure in _SURE},
        **{
            f"`max_speakers: {most}`": plain.model_copy(update={"max_speakers": most})
            for most in _MOST_SPEAKERS
        },
        **{
            f"`min_certainty: {least}`, `uncertain: {way}`": plain.model_copy(
                update={"min_certainty": least, "uncertain": way}
            )
            for way in get_args(UncertainChoice)
            for least in _CERTAIN
        },
        ALL_OFF: plain.model_copy(update={**off, "boundaries": "off"}),
        DEFAULTS: Extract(),
        **{
            f"{DEFAULTS}, `long_turns: {choice}`": Extract.model_validate({"long_turns": choice})
            for choice in _LONG_TURNS
        },
        REFERENCE: Extract(profile="reference"),
    }


def _boundaries(base: Extract, choices: Iterable[str]) -> dict[str, Extract]:
    return {f"`boundaries: {choice}`": base.model_copy(update={"boundaries": choice}) for choice in choices}
