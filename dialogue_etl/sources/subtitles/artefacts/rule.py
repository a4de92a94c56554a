"""What the artefact rules have in common: their actions, and what they know about the film."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from dialogue_etl.core.parameters import OURS, Declared, declare
from dialogue_etl.filters import Cut, Split

Action = Literal["off", "cut", "drop"]
SentenceRule = Callable[[str], Cut | Split | None]
"""Returns None to keep a sentence as it is, a `Cut` to keep part of it, a `Split` to drop it."""


class Known(NamedTuple):
    """What a rule knows about the film besides the sentence.

    Attributes:
        names: case-folded names of the speakers, learnt from the sentences (`names.learn`).
        capitals: whether the whole film is in capitals, as old captions are; then capitals mean nothing.
        boxed: case-folded names that stand in brackets before speech.
        listed: whether nearly every utterance has a name before it; then one that occurs once is one too.
    """

    names: frozenset[str] = frozenset()
    capitals: bool = False
    boxed: frozenset[str] = frozenset()
    listed: bool = False


def clearing(description: str, *, default: Action = "cut", source: str = OURS) -> Declared:
    """Declare the parameter that sets a rule's action: cut the artefact, drop the sentence, or do nothing."""
    return declare(default, description, unit="action", source=source, annotation=Action)


def has_words(text: str) -> bool:
    """Whether a text has a letter or a digit of any script."""
    return any(map(str.isalnum, text))


def in_capitals(text: str) -> bool:
    """Whether at least half of a text's letters are capitals, and none is lower-case.

    So a Persian sentence with two Latin capitals is not: Persian has no case.
    """
    return text.isupper() and 2 * sum(map(str.isupper, text)) >= sum(map(str.isalpha, text))
