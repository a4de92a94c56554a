"""The parameters of `rules`: which rules clean the dialogues, in which order, and what each does."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator

from dialogue_etl.filters import corpus, dialogue, utterance
from dialogue_etl.filters.rule import CLEAN_DIALOG, LCCC, parameters
from dialogue_etl.parameter import DeclaredSection, parameter

ALL = (*utterance.RULES, *dialogue.BEFORE, *dialogue.AFTER, *corpus.RULES)
"""Every rule, in the order of params.yaml."""


def _permutation(names: list[str]) -> list[str]:
    wrong = [name for name in names if name not in utterance.ORDER]
    missing = [name for name in utterance.ORDER if name not in names]
    if wrong or missing or len(names) != len(utterance.ORDER):
        twice = sorted({name for name in names if names.count(name) > 1})
        found = [("no such rule", wrong), ("missing", missing), ("twice", twice)]
        reasons = "; ".join(f"{what}: {', '.join(rules)}" for what, rules in found if rules)
        raise ValueError(f"holds not every rule of an utterance once ({reasons})")
    return names


class Rules(DeclaredSection, declared=parameters(ALL)):
    """Which rules clean the dialogues of threads.

    Each rule is a parameter of its own: `off`; `cut` takes the noise out; `split` parts the dialogue at the
    utterance, which is left out; `drop` leaves the dialogue out.
    """

    order: Annotated[list[str], AfterValidator(_permutation)] = parameter(
        lambda: list(utterance.ORDER),
        "rules",
        source="clean-dialog, README; broken characters first: Dialogue ETL",
    )
    """The order of the rules of an utterance: every one of them once. It matters where one rule's noise holds
    another's: an address in brackets.
    """
    on_bad: Literal["split", "drop"] = parameter("split", "choice", source=f"{CLEAN_DIALOG}; {LCCC}")
    """What becomes of the dialogue where cutting leaves nothing of an utterance: it is parted there, as in
    clean-dialog, or left out, as in the paper.
    """
