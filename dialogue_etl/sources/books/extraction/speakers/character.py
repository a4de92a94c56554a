"""A character of a book, and the gender that pronouns give."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

_FEWEST_VOTES, _MAJORITY = 3, 1.5  # pronouns that decide a gender: at least three, and three to two


@dataclass
class Character:
    """A person: all names as they are written, and what is known about the gender.

    Attributes:
        is_nominal: whether the name is unknown and only a noun is there (the old man).
        forms: names and how often each is written.
        gender: `m`, `f`, `1` (the narrator), or empty: by title or noun, or else as enough pronouns say.
        first: first name of a full name, in lower case, or empty.
        last: surname, or empty.
        id: in the edition of a play, or empty.
    """

    is_nominal: bool = False
    forms: Counter[str] = field(default_factory=Counter)
    gender: str = ""
    first: str = ""
    last: str = ""
    id: str = ""


def gender_of(votes: Counter[str]) -> str:
    """`m` or `f`, if enough of the pronouns that refer to a name agree, else empty."""
    gender = "m" if votes["m"] >= votes["f"] else "f"
    most = votes[gender]
    return gender if most >= max(_FEWEST_VOTES, _MAJORITY * (votes.total() - most)) else ""
