"""The narrator's words inside a speech that no closing mark parts from them.

After a dash: «—No sé —dijo Juan—. Vamos.» After a comma or the mark that ends a sentence: «— Oui, dit-il, je
viens.» Narration begins at a dash or before a speech verb, and ends at the next dash, sentence or comma
(Ortografía de la lengua española 2010, 3.4.8; Lexique des règles typographiques en usage à l'Imprimerie
nationale, "Guillemets"; Svenska skrivregler, "Anföring"). Notes in square brackets are an editor's.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import Kinds, is_space
from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans, strip
from dialogue_etl.text.tag_ends import end_of_tag
from dialogue_etl.text.turnings import CLOSING, NOTE, TAG
from dialogue_etl.text.turnings_in_speech import INNER_CLOSING, NO_TAG, TurningsInSpeech

if TYPE_CHECKING:
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask
    from dialogue_etl.text.tag_patterns import TagPatterns
    from dialogue_etl.text.turnings import Turnings

    Cut = tuple[int, int, int]
    """The number of a stretch, where narration begins in it, and where speech goes on."""

_NOTE = re.compile(r"\[[^\[\]]{1,400}\]")
_WORD = re.compile(r"\w")
_is_word = Kinds(lambda letter: letter == "_" or letter.isalnum())
_SAMPLE = 200
_USUAL = 0.3
_SETS_IN = 3
"""Characters of speech behind narration of which one is of a word, mostly: a stop and a blank precede."""


def dashes_part_narration(book: BookText, said: Quotations, found: Turnings, patterns: TagPatterns) -> bool:
    """Whether a book sets narration off with dashes: whether speech verbs follow many of them.

    If not, a dash inside speech is a pause, as in French, unless a verb follows it.
    """
    dashes = found.kinds > 0
    places, ends = found.places[dashes], found.kinds[dashes]
    first = places.searchsorted(said.spans.starts)
    first = first[first < places.searchsorted(said.spans.ends)]
    if not len(first):
        return True
    chosen = ends[first[:: max(1, len(first) // _SAMPLE)]].tolist()
    wanted = _USUAL * len(chosen)
    tagged = 0
    for place in chosen:
        tagged += patterns.after_dash.match(book.text, place) is not None
        if tagged >= wanted:
            return True
    return False


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
    inside = TurningsInSpeech.of(found, said.spans)
    if patterns:
        dashes = found.kinds > 0
        spans = Spans(found.places[dashes], found.kinds[dashes])
        cuts = _narration(book, inside, spans, patterns, alternate=alternate)
    else:
        cuts = _by_turns(inside)
    return _without(book, said, cuts) if cuts else said


def _by_turns(inside: TurningsInSpeech) -> list[Cut]:
    """Speech, narration, speech and so on, dashes between (Csáky & Recski 2021; gutenberg-dialog, hu.py)."""
    inside = inside.where(inside.kinds > 0)
    cuts: list[Cut] = []
    begun: tuple[int, int] | None = None
    for stretch, end, place, behind in zip(
        *(column.tolist() for column in (inside.stretches, inside.ends, inside.places, inside.kinds)),
        strict=True,
    ):
        if begun and begun[0] == stretch:
            cuts[-1] = (*begun, behind)
            begun = None
        else:
            begun = (stretch, place)
            cuts.append((stretch, place, end))
    return cuts


def _narration(
    book: BookText, inside: TurningsInSpeech, dashes: Spans, patterns: TagPatterns, *, alternate: bool
) -> list[Cut]:
    """Where narration or a note stands in stretches, by the rules of the module.

    Args:
        book: its text.
        inside: places in the stretches where narration may begin or end.
        dashes: of the book.
        patterns: of the language.
        alternate: whether a dash without a speech verb behind it also begins narration.
    """
    text, quotes, is_tag = book.text, "«" in book.text, patterns.after_dash.match
    cuts: list[Cut] = []
    current, start, opened, pause = -1, 0, -1, False
    columns = _columns(book, inside, dashes, patterns, alternate=alternate)
    for stretch, begin, end, place, kind, tag, until, behind, closed in zip(*columns, strict=True):
        if stretch != current:
            current, start, pause = stretch, begin, False
            opened = text.find("«", begin, end) if quotes else -1
        if place < start or ((closed or -1 < opened < place) and _is_quoted(text, start, place)):
            continue
        if kind > 0:
            tagged = is_tag(text, kind, end)
            # A pause between two dashes: the second one begins nothing either.
            if not tagged and (pause or not alternate or _is_talk(text, kind, until, patterns)):
                pause = not pause
                continue
            goes_on = behind
        elif tag != NO_TAG:
            goes_on = end_of_tag(text, tag, (until, behind), patterns)
        else:
            goes_on = _behind_sign(text, place, kind, end)
        pause = False
        if goes_on > place:
            cuts.append((stretch, place, goes_on))
            start = goes_on
    return cuts


def _columns(
    book: BookText, inside: TurningsInSpeech, dashes: Spans, patterns: TagPatterns, *, alternate: bool
) -> list[list[int]]:
    """What is known of the places that tell something, all at once: the columns of `_narration`."""
    tags = inside.tags(book.text, patterns)
    # Most that begin like a tag are none, and say nothing but that a pause between dashes is over.
    telling = (inside.kinds != TAG) | (tags != NO_TAG)
    if alternate:
        telling |= inside.behind_dash()
    inside, tags = inside.where(telling), tags[telling]
    columns = (*inside, tags, *inside.next_dash(dashes, tags), inside.behind_quotation(book.points))
    return [column.tolist() for column in columns]


def _is_quoted(text: str, start: int, place: int) -> bool:
    """Whether somebody is quoted at a place of speech that begins at `start`, or was just before."""
    if place > start and text[place - 2 : place].rstrip()[-1:] in INNER_CLOSING:
        return True
    return text.count("«", start, place) > text.count("»", start, place)


def _is_talk(text: str, start: int, until: int, patterns: TagPatterns) -> bool:
    """Whether speech stands behind a dash, as far as the next one: words that only talk has tell."""
    return bool(patterns.talk.search(text, start, until)) and not patterns.narration.match(text, start, until)


def _behind_sign(text: str, place: int, kind: int, end: int) -> int:
    """Where speech goes on if a note or narration begins at a place; the place itself if none does."""
    if kind == NOTE:
        note = _NOTE.match(text, place, end)
        return note.end() if note else place
    if kind == CLOSING:
        mark = text.find("«", place, end)
        return end if mark < 0 else mark + 1
    return place


def _without(book: BookText, said: Quotations, cuts: list[Cut]) -> Quotations:
    """Stretches without the cuts in them, which are in order."""
    edges = np.fromiter(chain.from_iterable(cuts), np.int64, 3 * len(cuts))
    stretches, begins, goes_on = edges.reshape(-1, 3).T
    changed = np.zeros(len(said.paragraphs), np.bool_)
    changed[stretches] = True
    whole = changed.nonzero()[0]
    # A stretch is as many parts as cuts, and one more: the first from its start, the last to its end.
    from_start = np.concatenate([whole, stretches]).argsort(kind="stable")
    to_end = np.concatenate([stretches, whole]).argsort(kind="stable")
    starts = np.concatenate([said.spans.starts[whole], goes_on])[from_start]
    ends = np.concatenate([begins, said.spans.ends[whole]])[to_end]
    paragraphs = said.paragraphs[np.concatenate([whole, stretches])[from_start]]
    spans, kept = _filled(book, Spans(starts, ends), from_start >= len(whole))
    starts = np.concatenate([said.spans.starts[~changed], spans.starts[kept]])
    order = starts.argsort(kind="stable")
    ends = np.concatenate([said.spans.ends[~changed], spans.ends[kept]])[order]
    paragraphs = np.concatenate([said.paragraphs[~changed], paragraphs[kept]])[order]
    return Quotations(Spans(starts[order], ends), paragraphs, said.left_open)


def _filled(book: BookText, parts: Spans, behind_narration: Mask) -> tuple[Spans, Mask]:
    """The parts without white space at their edges, and which are kept.

    What stands behind narration has to have a letter.
    """
    last = len(book.points) - 1
    starts, ends = parts
    # One blank stands at most edges, or none; the others are looked at one by one.
    starts = starts + (starts < ends) * is_space(book.points[np.minimum(starts, last)])
    ends = ends - (starts < ends) * is_space(book.points[np.maximum(ends - 1, 0)])
    blank = is_space(book.points[np.minimum(starts, last)]) | is_space(book.points[np.maximum(ends - 1, 0)])
    for number in (blank & (starts < ends)).nonzero()[0].tolist():
        starts[number], ends[number] = strip(book.text, int(starts[number]), int(ends[number]))
    kept = starts < ends
    wordless = (kept & behind_narration).nonzero()[0]
    for place in range(_SETS_IN):
        at = np.minimum(starts[wordless] + place, ends[wordless] - 1)
        wordless = wordless[~_is_word(book.points[at]).view(np.bool_)]
    for number in wordless.tolist():
        kept[number] = bool(_WORD.search(book.text, int(starts[number]), int(ends[number])))
    return Spans(starts, ends), kept
