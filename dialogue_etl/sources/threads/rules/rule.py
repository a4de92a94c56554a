"""What a rule is: a function over one utterance, or over a dialogue, that finds noise.

An utterance rule finds noise in a text and says what is left without it. What becomes of the dialogue is the
knob's matter: `cut` takes what is left, `split` parts the dialogue at the utterance, `drop` leaves the
dialogue out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Utterance(NamedTuple):
    """A turn as rules see it.

    Attributes:
        id: of the comment; with `.1`, `.2` … where one comment held several utterances.
        speaker: None where nobody says it.
        text: what it says now.
    """

    id: str
    speaker: str | None
    text: str


class Noise(NamedTuple):
    """What an utterance rule found.

    Attributes:
        evidence: the words that gave it away, as they stand in the text; at most 80 characters are kept.
        left: the text without the noise; None where nothing is left to keep.
        value: what was measured, if anything was.
        threshold: what it was held against.
    """

    evidence: str
    left: str | None = None
    value: float | None = None
    threshold: float | None = None


UtteranceRule = Callable[[str], Noise | None]
"""None: there is no such noise in the text. Made for a language and its knobs by the module of the rule."""


@dataclass(frozen=True)
class Part:
    """What a dialogue rule makes of a dialogue.

    Attributes:
        pieces: runs of utterances that stay, in order; empty if nothing stays.
        evidence: what gave it away.
        value: what was measured, if anything was.
        threshold: what it was held against.
    """

    pieces: Sequence[Sequence[Utterance]]
    evidence: str
    value: float | None = None
    threshold: float | None = None


DialogueRule = Callable[[Sequence[Utterance]], Part | None]
"""None: nothing to do. Utterances that no piece holds are counted as dropped."""
