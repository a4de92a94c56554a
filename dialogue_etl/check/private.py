"""Whether anything shows through that was to be hidden: names of accounts, what placeholders stand for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.placeholders import PLACEHOLDER

if TYPE_CHECKING:
    from dialogue_etl.params.threads import Speakers

_NUMBER = re.compile(r"[1-9]\d{0,6}", re.ASCII)
"""A dialogue has no more speakers than turns; ids of accounts have more digits."""

_NAMED = {
    "numbers": "threads.speakers is numbers",
    "none": "threads.speakers is none",
}

# A piece of a placeholder: its head without its end, or its end without its head. Not of <QQ>: people compare
# with "QQ>". Nor after a letter: "iPHONE>" is no end of <PHONE>.
_PIECE = re.compile(
    r"<(?:EMAIL|PHONE|NAME\d)|<(?:EMAI?|PHON?|NAME?)$|(?<![A-Za-z])(?:EMAIL|PHONE|NAME\d{1,9})>"
)


def speaker_error(speaker: str | None, speakers: Speakers) -> str:
    """What is wrong with a speaker; empty if nothing is.

    The name itself is not told: what must not be published must not be in the metrics either.

    Args:
        speaker: of a turn.
        speakers: as `threads.speakers` has it.
    """
    if speakers == "names" or speaker is None:
        return ""
    if speakers == "numbers" and _NUMBER.fullmatch(speaker):
        return ""
    return f"the speaker is named, though {_NAMED[speakers]}"


def has_broken_placeholder(text: str) -> bool:
    """Whether a text holds a piece of a placeholder, as `<PHONE` or `NAME1>`."""
    if "<" not in text and ">" not in text:
        return False
    return bool(_PIECE.search(PLACEHOLDER.sub(" ", text)))
