"""Rules of extraction for documents, utterances and dialogues."""

from __future__ import annotations

from dialogue_etl.filters import Drop


def min_delimiters(density: float, least: float) -> Drop | None:
    """A book with few speech marks, which are then likely to be something else (paper, section 3)."""
    return Drop("min_delimiters", density, least) if density < least else None


def max_words(words: int, most: int) -> Drop | None:
    """An utterance too long to be conversation (paper, section 3); 0 turns it off."""
    return Drop("max_words", words, most) if most and words > most else None


def min_certainty(certainty: float, least: float) -> Drop | None:
    """A dialogue in which it is uncertain between some turns whether the speaker changes; 0 turns it off."""
    return Drop("min_certainty", certainty, least) if certainty < least else None


def min_turns(turns: int, least: int) -> Drop | None:
    """A dialogue with too few turns (gutenberg-dialog, extract)."""
    return Drop("min_turns", turns, least) if turns < least else None
