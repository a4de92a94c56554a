"""The parameters of `rules`: which rules clean the dialogues of threads."""

from typing import Annotated, Literal

from pydantic import AfterValidator

from dialogue_etl.core.parameters import DeclaredSection, parameter
from dialogue_etl.filters import corpus, dialogue, rule, utterance
from dialogue_etl.filters.rule import CLEAN_DIALOG, parameters

ALL = (*utterance.RULES, *dialogue.BEFORE, *dialogue.AFTER, *corpus.RULES)
"""Every rule, in the order of params.yaml."""


def _order(entries: list[str]) -> list[str]:
    utterance.ordered(entries)
    return entries


class Rules(DeclaredSection, declared=parameters(ALL)):
    """Which rules clean the dialogues of threads.

    Each rule is a parameter: `off`; `cut` removes the noise; `split` drops the utterance and splits the
    dialogue there; `drop` drops the dialogue.
    """

    order: Annotated[list[str], AfterValidator(_order)] = parameter(
        list,
        "rules",
        source="clean-dialog, README; broken characters and markup first: Dialogue ETL",
        form="list of rules and of moves",
    )
    """Changes to the default order of the rules of utterances (docs/threads.md). The order matters if noise
    of one rule contains noise of another. `emoji before mentions` or `urls after polls` moves one rule. Rules
    that are only named are put in the order given, in the places that they have by default.
    """
    on_bad: Literal["split", "drop"] = parameter("split", "choice", source=f"{CLEAN_DIALOG}; {rule.LCCC}")
    """If nothing is left of an utterance after cutting: `split` the dialogue there, as in clean-dialog, or
    `drop` it, as in the paper.
    """
