"""The rules of inserted tags spelled out for one stretch, place by place: what the quick way has to give."""

from __future__ import annotations

import re

from dialogue_etl.sources.books.extraction.narration import CLOSING, NOTE, TAG
from dialogue_etl.sources.books.extraction.narration.tags import BEFORE_TAG, end_of_tag

_NOTE = re.compile(r"\[[^\[\]]{1,400}\]")


def plain_candidates(text, dashes, stretch, patterns, *, guillemets):
    """Where narration may begin or end in a stretch, a place after the other, and what kind of place it is.

    Args:
        text: of the book.
        dashes: of it, as pairs.
        stretch: where it begins and ends.
        patterns: of the language.
        guillemets: whether those that close count.
    """
    start, end = stretch
    ends = dict(dashes)
    for place in range(start, end):
        if place in ends:
            yield place, ends[place]
        letters = text[place : place + 3].ljust(3, text[-1])
        before = place >= 2 and text[place - 2] in BEFORE_TAG and text[place - 1] in " \n"
        if before and letters in patterns.first_letters:
            yield place, TAG
        if text[place] == "[":
            yield place, NOTE
        if text[place] == "»" and guillemets:
            yield place, CLOSING


def plain_parts(text, said, inside, patterns, *, alternate):
    """What is speech in a stretch, without white space at its edges, and nothing without a letter."""
    parts = speech_parts(text, said, inside, patterns, alternate=alternate)
    if parts == [said]:
        return parts
    stripped = [(piece, first) for first, last in parts if (piece := text[first:last]).strip()]
    places = [
        (first + len(piece) - len(piece.lstrip()), first + len(piece.rstrip())) for piece, first in stripped
    ]
    return [place for place in places if place[0] == parts[0][0] or re.search(r"\w", text[slice(*place)])]


def speech_parts(text, said, inside, patterns, *, alternate):
    """What is speech in a stretch."""
    parts = []
    dashes = [turning for turning in inside if turning[1] > 0]
    start, end = said
    pause = False
    for place, kind in inside:
        if place < start or _is_quoted(text, start, place):
            continue
        tag = patterns.tag.match(text, place, end) if kind == TAG else None
        if tag:
            goes_on = end_of_tag(text, tag.end(), _next_dash(dashes, tag.end(), end), patterns)
        else:
            free = alternate and not pause
            goes_on = _goes_on(text, (place, kind, end), _next_dash(dashes, kind, end), patterns, free)
        pause = goes_on is None and kind > 0 and not pause
        if goes_on is not None:
            parts.append((start, place))
            start = goes_on
    return [*parts, (start, end)]


def _is_quoted(text, start, place):
    if text.count("«", start, place) > text.count("»", start, place):
        return True
    return place > start and text[place - 2 : place].rstrip()[-1:] in {"’", "'", "”", '"'}


def _goes_on(text, turning, dash, patterns, alternate):
    place, kind, end = turning
    if kind == NOTE:
        note = _NOTE.match(text, place, end)
        return note.end() if note else None
    if kind == CLOSING:
        mark = text.find("«", place, end)
        return end if mark < 0 else mark + 1
    if kind == TAG:
        return None
    until, behind = dash
    if patterns.after_dash.match(text, kind, end):
        return behind
    talk = patterns.talk.search(text, kind, until) and not patterns.narration.match(text, kind, until)
    return behind if alternate and not talk else None


def _next_dash(dashes, start, end):
    return next((dash for dash in dashes if dash[0] >= start), (end, end))
