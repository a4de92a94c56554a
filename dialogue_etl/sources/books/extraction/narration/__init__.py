"""Step 2: the narrator's words cut out of speech that no closing mark parts from them.

After a dash: «—No sé —dijo Juan—. Vamos.» After a comma or the mark that ends a sentence: «— Oui, dit-il, je
viens.» Narration begins at a dash or before a speech verb, and ends at the next dash, sentence or comma
(Ortografía de la lengua española 2010, 3.4.8; Lexique des règles typographiques en usage à l'Imprimerie
nationale, "Guillemets"; Svenska skrivregler, "Anföring"). Notes in square brackets are an editor's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.narration.candidates import (
    CLOSING,
    INNER_CLOSING,
    NO_TAG,
    NOTE,
    TAG,
    Candidates,
)
from dialogue_etl.sources.books.extraction.narration.tags import end_of_tag, tag_patterns
from dialogue_etl.text.points import Kinds, is_space
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.narration.tags import TagPatterns
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask

    Cut = tuple[int, int, int]
    """The number of a stretch, where narration begins in it, and where speech goes on."""

_NOTE = re.compile(r"\[[^\[\]]{1,400}\]")
_WORD = re.compile(r"\w")
_is_word = Kinds(lambda letter: letter == "_" or letter.isalnum())
_SAMPLE = 200
_USUAL = 0.3
_SETS_IN = 3
"""Characters of speech behind narration of which one is of a word, mostly: a stop and a blank precede."""


def cut_narration(document: Document, table: SpeechTable) -> SpeechTable:
    """Stretches of speech, the narrator's words cut out of them: other rows, in order.

    Only in languages that mark speech with dashes narration stands inside the marks. Without `inserted_tags`
    dashes part speech and narration in turn, and only where a dash marks speech.
    """
    if document.marks.dashes is None or not len(table):
        return table
    book, dashes = document.book, document.marks.dashes.inner
    patterns = tag_patterns(document.language.tag) if document.params.inserted_tags else None
    candidates = Candidates.of(book, dashes, table.spans, patterns)
    after_dash = table.column("after_dash")
    allowed = after_dash[candidates.stretches]
    if patterns is None:
        cuts = _by_turns(candidates.where(allowed))
    else:
        candidates = candidates.where(allowed | (candidates.kinds != CLOSING))
        part = dashes_part_narration(book, table.spans.where(after_dash), dashes, patterns)
        cuts = _narration(book, candidates, dashes, patterns, alternate=after_dash & part)
    return _without(book, table, cuts) if cuts else table


def dashes_part_narration(book: BookText, spans: Spans, dashes: Spans, patterns: TagPatterns) -> bool:
    """Whether a book sets narration off with dashes: whether speech verbs follow many of them.

    If not, a dash inside speech is a pause, as in French, unless a verb follows it.
    """
    first = dashes.starts.searchsorted(spans.starts)
    first = first[first < dashes.starts.searchsorted(spans.ends)]
    sample = dashes.ends[first[:: max(1, len(first) // _SAMPLE)]].tolist()
    tagged = sum(patterns.after_dash.match(book.text, place) is not None for place in sample)
    return tagged >= _USUAL * len(sample)


def _by_turns(inside: Candidates) -> list[Cut]:
    """Speech, narration, speech and so on, dashes between (Csáky & Recski 2021; gutenberg-dialog, hu.py)."""
    cuts: list[Cut] = []
    begun: tuple[int, int] | None = None
    columns = (inside.stretches, inside.ends, inside.places, inside.kinds)
    for stretch, end, place, behind in zip(*(column.tolist() for column in columns), strict=True):
        if begun and begun[0] == stretch:
            cuts[-1] = (*begun, behind)
            begun = None
        else:
            begun = (stretch, place)
            cuts.append((stretch, place, end))
    return cuts


class _Candidate(NamedTuple):
    """A place inside a stretch where narration may begin or end.

    Attributes:
        stretch: the number of the stretch.
        start: where that begins.
        end: where it ends.
        place: where narration may begin or end.
        kind: where the text goes on behind a dash; `TAG`, `NOTE` or `CLOSING` for others.
        tag: where the first words of a tag end, `NO_TAG` where none begins.
        until: where the next dash of the stretch begins, or the stretch ends.
        behind: where that dash ends.
        closed: whether it stands behind a mark that closes a quotation.
        alternate: whether a dash without a speech verb behind it also begins narration.
    """

    stretch: int
    start: int
    end: int
    place: int
    kind: int
    tag: int
    until: int
    behind: int
    closed: bool
    alternate: bool


def _narration(
    book: BookText, inside: Candidates, dashes: Spans, patterns: TagPatterns, *, alternate: Mask
) -> list[Cut]:
    """Where narration or a note stands in stretches, by the rules of the module.

    Args:
        book: its text.
        inside: places in the stretches where narration may begin or end.
        dashes: of the book.
        patterns: of the language.
        alternate: for each stretch whether a dash without a speech verb behind it also begins narration.
    """
    tags = inside.tags(book.text, patterns)
    # Most that begin like a tag are none, and say nothing but that a pause between dashes is over.
    telling = (inside.kinds != TAG) | (tags != NO_TAG)
    telling |= alternate[inside.stretches] & inside.behind_dash()
    inside, tags = inside.where(telling), tags[telling]
    known = (inside.behind_quotation(book.points), alternate[inside.stretches])
    columns = (*inside, tags, *inside.next_dash(dashes, tags), *known)
    cuts: list[Cut] = []
    cursor = _Cursor(book.text, patterns)
    for at in map(_Candidate._make, zip(*(column.tolist() for column in columns), strict=True)):
        goes_on = cursor.read(at)
        if goes_on > at.place:
            cuts.append((at.stretch, at.place, goes_on))
    return cuts


class _Cursor:
    """Reads speech from candidate to candidate.

    Args:
        text: of the book.
        patterns: of the language.
    """

    def __init__(self, text: str, patterns: TagPatterns) -> None:
        self._text, self._patterns = text, patterns
        self._quotes = "«" in text
        self._stretch = -1
        self._speech_from = 0  # behind the last narration
        self._quoted_from = -1  # the first guillemet of the stretch
        self._pause = False  # a dash has begun a pause that the next one ends

    def read(self, at: _Candidate) -> int:
        """Where speech goes on if narration begins at a candidate; its own place if none does."""
        if at.stretch != self._stretch:
            self._enter(at)
        if at.place < self._speech_from or self._is_quoted(at):
            return at.place
        if at.kind > 0:
            goes_on = self._dash(at)
        else:
            self._pause = False
            if at.tag != NO_TAG:
                goes_on = end_of_tag(self._text, at.tag, (at.until, at.behind), self._patterns)
            else:
                goes_on = self._sign(at)
        if goes_on > at.place:
            self._speech_from = goes_on
        return goes_on

    def _enter(self, at: _Candidate) -> None:
        """A new stretch begins."""
        self._stretch, self._speech_from, self._pause = at.stretch, at.start, False
        self._quoted_from = self._text.find("«", at.start, at.end) if self._quotes else -1

    def _is_quoted(self, at: _Candidate) -> bool:
        """Whether somebody is quoted at a place inside speech, or was just before."""
        text, start, place = self._text, self._speech_from, at.place
        if at.closed and place > start and text[place - 2 : place].rstrip()[-1:] in INNER_CLOSING:
            return True
        opened = -1 < self._quoted_from < place
        return opened and text.count("«", start, place) > text.count("»", start, place)

    def _dash(self, at: _Candidate) -> int:
        """A dash begins narration, or a pause, or ends one."""
        tagged = self._patterns.after_dash.match(self._text, at.kind, at.end)
        if not tagged and (self._pause or not at.alternate or self._is_talk(at)):
            self._pause = not self._pause
            return at.place
        self._pause = False
        return at.behind

    def _is_talk(self, at: _Candidate) -> bool:
        """Whether speech stands behind a dash, as far as the next one: words that only talk has tell."""
        place = (self._text, at.kind, at.until)
        return bool(self._patterns.talk.search(*place)) and not self._patterns.narration.match(*place)

    def _sign(self, at: _Candidate) -> int:
        """A note ends with its bracket, narration behind a closing guillemet at the next opening one."""
        if at.kind == NOTE:
            note = _NOTE.match(self._text, at.place, at.end)
            return note.end() if note else at.place
        if at.kind == CLOSING:
            mark = self._text.find("«", at.place, at.end)
            return at.end if mark < 0 else mark + 1
        return at.place


def _without(book: BookText, table: SpeechTable, cuts: list[Cut]) -> SpeechTable:
    """Stretches without the cuts in them, which are in order."""
    stretches, begins, goes_on = np.array(cuts, np.int64).T
    # A stretch is as many parts as cuts, and one more: the first from its start, the last to its end.
    parts = np.ones(len(table), np.int64) + np.bincount(stretches, minlength=len(table))
    rows = np.arange(len(table)).repeat(parts)
    before = stretches + np.arange(len(cuts))  # the number of the part before each cut
    starts, ends = table.spans.where(rows)
    ends[before], starts[before + 1] = begins, goes_on
    behind_narration = np.zeros(len(rows), np.bool_)
    behind_narration[before + 1] = True
    changed = (parts > 1)[rows].nonzero()[0]
    kept = np.ones(len(rows), np.bool_)
    spans, kept[changed] = _filled(book, Spans(starts[changed], ends[changed]), behind_narration[changed])
    starts[changed], ends[changed] = spans
    return table.where(rows).with_columns(start=starts, end=ends).where(kept)


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
