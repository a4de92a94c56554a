"""A grown book: books we have, their passages in another order, and a share of the words never seen before.

Passages, not single paragraphs, change place: who takes turns in a dialogue stays together, so the stages
find as many dialogues as in the books it is made of. The new words keep caches and vocabularies from
warming up as they would on copies.
"""

from __future__ import annotations

import hashlib
import random
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RECIPE = 2
"""To be raised with every change to what grows from the same sources."""

NEW_WORDS = 0.05
"""Share of the words that are replaced."""

PASSAGE_CHARACTERS = 2_000
"""A passage ends with the first paragraph that ends after so many characters."""

SHORTEST_BOOK = 100_000
"""Characters; short sources are put together to a book of a common length."""

# From its beginning: not from within a run of letters, nor after an apostrophe or hyphen in a word.
_WORD = re.compile(r"(?<![^\W\d_])(?<![^\W\d_]['’-])[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Shorter inventions would soon meet each other, or real words.
_SHORTEST_NEW_WORD = 7
_ALPHABET_CHARACTERS = 20_000


def in_order(sources: Sequence[str]) -> list[str]:
    """Sources in the order they are used in: by their contents, whatever their files are called."""
    return sorted(sources, key=_digest)


def grow(number: int, sources: Sequence[str], seed: int) -> str:
    """The grown book of a number: the same for the same sources and seed, however many others there are.

    Args:
        number: of the book, from 0.
        sources: texts in the order of `in_order`; at least one has words.
        seed: of all books.
    """
    key = f"{seed}:{number}"
    taken = chosen(number, [len(text) for text in sources])
    pieces = [piece for index in taken for piece in passages(sources[index])]
    pieces.sort(key=lambda piece: _digest(piece, key))
    return _with_new_words("\n\n".join(pieces), random.Random(key))  # noqa: S311 - no secret


def passages(text: str) -> Iterator[str]:
    """Whole paragraphs, as many as make a passage, in the order of the text."""
    start = 0
    while start < len(text):
        end = text.find("\n\n", start + PASSAGE_CHARACTERS)
        end = len(text) if end < 0 else end
        if passage := text[start:end].strip("\n"):
            yield passage
        start = end


def chosen(number: int, lengths: Sequence[int]) -> list[int]:
    """Which sources the grown book of a number is made of: in turn, more than one where they are short.

    Args:
        number: of the book, from 0.
        lengths: of the sources, in characters; at least one is not 0.
    """
    taken: list[int] = []
    while sum(lengths[index] for index in taken) < SHORTEST_BOOK:
        taken.append((number + len(taken)) % len(lengths))
    return taken


def _digest(text: str, key: str = "") -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16, key=key.encode()).digest()


def _with_new_words(text: str, draw: random.Random) -> str:
    words = round(len(text.split()) * NEW_WORDS)
    places = sorted(draw.choices(range(len(text)), k=words))
    letters = [letter for letter in text[:_ALPHABET_CHARACTERS].lower() if letter.isalpha()]
    pieces: list[str] = []
    at = 0
    for place in places:
        # The next word, not the one hit: long words must not be replaced more often than short ones.
        found = _WORD.search(text, max(place, at))
        if found is None:
            break
        pieces += (text[at : found.start()], _invent(found[0], letters, draw))
        at = found.end()
    return "".join((*pieces, text[at:]))


def _invent(word: str, letters: list[str], draw: random.Random) -> str:
    """A word in the language's letters, as frequent as they are, in the case of the word it replaces."""
    new = "".join(draw.choices(letters, k=max(len(word), _SHORTEST_NEW_WORD)))
    if len(word) > 1 and word.isupper():
        return new.upper()
    return new.capitalize() if word[0].isupper() else new
