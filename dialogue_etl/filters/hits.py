"""What a rule found, and the rules that are on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialogue_etl.filters import Verdict

EMPTY = "empty"
"""Stands for a rule where an utterance came in with nothing but blanks."""
UNSETTLED = "unsettled"
"""Stands for a rule where a text was still changing after many passes: no one writes so by chance."""
PASSES = 10
"""A text in which so many passes all found something is made to be so: real ones settle in two or three."""
EVIDENCE = 80
"""Characters of the words that gave noise away."""


class Hit(NamedTuple):
    """A rule found something.

    Attributes:
        rule: its name; or `empty`, `unsettled`.
        verdict: what was done about it; `detail` has the words that gave it away, 80 characters at most.
        utterance: id of the utterance; empty if it was found in the dialogue.
        before: the text, or those of the dialogue, a line each.
        after: what remains of it; None if nothing is. A blank line between pieces of a dialogue.
        turns: of the dialogue; 0 if it was found in an utterance.
    """

    rule: str
    verdict: Verdict
    utterance: str = ""
    before: str = ""
    after: str | None = None
    turns: int = 0

    @property
    def action(self) -> str:
        """What was done: `cut`, `split` or `drop`; of a cut that left nothing, what `on_bad` says."""
        return type(self.verdict).__name__.lower()


class Active(NamedTuple):
    """A rule that is on: its name, what becomes of the noise it finds, and the function that finds it."""

    name: str
    action: str
    judge: Callable[[Any], Verdict | None]
