"""Addresses and numbers that lead to people, masked in what was read of a subtitle file."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from dialogue_etl.sources.subtitles.subtitle import Subtitle
from dialogue_etl.text.privacy import masking

_SHOWN = ("title", "rights", "subtitle_date", "cds")
"""Columns of the films table that hold words of people."""


def masked(found: Subtitle, choice: str) -> Counter[str]:
    """Mask the sentences of a file in place; returns how much was masked, by kind.

    Args:
        found: in the file.
        choice: the parameter `privacy`.
    """
    mask, totals = masking(choice), Counter[str]()
    for sentence in found.sentences:
        if sentence.speaker:
            sentence.speaker = mask(sentence.speaker)[0]
        text, counts = mask(sentence.text)
        if counts:
            sentence.text = text
            totals.update(counts)
    return totals


def shown(film: Mapping[str, Any], choice: str) -> dict[str, Any]:
    """A row of the films table with its words masked."""
    mask = masking(choice)
    return {name: mask(value)[0] if name in _SHOWN and value else value for name, value in film.items()}
