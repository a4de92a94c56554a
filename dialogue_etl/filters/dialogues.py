"""Filters over utterances and dialogues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.filters import Drop

if TYPE_CHECKING:
    from dialogue_etl.params import Extract, Postfilter


def max_words(words: int, params: Extract) -> Drop | None:
    """An utterance too long to be conversation (paper, section 3)."""
    if params.max_words and words > params.max_words:
        return Drop("max_words", words, params.max_words)
    return None


def min_turns(turns: int, params: Extract) -> Drop | None:
    """A dialogue of too few turns: a single one is no dialogue (gutenberg-dialog, extract)."""
    if turns < params.min_turns:
        return Drop("min_turns", turns, params.min_turns)
    return None


def rare_share(share: float, params: Postfilter) -> Drop | None:
    """A dialogue of many words that are rare in its language's dialogues (paper, section 3)."""
    if share > params.max_rare_share:
        return Drop("max_rare_share", share, params.max_rare_share)
    return None
