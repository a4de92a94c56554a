"""Words as the paper counts them: what white space parts."""

from __future__ import annotations


def count_words(text: str) -> int:
    """White-space separated words."""
    return len(text.split())


def count_words_of_utterance(text: str) -> int:
    """The same, of a text whose white-space runs are one blank each: it need not be taken apart."""
    return text.count(" ") + 1 if text else 0
