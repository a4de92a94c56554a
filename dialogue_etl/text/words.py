"""Counting words as the paper does, and regular expressions for many words."""

import re
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from re import Pattern


def count_words_of_utterance(text: str) -> int:
    """Number of words of a text in which each run of white space is one blank."""
    return text.count(" ") + 1 if text else 0


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of the words, as a prefix tree; without words it matches nothing.

    A plain alternation of hundreds of words is tried word by word at each offset, a tree in a few steps.
    """
    found = sorted({word for word in words if word})
    return _tree(found, 0) if found else r"(?!)"


def _tree(words: list[str], depth: int) -> str:
    """The expression for sorted words with the same first `depth` letters, without these letters."""
    if len(words) == 1:
        return re.escape(words[0][depth:])
    ends_here = len(words[0]) == depth
    branches = [
        re.escape(letter) + _tree(list(group), depth + 1)
        for letter, group in groupby(words[ends_here:], key=itemgetter(depth))
    ]
    return f"(?:{'|'.join(branches)}){'?' if ends_here else ''}"


def words_at(words: Iterable[str]) -> Pattern[str]:
    """A pattern for words, its group 1, as texts write them: in lower case, capitalised or in capitals.

    With IGNORECASE it would also match `ſhe`, and be slower: a pattern that begins with a set of letters is
    searched fast, and the lookbehind then checks the word.
    """
    forms = {form for word in words for form in (word, word.capitalize(), word.upper())}
    if not forms:
        return re.compile(r"(?!)")
    initials = "".join(sorted({re.escape(form[0]) for form in forms}))
    return re.compile(rf"[{initials}](?<=(?=\b({any_of(forms)})\b).)")
