"""What a rule found, and the rules that are on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialogue_etl.filters import Verdict

EMPTY = "empty"
"""Reason for an utterance that contained only white space."""
UNSETTLED = "unsettled"
"""Reason for a text that still changed after `PASSES` passes."""
PASSES = 10
"""Maximum number of passes over a text; real texts need two or three."""
EVIDENCE = 80
"""Maximum number of characters of a detail."""


class Hit(NamedTuple):
    """A rule found something.

    Attributes:
        rule: its name; or `empty`, `unsettled`.
        verdict: its verdict; `detail` has at most 80 characters.
        utterance: id of the utterance; empty for a rule for dialogues.
        before: the text; for a dialogue a line per turn.
        after: the remaining text, or None; pieces of a dialogue are separated by blank lines.
        turns: number of turns of the dialogue; 0 for a rule for utterances.
    """

    rule: str
    verdict: Verdict
    utterance: str = ""
    before: str = ""
    after: str | None = None
    turns: int = 0

    @property
    def action(self) -> str:
        """The action: `cut`, `split` or `drop`; for a cut that left nothing the value of `on_bad`."""
        return type(self.verdict).__name__.lower()


class Active(NamedTuple):
    """An active rule: its name, its action on noise, and its function."""

    name: str
    action: str
    judge: Callable[[Any], Verdict | None]
