"""Words as 64-bit numbers: counted by the million without a Python object for each.

A word is a sequence of code points c0 c1 …; its number is the sum of (ci + 1) r^i modulo 2^64, mixed so that
every bit depends on every letter. Cumulative sums over a text give the numbers of all its words in a few
array operations. In a vocabulary of ten million words, two have the same number with a probability of about 3
in a million; their counts would then be added.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from dialogue_etl.text.points import Kinds, Mask, Offsets, Points, points_of

Numbers = npt.NDArray[np.uint64]

# Characters of arrays that fit into the cache of a processor. A longer word counts as several.
_BLOCK = 1 << 16
BASE = 0x9E3779B97F4A7C15
"""The r of the sum."""
_WORD, _CONNECTOR = 1, 2
_CONNECTORS = "'’‘-"
_PARTING = "\n"


def _powers(base: int) -> Numbers:
    factors = np.full(_BLOCK + 1, base, np.uint64)
    factors[0] = 1
    return np.cumprod(factors)


_POWERS = _powers(BASE)
_INVERSE_POWERS = _powers(pow(BASE, -1, 1 << 64))


_black = Kinds(lambda character: 0 if character.isspace() else _WORD)
_letters = Kinds(
    lambda character: _WORD if character.isalnum() else _CONNECTOR if character in _CONNECTORS else 0
)


def white_space_words(text: str) -> Numbers:
    """The white-space separated words of a text, with punctuation and case (as `str.split`)."""
    found = [numbered(points, _black(points) == _WORD)[1] for _, points in _points_of_blocks(text)]
    return np.concatenate(found) if found else np.zeros(0, np.uint64)


def count_words(text: str) -> int:
    """The number of `white_space_words`, in a tenth of the time; ignores rare kinds of white space."""
    points = points_of(f"{text} ")
    spaces = (points <= ord(" ")) | (points == ord("\xa0"))
    return int(np.count_nonzero(spaces[1:] > spaces[:-1]))


def vocabulary_words(texts: Sequence[str]) -> tuple[Numbers, Offsets]:
    """The lower-case words of texts without punctuation, and the number of words of each text.

    Words consist of letters and digits, and of apostrophes and hyphens between two of these.

    Args:
        texts: without line breaks.
    """
    lines = _PARTING.join(texts).lower()
    numbers: list[Numbers] = [np.zeros(0, np.uint64)]
    starts: list[Offsets] = [np.zeros(0, np.int64)]
    ends: list[Offsets] = []
    for offset, points in _points_of_blocks(lines):
        where, found = numbered(points, _in_vocabulary_word(points))
        numbers.append(found)
        starts.append(where + offset)
        ends.append(np.flatnonzero(points == ord(_PARTING)) + offset)
    before = np.searchsorted(np.concatenate(starts), np.concatenate([*ends, [len(lines)]]))
    return np.concatenate(numbers), np.diff(before, prepend=0)[: len(texts)]


def _in_vocabulary_word(points: Points) -> Mask:
    kinds = _letters(points)
    inside: Mask = kinds == _WORD
    between = inside[:-2] & inside[2:] & (kinds[1:-1] == _CONNECTOR)
    inside[1:-1] |= between
    return inside


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """A text in blocks that end between words, each with its offset."""
    start = 0
    while start < len(text):
        end = start + _BLOCK
        if end < len(text):
            cut = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
            end = end if cut < 0 else cut + 1
        yield start, text[start:end]
        start = end


def _points_of_blocks(text: str) -> Iterator[tuple[int, Points]]:
    for start, block in blocks(text):
        yield start, np.frombuffer(block.encode("utf-32-le", "surrogatepass"), np.uint32)


def numbered(points: Points, inside: Mask) -> tuple[Offsets, Numbers]:
    """The offsets of the words of a block, and their numbers."""
    bounded = np.zeros(len(points) + 2, np.bool_)
    bounded[1:-1] = inside
    edges = np.flatnonzero(bounded[1:] != bounded[:-1])
    starts, ends = edges[::2], edges[1::2]
    sums = np.zeros(len(points) + 1, np.uint64)
    np.cumsum((points + np.uint32(1)) * _POWERS[: len(points)], out=sums[1:])
    return starts, mixed((sums[ends] - sums[starts]) * _INVERSE_POWERS[starts])


def mixed(numbers: Numbers) -> Numbers:
    """Hash each number (the finalizer of SplitMix64)."""
    numbers ^= numbers >> np.uint64(30)
    numbers *= np.uint64(0xBF58476D1CE4E5B9)
    numbers ^= numbers >> np.uint64(27)
    numbers *= np.uint64(0x94D049BB133111EB)
    numbers ^= numbers >> np.uint64(31)
    return numbers


def among(numbers: Numbers, table: Numbers) -> tuple[Mask, Offsets]:
    """For each number whether it is in a sorted table, and its index there."""
    if not len(table):
        return np.zeros(len(numbers), np.bool_), np.zeros(len(numbers), np.int64)
    # Numbers are evenly distributed: their first bits give an approximate index, a few steps the exact one.
    shift = np.uint64(max(0, int(table[-1]).bit_length() - len(table).bit_length()))
    counts = np.bincount((table >> shift).astype(np.int64))
    sought = np.minimum(numbers, table[-1])
    places = (np.cumsum(counts) - counts)[(sought >> shift).astype(np.int64)]
    steps = [1 << power for power in reversed(range(int(counts.max()).bit_length()))]
    padded = np.concatenate([table, np.full(steps[0], table[-1])])
    for step in steps:
        places += step * (padded[places + (step - 1)] < sought)
    return table[places] == numbers, places
