"""The narrator's remarks in parentheses inside speech: (with a smile), (turning to Emma), (said he).

Novels of the eighteenth and nineteenth centuries set directions as plays do between the words of a speaker.
What else stands in parentheses there is the speaker's own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.extraction.speakers.tag_parser import tag_behind
from dialogue_etl.text.points import places_of
from dialogue_etl.text.spans import strip

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable

    Part = tuple[int, int]

_PARENTHESES = re.compile(r"\(([^()]{3,200}+)\)")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*+")
_LETTER = re.compile(r"[^\W_]")
_ADVERBS = 1  # words before the gesture: again smiling
_PHRASE = 6  # words of a phrase of manner: with a most gallant bow


def cut_remarks(document: Document, table: SpeechTable) -> SpeechTable:
    """Stretches of speech, the narrator's remarks cut out of them: other rows, in order.

    A stretch without a letter outside of remarks stays whole. Of one that begins a turn the first part does.
    """
    pieces = {}
    for row, cuts in _remarks(document, table).items():
        parts = _pieces(document.text, (table.spans.starts[row], table.spans.ends[row]), cuts)
        pieces.update({row: parts} if parts else {})
    if not pieces:
        return table
    counts = np.ones(len(table), np.int64)
    counts[list(pieces)] = [len(parts) for parts in pieces.values()]
    first = counts.cumsum() - counts
    cut = table.where(np.arange(len(table)).repeat(counts))
    starts, ends = cut.spans
    begins = np.zeros(len(cut), np.bool_)
    begins[first] = table.column("begins_turn")
    for row, parts in pieces.items():
        where = slice(first[row], first[row] + len(parts))
        starts[where], ends[where] = zip(*parts, strict=True)
    return cut.with_columns(start=starts, end=ends, begins_turn=begins)


def _remarks(document: Document, table: SpeechTable) -> dict[int, list[Part]]:
    """The places of the remarks in each stretch that holds some, by its number."""
    book, spans = document.book, table.spans
    if "(" not in book.text or not len(table):
        return {}
    opening = places_of(book.text, book.points, "(")
    rows = spans.starts.searchsorted(opening, side="right") - 1
    inside = (rows >= 0) & (opening < spans.ends[rows])
    remarks: dict[int, list[Part]] = {}
    for row, start in zip(rows[inside].tolist(), opening[inside].tolist(), strict=True):
        remark = _PARENTHESES.match(book.text, start, int(spans.ends[row]))
        if remark and is_remark(remark[1], document.language):
            remarks.setdefault(row, []).append(remark.span())
    return remarks


def _pieces(text: str, part: Part, cuts: list[Part]) -> list[Part]:
    """What is left of a stretch without its remarks, white space at the edges apart."""
    edges = [part[0], *(edge for cut in cuts for edge in cut), part[1]]
    pieces = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if _LETTER.search(text, start, end):
            pieces.append(strip(text, start, end))
    return pieces


def is_remark(parenthesis: str, language: Language) -> bool:
    """Whether words in parentheses inside speech are the narrator's.

    They begin with what somebody does meanwhile (smiling, rather hesitatingly), hold a noun that tells how
    it is said behind a preposition (in a low voice), or begin with a verb of speech and who says it.
    """
    words = _WORD.findall(parenthesis.lower())
    if any(word in language.gestures for word in words[: _ADVERBS + 1]):
        return True
    if not words:
        return False
    if words[0] in language.small_words and not language.manners.isdisjoint(words[1:_PHRASE]):
        return not any(word in language.pronouns or word in language.talk_words for word in words[:_PHRASE])
    if words[0] not in (language.comma_verbs or language.speech_verbs):
        return False
    tag = tag_behind(parenthesis, 0, len(parenthesis), language)
    if tag is None or not tag.by_verb or tag.mention.gender == NARRATOR:
        return False
    # Put out the candle: only whom the verb stands next to says it.
    return _WORD.findall(tag.mention.form.lower())[:1] == words[1:2]
