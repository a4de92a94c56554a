"""What a rule of `rules` may do with the noise it finds, and knobs that say so."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from dialogue_etl.params.section import knob, unique

LCCC = "Wang et al. 2020 (LCCC), section 3"
CLEAN_DIALOG = "clean-dialog"

Cutting = Literal["off", "cut", "split", "drop"]
"""Of noise that something is left without: it is cut out, or the dialogue is parted there, or left out."""

Judging = Literal["off", "split", "drop"]
"""Of utterances that are noise as a whole: the dialogue is parted there, or left out."""

Replacing = Literal["off", "cut"]
"""Of what is put right, or gets a placeholder."""

Phrases = Annotated[list[Annotated[str, Field(min_length=1)]], AfterValidator(unique)]


def action(default: str, description: str, *, source: str) -> Any:
    """The knob of a rule: what happens to the noise it finds.

    Args:
        default: one of the actions the rule has.
        description: which noise.
        source: of the rule: number in the paper, flag of clean-dialog.
    """
    return knob(default, description, unit="action", source=source)


def rule(number: int) -> str:
    """Where a numbered rule of the paper stands."""
    return f"{LCCC}, rule {number}"


def flag(name: str) -> str:
    """Where a rule of the authors' later code stands."""
    return f"{CLEAN_DIALOG}, {name}"


def blacklist(number: int) -> str:
    """Where a numbered blacklist of the paper stands."""
    return f"{LCCC}, blacklist {number}"
