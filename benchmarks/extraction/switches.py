"""The rules of extraction, found among its parameters, and the variants that show what each is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, get_args

from dialogue_etl.params import Extract
from dialogue_etl.params.describe import parameters
from dialogue_etl.params.extract import BoundariesChoice, UncertainChoice

if TYPE_CHECKING:
    from collections.abc import Iterable

ALL_ON = "all on"
ALL_OFF = "every rule off"
DEFAULTS = "with the defaults"
REFERENCE = "`profile: reference`"
THRESHOLDS = ("min_delimiters", "max_words", "min_turns")
"""Parameters that alone decide how much of a text may be found at all."""
_BOUNDARIES = get_args(BoundariesChoice)
_LONG_TURNS = ("cut", "keep")
_SURE = (0.5, 0.6, 0.7, 0.9)
"""Values of `join_chance`: the fewer turns of two people are joined, the more speakers answer themselves."""
_CERTAIN = (0.6, 0.7, 0.8, 0.9)
"""Values of `min_certainty`: the fewer dialogues are left, the fewer of them have a fault."""


class Rule(NamedTuple):
    """A rule and what its parameter says of it.

    Attributes:
        name: of the parameter.
        description: what it does.
        source: where it comes from.
    """

    name: str
    description: str
    source: str


def switches() -> list[str]:
    """Names of the parameters of `extract` that are on or off, in their order."""
    return [name for name, field in Extract.model_fields.items() if field.annotation is bool]


def rules() -> list[Rule]:
    """All switches and `boundaries`, as their parameters describe them."""
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
    """What is scored, by the name of its row: all on first, each rule off, other values, then the whole."""
    plain = all_on(Extract()).model_copy(update=dict.fromkeys(THRESHOLDS, 0))
    off = dict.fromkeys(switches(), False)
    return {
        ALL_ON: plain,
        **{f"`{name}: false`": params for name, params in without_each(plain).items()},
        **_boundaries(plain, (choice for choice in _BOUNDARIES if choice != plain.boundaries)),
        **{f"`join_chance: {sure}`": plain.model_copy(update={"join_chance": sure}) for sure in _SURE},
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
