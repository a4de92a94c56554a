"""What a text is made of, for counting: characters where no blanks part words, words elsewhere."""

from __future__ import annotations

import re

LONGEST = 500
"""Characters of an utterance that classifiers look at: no answer is told from noise by what comes later."""
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_RUNS = re.compile(rf"([{_UNSPACED}]+)|[^\W{_UNSPACED}]+|[^\w\s]")


def units(text: str) -> set[str]:
    """Words and signs in lower case; of Chinese characters and kana each one and each two neighbours.

    Two characters are the commonest length of a Chinese word: pairs of them do without a dictionary (Nie et
    al. 2000, On the use of words and n-grams for Chinese information retrieval).
    """
    found: set[str] = set()
    for match in _RUNS.finditer(text[:LONGEST].casefold()):
        run = match.group()
        if match.group(1):
            found.update(run)
            found.update(run[place : place + 2] for place in range(len(run) - 1))
        else:
            found.add(run)
    return found
