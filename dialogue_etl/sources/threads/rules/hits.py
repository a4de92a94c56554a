"""What a rule found in a dialogue, and what was done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.sources.threads.rules.rule import Noise, Part, Utterance

EMPTY = "empty"
"""Stands for a rule where an utterance came in with nothing but blanks."""
UNSETTLED = "unsettled"
"""Stands for a rule where a text was still changing after many passes: no one writes so by chance."""

_EVIDENCE = 80


class Hit(NamedTuple):
    """A rule found something.

    Attributes:
        rule: its name; or `empty`, `unsettled`.
        action: what was done: `cut`, `split` or `drop`; of a cut that left nothing, what `on_bad` says.
        utterance: id of the utterance; empty if it was found in the dialogue.
        evidence: the words that gave it away, 80 characters at most.
        value: what was measured, if anything was.
        threshold: what it was held against.
        before: the text, or those of the dialogue, a line each.
        after: what is left of it; None if nothing is. A blank line between pieces of a dialogue.
    """

    rule: str
    action: str
    utterance: str = ""
    evidence: str = ""
    value: float | None = None
    threshold: float | None = None
    before: str = ""
    after: str | None = None


class Step(NamedTuple):
    """A dialogue before and after a rule, for people to read.

    Attributes:
        hit: what was found.
        before: the dialogue, or the piece of one.
        after: its pieces; none if it went.
    """

    hit: Hit
    before: Sequence[Utterance]
    after: Sequence[Sequence[Utterance]]


def of_utterance(rule: str, action: str, text: str, noise: Noise, left: str | None) -> Hit:
    """The hit of an utterance rule; the utterance is not named yet, for others may say the same."""
    evidence = noise.evidence[:_EVIDENCE]
    return Hit(rule, action, "", evidence, noise.value, noise.threshold, text, left)


def of_dialogue(rule: str, action: str, dialogue: Sequence[Utterance], part: Part) -> Hit:
    """The hit of a dialogue rule."""
    after = "\n\n".join(map(_lines, part.pieces)) if any(part.pieces) else None
    done = action if after is not None else "drop"
    evidence = part.evidence[:_EVIDENCE]
    return Hit(rule, done, "", evidence, part.value, part.threshold, _lines(dialogue), after)


def _lines(dialogue: Sequence[Utterance]) -> str:
    return "\n".join(turn.text for turn in dialogue)
