"""A grown book: books we have, their passages in another order, and a share of their words new ones.

Passages, not single paragraphs, change place: who takes turns in a dialogue stays together, so the stages
find as many dialogues as in the books it is made of. The new words keep caches and vocabularies from
warming up as they would on copies. They are drawn by their ranks from a Zipf-Mandelbrot distribution without
end: most come again, and there are ever more of them, as in a library (Heaps' law; `benchmarks.vocabulary`).
"""

import hashlib
import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

RECIPE = 3
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
_LONGEST_NEW_WORD = 14
_ALPHABET_CHARACTERS = 20_000
_EXPONENT, _FLAT = 1.54, 1_340.0
"""Shares of the ranks r of new words fall as (r + _FLAT) ** -_EXPONENT: there are more of them by the power
0.65 of all words, as within 78 English books. With the words of the sources, of which there are no more after
their last one, it is 0.4 at 100 MB and 0.6 at 5 GB."""


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
    letters = "".join(filter(str.isalpha, sources[0][:_ALPHABET_CHARACTERS].lower()))
    return _with_new_words("\n\n".join(pieces), letters, random.Random(key))  # noqa: S311 - no secret


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


def words(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return _WORD.findall(text.lower())


def _digest(text: str, key: str = "") -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16, key=key.encode()).digest()


def _with_new_words(text: str, letters: str, draw: random.Random) -> str:
    words = round(len(text.split()) * NEW_WORDS)
    places = sorted(draw.choices(range(len(text)), k=words))
    pieces: list[str] = []
    at = 0
    for place in places:
        # The next word, not the one hit: long words must not be replaced more often than short ones.
        found = _WORD.search(text, max(place, at))
        if found is None:
            break
        pieces += (text[at : found.start()], _in_case_of(found[0], _invent(_rank(draw.random()), letters)))
        at = found.end()
    return "".join((*pieces, text[at:]))


def _rank(share: float) -> int:
    """The rank of a new word, from a share between 0 and 1 of all uses of new words that rank higher."""
    return int(_FLAT * ((1 - share) ** (1 / (1 - _EXPONENT)) - 1))


@lru_cache(maxsize=100_000)
def _invent(rank: int, letters: str) -> str:
    """The new word of a rank, of letters as frequent as in a text."""
    length, *drawn = np.frombuffer(_digest(str(rank)) + _digest(f"{rank}+"), np.uint16).tolist()
    length = _SHORTEST_NEW_WORD + length % (1 + _LONGEST_NEW_WORD - _SHORTEST_NEW_WORD)
    return "".join(letters[one % len(letters)] for one in drawn[:length])


def _in_case_of(word: str, new: str) -> str:
    if len(word) > 1 and word.isupper():
        return new.upper()
    return new.capitalize() if word[0].isupper() else new
