"""Step 2: the narrator's words cut out of speech that no closing mark parts from them.

After a dash: «—No sé —dijo Juan—. Vamos.» After a comma or the mark that ends a sentence: «— Oui, dit-il, je
viens.» Narration begins at a dash or before a speech verb, and ends at the next dash, sentence or comma
(Ortografía de la lengua española 2010, 3.4.8; Lexique des règles typographiques en usage à l'Imprimerie
nationale, "Guillemets"; Svenska skrivregler, "Anföring"). Notes in square brackets are an editor's.
What stands in parentheses is step 6: `remarks.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.narration.parts import between, with_parts
from dialogue_etl.sources.books.extraction.narration.tags import (
    end_of_sentence,
    end_of_tag,
    sets_dashes,
    tag_patterns,
    tag_places,
)
from dialogue_etl.text.points import places_of
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.narration.tags import TagPatterns
    from dialogue_etl.sources.books.extraction.pipeline import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.spans import BookText

    Part = tuple[int, int]

TAG, NOTE, CLOSING = 0, -1, -2
"""Kinds of places without a dash: a tag may begin, an editor's note does, a guillemet closes."""
_INNER_CLOSING = frozenset("’'”\"")
"""Marks that close a quotation inside speech."""
_NOTE = re.compile(r"\[[^\[\]]{1,400}\]")
_WORD = re.compile(r"\w")
_ANSWERED = re.compile(r"_?[¡¿«]*[^\W\d_a-zß-öø-ÿ]")
_ENDS_SPEECH = frozenset(".!?…")
_FEW, _ASKED = 4, 0.2
_SAMPLE = 200
_USUAL = 0.3


def cut_narration(document: Document, table: SpeechTable) -> SpeechTable:
    """Stretches of speech, the narrator's words cut out of them: other rows, in order.

    Only where speech is marked with dashes narration stands inside the marks: in languages of dashes inside
    all of them, in others behind a dash.
    """
    if document.marks.dashes is None or not len(table):
        return table
    book, dashes, after_dash = document.book, document.marks.dashes.inner, table.column("after_dash")
    patterns = tag_patterns(document.language.tag)
    marked = table.spans.where(after_dash)
    part = dashes_part_narration(book, marked, dashes, patterns)
    candidates = _candidates(book, dashes, patterns)
    reader = _Reader(book, dashes, patterns, answers(book, marked, dashes, patterns))
    first, after = (candidates.starts.searchsorted(edges) for edges in table.spans)
    rows = ((first < after) & (after_dash | sets_dashes(document.language))).nonzero()[0]
    columns = (rows, *table.spans.where(rows), first[rows], after[rows], after_dash[rows])
    places = candidates.pairs()
    parts = {}
    for row, start, end, begin, stop, dashed in zip(*(column.tolist() for column in columns), strict=True):
        cuts = reader.cuts((start, end), places[begin:stop], dashed=dashed, alternate=dashed and part)
        if cuts:
            first_part, *others = between(book.text, (start, end), cuts)
            # What stands behind narration has to have a letter.
            parts[row] = [first_part] * (first_part[0] < first_part[1])
            parts[row] += [other for other in others if _WORD.search(book.text, *other)]
    return with_parts(table, parts)


def dashes_part_narration(book: BookText, spans: Spans, dashes: Spans, patterns: TagPatterns) -> bool:
    """Whether a book sets narration off with dashes: whether speech verbs follow many of them.

    If not, a dash inside speech is a pause, as in French, unless a verb follows it.
    """
    first = dashes.starts.searchsorted(spans.starts)
    first = first[first < dashes.starts.searchsorted(spans.ends)]
    sample = dashes.ends[first[:: max(1, len(first) // _SAMPLE)]].tolist()
    tagged = sum(patterns.after_dash.match(book.text, place) is not None for place in sample)
    return tagged >= _USUAL * len(sample)


def answers(book: BookText, spans: Spans, dashes: Spans, patterns: TagPatterns) -> frozenset[int]:
    """Where dashes stand inside speech with which somebody else answers: —¿Adónde?—A tu tierra.—¡Vaya!

    Printers save paragraphs so. Such a dash is typed as the one the speech opens with, nothing stands beside
    it but the end of a sentence and a capital, and no narration follows. One in five of them has a question
    before it; where fewer have, they are pauses.
    """
    text, marks = book.text, dashes.pairs()
    first, after = (dashes.starts.searchsorted(edges).tolist() for edges in spans)
    found = [
        start
        for opens, number, stop in zip(spans.starts.tolist(), first, after, strict=True)
        for start, end in marks[number:stop]
        if _ANSWERED.match(text, end)
        and text[start - 1] in _ENDS_SPEECH
        and text[max(0, opens - 3) : opens].rstrip().endswith(text[start:end])
        and not patterns.after_dash.match(text, end)
        and not patterns.narration.match(text, end)
    ]
    asked = sum(text[start - 1] == "?" for start in found)
    return frozenset(found if len(found) >= _FEW and asked >= _ASKED * len(found) else ())


def _candidates(book: BookText, dashes: Spans, patterns: TagPatterns) -> Spans:
    """Where narration may begin or end, and what stands there: the end of a dash, TAG, NOTE or CLOSING."""
    notes, closes = (places_of(book.text, book.points, sign) for sign in "[»")
    # Guillemets point outwards where most of those that close have one that opens.
    if 2 * book.text.count("«") <= len(closes):
        closes = closes[:0]
    tags = np.array(tag_places(book.text, patterns), np.int64)
    places = np.concatenate([dashes.starts, tags, notes, closes])
    others = [np.full(len(some), kind) for some, kind in ((tags, TAG), (notes, NOTE), (closes, CLOSING))]
    order = places.argsort(kind="stable")
    return Spans(places[order], np.concatenate([dashes.ends, *others])[order])


class _Reader:
    """Reads stretches of speech and tells where narration stands in them.

    Args:
        book: its text.
        dashes: of it, in order.
        patterns: of the language.
        answers: where dashes begin with which somebody else answers.
    """

    def __init__(self, book: BookText, dashes: Spans, patterns: TagPatterns, answers: frozenset[int]) -> None:
        self._text, self._patterns, self._answers = book.text, patterns, answers
        self._dashes, self._dash_starts = dashes.pairs(), dashes.starts.tolist()

    def cuts(self, stretch: Part, candidates: list[Part], *, dashed: bool, alternate: bool) -> list[Part]:
        """Where narration or a note stands in a stretch, by the rules of the module.

        Args:
            stretch: where it begins and ends.
            candidates: in it, with what stands there.
            dashed: whether a dash marks it: a guillemet that closes ends its speech.
            alternate: whether a dash without a speech verb behind it also begins narration.
        """
        cuts: list[Part] = []
        speech_from, end = stretch
        quoted_from = self._text.find("«", speech_from, end)
        pause = False  # a dash has begun a pause that the next one ends
        for place, kind in candidates:
            if place < speech_from or (kind == CLOSING and not dashed):
                continue
            tag = self._patterns.tag.match(self._text, place, end) if kind == TAG else None
            if (kind == TAG and not tag) or self._is_quoted(speech_from, place, quoted_from):
                continue
            if tag:
                dash = self._next_dash(tag.end(), end)
                goes_on = end_of_tag(self._text, tag.end(), dash, self._patterns)
            elif place in self._answers:
                goes_on = kind
            elif kind > 0:
                goes_on = self._behind_dash(kind, end, free=alternate and not pause)
            else:
                goes_on = self._behind_sign(place, kind, end)
            pause = kind > 0 and goes_on < 0 and not pause
            if goes_on > place:
                cuts.append((place, goes_on))
                speech_from = goes_on
        return cuts

    def _is_quoted(self, start: int, place: int, quoted_from: int) -> bool:
        """Whether somebody is quoted at a place inside speech that begins at `start`, or was just before."""
        text = self._text
        if place > start and text[place - 2 : place].rstrip()[-1:] in _INNER_CLOSING:
            return True
        opened = -1 < quoted_from < place
        return opened and text.count("«", start, place) > text.count("»", start, place)

    def _next_dash(self, place: int, end: int) -> Part:
        """The first dash of a stretch from a place on; for want of one twice its end."""
        number = bisect_left(self._dash_starts, place)
        there = number < len(self._dashes) and self._dash_starts[number] < end
        return self._dashes[number] if there else (end, end)

    def _behind_dash(self, place: int, end: int, *, free: bool) -> int:
        """Where speech goes on if the dash that ends at a place begins narration, else -1.

        A verb of speech behind it tells; if it is free to, all begins narration but words that only talk has.
        """
        text, patterns = self._text, self._patterns
        until, behind = self._next_dash(place, end)
        if tag := patterns.after_dash.match(text, place, end):
            return behind if until < end else end_of_sentence(text, tag.end(), end, patterns)
        talk = free and patterns.talk.search(text, place, until)
        return behind if free and (not talk or patterns.narration.match(text, place, until)) else -1

    def _behind_sign(self, place: int, kind: int, end: int) -> int:
        """A note ends with its bracket, narration behind a closing guillemet at the next opening one."""
        if kind == NOTE:
            note = _NOTE.match(self._text, place, end)
            return note.end() if note else -1
        if kind == CLOSING:
            mark = self._text.find("«", place, end)
            return end if mark < 0 else mark + 1
        return -1
