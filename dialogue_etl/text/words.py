"""Words: counted as the paper does, and many looked for at once, in texts or by one regular expression."""

import re
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter


def count_words_of_utterance(text: str) -> int:
    """White-space separated words of a text whose white-space runs are one blank each."""
    return text.count(" ") + 1 if text else 0


def any_of(words: Iterable[str]) -> str:
    """An expression for any of the words: what they begin with in common is looked at once.

    An alternation of hundreds of words is tried word by word at each place; as a tree of their letters a
    place costs a handful of steps. No words match nothing.
    """
    found = sorted({word for word in words if word})
    return _tree(found, 0) if found else r"(?!)"


def _tree(words: list[str], depth: int) -> str:
    """The words, sorted and alike in their first `depth` letters, from there on."""
    if len(words) == 1:
        return re.escape(words[0][depth:])
    ends_here = len(words[0]) == depth
    branches = [
        re.escape(letter) + _tree(list(group), depth + 1)
        for letter, group in groupby(words[ends_here:], key=itemgetter(depth))
    ]
    return f"(?:{'|'.join(branches)}){'?' if ends_here else ''}"
