"""Words: counted by white space as the paper does, or taken apart for vocabularies."""

from __future__ import annotations

import re
from collections import Counter

_WORD = re.compile(r"[^\W_]+(?:['’‘-][^\W_]+)*")


def count_words(text: str) -> int:
    """White-space separated words."""
    return len(text.split())


def word_counts(text: str) -> Counter[str]:
    """White-space separated words with punctuation and case, as the paper's pre-filter counts them."""
    return Counter(text.split())


def vocabulary_words(text: str) -> list[str]:
    """Lower-case words without punctuation; apostrophes and hyphens inside a word belong to it."""
    return _WORD.findall(text.lower())
