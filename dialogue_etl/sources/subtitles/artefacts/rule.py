"""What the rules of artefacts are made of: their actions, and what they know of the film."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from dialogue_etl.filters import Cut, Split
from dialogue_etl.parameter import OURS, Declared, declare

Action = Literal["off", "cut", "drop"]
SentenceRule = Callable[[str], Cut | Split | None]
"""Keeps a sentence (None), or what is left of it, or nothing of it (`Split`)."""


class Known(NamedTuple):
    """What a rule knows of the film besides the sentence.

    Attributes:
        names: of those who speak in it, case-folded, as its sentences show (`names.learn`).
        capitals: whether it is written in capitals, as old captions are: then they tell nothing.
    """

    names: frozenset[str] = frozenset()
    capitals: bool = False


def clearing(description: str, *, default: Action = "cut", source: str = OURS) -> Declared:
    """The parameter of a rule's name: cut the noise out, or leave the sentence out, or do nothing."""
    return declare(default, description, unit="action", source=source, annotation=Action)


def has_words(text: str) -> bool:
    """Whether a text has a letter or a digit of any script."""
    return any(map(str.isalnum, text))


def in_capitals(text: str) -> bool:
    """Whether a text is in capitals, as far as its script has them: two letters in Persian are not enough."""
    return text.isupper() and 2 * sum(map(str.isupper, text)) >= sum(map(str.isalpha, text))
