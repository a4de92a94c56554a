"""The narrator's words inside a speech that no closing mark parts from them.

After a dash: «—No sé —dijo Juan—. Vamos.» After a comma or the mark that ends a sentence: «— Oui, dit-il, je
viens.» Narration begins at a dash or before a speech verb, and ends at the next dash, sentence or comma
(Ortografía de la lengua española 2010, 3.4.8; Lexique des règles typographiques en usage à l'Imprimerie
nationale, "Guillemets"; Svenska skrivregler, "Anföring"). Notes in square brackets are an editor's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans
from dialogue_etl.text.turnings import CLOSING, NOTE, TAG

if TYPE_CHECKING:
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Places
    from dialogue_etl.text.tag_patterns import TagPatterns
    from dialogue_etl.text.turnings import Turnings

    Part = tuple[int, int]

_NOTE = re.compile(r"\[[^\[\]]{1,400}\]")
# Either begins with a mark: a set of characters is found soonest.
_BOUNDARY = re.compile(
    r"[,;:.!?…](?:(?<=[,;:])\s++|(?<=[.!?…])(?<![.!?…].)[.!?…]*+[»”\"]?+\s++(?=\W{0,9}+[^\W\d_]))"
)
_SENTENCE_END = re.compile(r"[.!?…]")
_WORD = re.compile(r"\w")
_CALLS = frozenset("¡¿")
_INNER_CLOSING = frozenset("’'”\"")
_ABBREVIATION = re.compile(
    r"(?<!\w)(?:[A-ZÁ]|D[nrª]|[Ee]xc|Fr|Hr|M[Mr]|Mgr|Mlle|Mme|Mrs|[Ss]n?r|Sra|Srta|St|[UV]ds?)\Z"
)
_SAMPLE = 200
_USUAL = 0.3


def dashes_part_narration(book: BookText, said: Quotations, found: Turnings, patterns: TagPatterns) -> bool:
    """Whether a book sets narration off with dashes: whether speech verbs follow many of them.

    If not, a dash inside speech is a pause, as in French, unless a verb follows it.
    """
    dashes = found.kinds > 0
    places, ends = found.places[dashes], found.kinds[dashes]
    first = np.searchsorted(places, said.spans.starts)
    first = first[first < np.searchsorted(places, said.spans.ends)]
    if not len(first):
        return True
    chosen = ends[first[:: max(1, len(first) // _SAMPLE)]].tolist()
    return sum(patterns.after_dash.match(book.text, place) is not None for place in chosen) >= _USUAL * len(
        chosen
    )


def without_narration(
    book: BookText, said: Quotations, found: Turnings, patterns: TagPatterns | None, *, alternate: bool
) -> Quotations:
    """Stretches of speech, the narrator's words cut out of them.

    Args:
        book: its text.
        said: the stretches.
        found: where narration may begin or end.
        patterns: of the language; without, dashes part speech and narration in turn.
        alternate: whether a dash without a speech verb behind it also begins narration.
    """
    first = np.searchsorted(found.places, said.spans.starts)
    after = np.searchsorted(found.places, said.spans.ends)
    plain = first == after
    turnings = iter(_inside(found, first[~plain], after[~plain]))
    columns = (said.spans.starts, said.spans.ends, after - first, said.paragraphs)
    cut: list[Part] = []
    numbers: list[int] = []
    for start, end, count, number in zip(*(column[~plain].tolist() for column in columns), strict=True):
        inside = list(islice(turnings, count))
        if patterns:
            parts = speech_parts(book.text, (start, end), inside, patterns, alternate=alternate)
        else:
            parts = by_turns((start, end), inside)
        if len(parts) > 1 or parts[0] != (start, end):
            parts = _filled(book.text, parts)
        cut += parts
        numbers += [number] * len(parts)
    spans = Spans.of(cut)
    starts = np.concatenate([said.spans.starts[plain], spans.starts])
    order = np.argsort(starts, kind="stable")
    ends = np.concatenate([said.spans.ends[plain], spans.ends])[order]
    paragraphs = np.concatenate([said.paragraphs[plain], np.array(numbers, np.int64)])[order]
    return Quotations(Spans(starts[order], ends), paragraphs, said.left_open)


def _inside(found: Turnings, first: Places, after: Places) -> list[tuple[int, int]]:
    """The places from each first number up to the one after it, with their kinds, in a row."""
    counts = after - first
    # Most places are outside of speech: only those inside are made objects.
    numbers = np.arange(counts.sum()) + np.repeat(after - np.cumsum(counts), counts)
    return list(zip(found.places[numbers].tolist(), found.kinds[numbers].tolist(), strict=True))


def _filled(text: str, parts: list[Part]) -> list[Part]:
    """The stretches without white space at their edges, but for those without a letter behind narration."""
    filled = []
    for number, (first, last) in enumerate(parts):
        piece = text[first:last]
        # Of nothing but white space the beginning comes out behind the end.
        start, end = last - len(piece.lstrip()), first + len(piece.rstrip())
        if start < end and (not number or _WORD.search(text, start, end)):
            filled.append((start, end))
    return filled


def by_turns(said: Part, inside: list[tuple[int, int]]) -> list[Part]:
    """Speech, narration, speech and so on, dashes between (Csáky & Recski 2021; gutenberg-dialog, hu.py)."""
    dashes = [(place, kind) for place, kind in inside if kind > 0]
    starts = [said[0], *(after for _, after in dashes)]
    ends = [*(place for place, _ in dashes), said[1]]
    return list(zip(starts, ends, strict=True))[::2]


def speech_parts(
    text: str, said: Part, inside: list[tuple[int, int]], patterns: TagPatterns, *, alternate: bool
) -> list[Part]:
    """What is speech in a stretch, by the rules of the module.

    Args:
        text: of the book.
        said: the stretch.
        inside: places in it where narration may begin or end, with their kinds.
        patterns: of the language.
        alternate: whether a dash without a speech verb behind it also begins narration.
    """
    parts: list[Part] = []
    dashes = [turning for turning in inside if turning[1] > 0]
    start, end = said
    seen, depth, pause = start, 0, False
    for turning in inside:
        place, kind = turning
        if place < start:
            continue
        tag = patterns.tag.match(text, place, end) if kind == TAG else None
        # Most that begin like a tag are none, and say nothing but that a pause is over.
        if kind == TAG and not tag and not pause:
            continue
        depth += text.count("«", seen, place) - text.count("»", seen, place)
        seen = place
        # Somebody is quoted there, or was just before.
        if depth > 0 or (place > start and text[place - 2 : place].rstrip()[-1:] in _INNER_CLOSING):
            continue
        if tag:
            goes_on: int | None = _end_of_tag(text, tag.end(), _next_dash(dashes, tag.end(), end), patterns)
        else:
            goes_on = _goes_on(text, turning, dashes, end, patterns, alternate=alternate and not pause)
        # A pause between two dashes: the second one begins nothing either.
        pause = goes_on is None and kind > 0 and not pause
        if goes_on is not None:
            parts.append((start, place))
            start, seen, depth = goes_on, goes_on, 0
    parts.append((start, end))
    return parts


def _goes_on(
    text: str, turning: Part, dashes: list[Part], end: int, patterns: TagPatterns, *, alternate: bool
) -> int | None:
    """Where speech goes on if narration or a note begins at a place without a tag; None if none does."""
    place, kind = turning
    if kind == TAG:
        return None
    if kind == NOTE:
        note = _NOTE.match(text, place, end)
        return note.end() if note else None
    if kind == CLOSING:
        return _behind(text.find("«", place, end), end)
    until, behind = _next_dash(dashes, kind, end)
    if patterns.after_dash.match(text, kind, end):
        return behind
    if alternate:
        talk = patterns.talk.search(text, kind, until) and not patterns.narration.match(text, kind, until)
        return None if talk else behind
    return None


def _behind(mark: int, end: int) -> int:
    return end if mark < 0 else mark + 1


def _next_dash(dashes: list[Part], start: int, end: int) -> Part:
    """The first dash from `start` on, or the end."""
    number = bisect_left(dashes, (start, 0))
    return dashes[number] if number < len(dashes) else (end, end)


def _end_of_tag(text: str, start: int, dash: Part, patterns: TagPatterns) -> int:
    """Where speech goes on after a tag that no dash began.

    At the next dash; before it, at a sentence that is not narration, or behind a comma at words that are
    neither the narrator's nor go with him.
    """
    end, behind = dash
    goes_on = False
    for found in _BOUNDARY.finditer(text, start, end):
        mark, place = text[found.start()], found.end()
        if mark == "." and _ABBREVIATION.search(text[max(0, found.start() - 5) : found.start()]):
            continue
        if place >= end:
            return behind
        ends_sentence = mark in ".!?…"
        if patterns.talk.search(text, place, _stop(text, place, end, ends_sentence)):
            return place
        if mark != ",":
            goes_on = patterns.narration.match(text, place, end) is not None
        else:
            goes_on = goes_on or patterns.companion.match(text, place, end) is not None
        if not goes_on:
            return place
    return behind


def _stop(text: str, start: int, end: int, ends_sentence: bool) -> int:
    """Where the sentence, or the clause, that begins at `start` ends."""
    found = (_SENTENCE_END if ends_sentence else _BOUNDARY).search(text, start, end)
    return found.start() + ends_sentence if found else end
