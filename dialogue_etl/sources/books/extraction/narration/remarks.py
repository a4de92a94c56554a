"""Step 6: cut the narrator's remarks in parentheses out of speech, and marks that are repeated on each line.

Novels of the eighteenth and nineteenth centuries have remarks inside speech, as plays do: (with a smile),
(turning to Emma), (said he). Other text in parentheses is spoken.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.extraction.narration.parts import between, with_parts
from dialogue_etl.sources.books.extraction.narration.tags import sets_dashes, tag_patterns
from dialogue_etl.sources.books.extraction.speakers.tag_parser import tag_behind
from dialogue_etl.text.points import places_of

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Offsets

    Part = tuple[int, int]

_PARENTHESES = re.compile(r"\(([^()]{3,200}+)\)")
_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*+")
_LETTER = re.compile(r"[^\W_]")
_ADVERBS = 1  # words before the gesture, at most: again smiling
_MANNER = range(3, 5)  # words of a phrase of manner without one of its nouns: con risueño optimismo
_PHRASE = 6  # words of a phrase of manner, at most: with a most gallant bow


def cut_remarks(document: Document, table: SpeechTable) -> SpeechTable:
    """Replace spans that contain remarks or repeated marks by their parts around these, in order.

    A span without letters outside remarks stays whole.
    """
    text, (starts, ends) = document.text, table.spans
    found = _remarks(document, table)
    for row, mark in zip(*_inside(document.repeated_marks, table), strict=True):
        found.setdefault(row, []).append((mark, mark + 1))
    parts = {}
    for row, cuts in ((row, sorted(cuts)) for row, cuts in found.items()):
        pieces = [
            part
            for part in between(text, (int(starts[row]), int(ends[row])), cuts)
            if _LETTER.search(text, *part)
        ]
        parts.update({row: pieces} if pieces else {})
    return with_parts(table, parts)


def _remarks(document: Document, table: SpeechTable) -> dict[int, list[Part]]:
    """The spans of the remarks in each row that contains some, by row number."""
    book, spans = document.book, table.spans
    if "(" not in book.text or not len(table):
        return {}
    remarks: dict[int, list[Part]] = {}
    for row, start in zip(*_inside(places_of(book.text, book.points, "("), table), strict=True):
        remark = _PARENTHESES.match(book.text, start, int(spans.ends[row]))
        if remark and is_remark(remark[1], document.language):
            remarks.setdefault(row, []).append(remark.span())
    return remarks


def _inside(places: Offsets, table: SpeechTable) -> tuple[list[int], list[int]]:
    """The numbers of the rows that places are in, and these places."""
    if not len(table):
        return [], []
    rows = table.spans.starts.searchsorted(places, side="right") - 1
    inside = (rows >= 0) & (places < table.spans.ends[rows])
    return rows[inside].tolist(), places[inside].tolist()


def is_remark(parenthesis: str, language: Language) -> bool:
    """Whether words in parentheses inside speech are the narrator's.

    They are if they begin with a gesture (smiling, rather hesitatingly), have a noun of manner after a
    preposition (in a low voice), or begin with a speech verb and its subject. In languages that mark speech
    with dashes, also if they narrate without words of speech, see `_tells`; in other languages the speaker
    said 20 of 29 such parentheses that were read.
    """
    words = _WORDS.findall(parenthesis.lower())
    if any(word in language.gestures for word in words[: _ADVERBS + 1]):
        return True
    if not words or (sets_dashes(language) and _tells(parenthesis, words, language)):
        return bool(words)
    if words[0] in language.small_words and not language.manners.isdisjoint(words[1:_PHRASE]):
        return not any(word in language.pronouns or word in language.talk_words for word in words[:_PHRASE])
    if words[0] not in (language.comma_verbs or language.speech_verbs):
        return False
    tag = tag_behind(parenthesis, 0, len(parenthesis), language)
    if tag is None or not tag.by_verb or tag.mention.gender == NARRATOR:
        return False
    # The subject must directly follow the verb, unlike in “put out the candle”.
    return _WORDS.findall(tag.mention.form.lower())[:1] == words[1:2]


def _tells(parenthesis: str, words: list[str], language: Language) -> bool:
    """Whether words in parentheses tell something, without words of speech.

    They begin with a subject and a verb in the tense of narration (et il sourit), or with a verb for what
    somebody does (levantándose), or are a short phrase of manner (con risueño optimismo).
    """
    patterns = tag_patterns(language.tag)
    if patterns.talk.search(parenthesis):
        return False
    is_phrase = words[0] in language.with_words and len(words) in _MANNER and parenthesis.islower()
    return any((is_phrase, patterns.narration.match(parenthesis), patterns.acts.match(parenthesis)))
