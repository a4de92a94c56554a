"""Parameters of pairs of trigger and answer, which each source that makes pairs has in a section of its own.

Their entries, components with keys of their own (docs/pairs.md), are checked by `pairs.config`. That is
imported only if there are any: it takes a quarter of a stage's start.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator

from dialogue_etl.core.parameters import Section, parameter, unique
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.parameters.tags import Tags

B_SUBTLE = "Ventura & Coheur (B-Subtle), section 3"
Unit = Literal["turn", "sentence", "block"]
Scope = Literal["dialogue", "consecutive"]
Analytics = Literal["global", "metadata", "interaction"]
Entries = list[dict[str, Any]]


class Pairs(Section):
    """How pairs are filtered and annotated, step by step."""

    metadata_filters: Entries = parameter(list, "components", source=B_SUBTLE)
    """Filters of documents by their metadata: pairs are taken from those that pass every filter;
    docs/pairs.md has all kinds and their options.
    """
    producers: Entries = parameter(list, "components", source=B_SUBTLE)
    """What is added to the pairs: tokens, stems, lemmas, sentiment; docs/pairs.md."""
    transformers: Entries = parameter(list, "components", source=B_SUBTLE)
    """Changes to their texts, applied one after the other; docs/pairs.md."""
    interaction_filters: Entries = parameter(list, "components", source=B_SUBTLE)
    """Filters of pairs: those that pass every filter are kept; docs/pairs.md."""
    analytics: Annotated[list[Analytics], AfterValidator(unique)] = parameter(
        list, "choices", source=B_SUBTLE
    )
    """What is counted: for the whole run, for each metadata filter, for each filter of pairs."""
    outputs: Entries = parameter(list, "components", source=B_SUBTLE)
    """Formats in which the pairs are written, besides the table; docs/pairs.md."""


LISTS = ("metadata_filters", "producers", "transformers", "interaction_filters", "outputs")
"""Parameters that are lists of components."""


class SwitchedPairs(Pairs):
    """Pairs of those languages alone that the owner names."""

    languages: Tags = parameter(list, "tags")
    """Languages to make pairs of, among those that are built; none, the default, turns the stage off."""


def out_of_scope(turns: Unit, scope: Scope) -> str:
    """What is wrong if pairs are to be within dialogues, but units are not parts of dialogues; else empty."""
    wrong = turns != "turn" and scope == "dialogue"
    return f"with turns: {turns}, which stand in no dialogue, it must be consecutive" if wrong else ""


def sections(params: Params) -> set[str]:
    """The names of the sections of parameters about pairs."""
    return {name for name, kind in params.kinds().items() if issubclass(kind, Pairs)}
