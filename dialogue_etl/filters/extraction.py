"""Rules of extraction for documents, utterances and dialogues."""

from __future__ import annotations

from dialogue_etl.filters import Drop


def min_delimiters(density: float, least: float) -> Drop | None:
    """A book with few speech marks, which are then likely to be something else (paper, section 3)."""
    return Drop("min_delimiters", density, least) if density < least else None


def min_certainty(certainty: float, least: float) -> Drop | None:
    """A dialogue of which fewer decisions are expected to be right; 0 turns it off."""
    return Drop("min_certainty", certainty, least) if certainty < least else None


def max_speakers(speakers: int, most: int) -> Drop | None:
    """A dialogue of more named people; 0 turns it off."""
    return Drop("max_speakers", speakers, most) if 0 < most < speakers else None


def min_turns(turns: int, least: int) -> Drop | None:
    """A dialogue with too few turns (gutenberg-dialog, extract)."""
    return Drop("min_turns", turns, least) if turns < least else None
