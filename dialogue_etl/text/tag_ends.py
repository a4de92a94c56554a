"""Where speech goes on after a tag that no dash began: behind a dash, a sentence or a comma."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dialogue_etl.text.tag_patterns import TagPatterns

# Either begins with a mark: a set of characters is found soonest.
_BOUNDARY = re.compile(
    r"[,;:.!?…](?:(?<=[,;:])\s++|(?<=[.!?…])(?<![.!?…].)[.!?…]*+[»”\"]?+\s++(?=\W{0,9}+[^\W\d_]))"
)
_SENTENCE_END = re.compile(r"[.!?…]")
_ABBREVIATION = re.compile(
    r"(?<!\w)(?:[A-ZÁ]|D[nrª]|[Ee]xc|Fr|Hr|M[Mr]|Mgr|Mlle|Mme|Mrs|[Ss]n?r|Sra|Srta|St|[UV]ds?)\Z"
)


def end_of_tag(text: str, start: int, dash: tuple[int, int], patterns: TagPatterns) -> int:
    """Where speech goes on after a tag that no dash began.

    At the next dash; before it, at a sentence that is not narration, or behind a comma at words that are
    neither the narrator's nor go with him.

    Args:
        text: of the book.
        start: where the tag's first words end.
        dash: where the next dash begins and ends, or twice the end of the stretch.
        patterns: of the language.
    """
    end, behind = dash
    goes_on = False
    found = _BOUNDARY.search(text, start, end)
    while found:
        at, place = found.span()
        mark = text[at]
        following = _BOUNDARY.search(text, place, end)
        if mark == "." and _ABBREVIATION.search(text[max(0, at - 5) : at]):
            found = following
            continue
        if place >= end:
            return behind
        if mark in ".!?…":
            stop = _SENTENCE_END.search(text, place, end)
            until = stop.end() if stop else end
        else:
            until = following.start() if following else end
        if patterns.talk.search(text, place, until):
            return place
        if mark != ",":
            goes_on = patterns.narration.match(text, place, end) is not None
        else:
            goes_on = goes_on or patterns.companion.match(text, place, end) is not None
        if not goes_on:
            return place
        found = following
    return behind
