"""Sentences of narration inside speech after a dash that no mark parts from it.

They say before a colon that somebody continues to speak, or follow a question or exclamation up to the end of
the paragraph, without words of speech and in a tense of writing alone; in the books of some authors they
follow any sentence of speech.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.extraction.narration.parts import rows_of
from dialogue_etl.text.letters import CAPITAL
from dialogue_etl.text.points import places_of

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.narration.sentence_form import SentenceForm
    from dialogue_etl.text.spans import BookText, Spans

_DASHES = frozenset("-–—")
_STRONG = frozenset("!?…")
_DASHED = re.compile(r"\s[–—]")
_LONGEST_SENTENCE = 250  # characters before a colon
_LAST_SENTENCE = re.compile(
    r"(?s:.*)(?:[.!?…][»”]?\s+(?:[-–—]+\s*)?|--+ ?|[—–] ?)(?=(?:[^.!?…:—–-]|-(?!-)){4,}\Z)"
)
_GOES_ON = re.compile(rf"\s+(?:[-–—]+\s*)?(?=[¡¿_]*{CAPITAL})|\Z")
_AFTER_MARK = re.compile(rf"[!?…][»”_]?\s+(?={CAPITAL})")
_AFTER_SENTENCE = re.compile(rf"[.!?…][»”_]?\s+(?={CAPITAL})")
_AND_WORD = re.compile(r"(\w+),?\s+(\w+)")
_LAST = 300  # characters of narration at the end of a paragraph, at most
_MIN_GESTURES, _MIN_GESTURES_SHARE = 10, 0.4  # in a book that ends paragraphs of speech with narration


def told_sentences(book: BookText, speech: Spans, form: SentenceForm, *, habit: bool) -> dict[int, int]:
    """Sentences of narration inside speech after a dash: where they begin, and where speech continues.

    They say before a colon that somebody continues to speak, or follow a question or exclamation up to the
    end of the paragraph, without words of speech and in a tense of writing alone.
    """
    text, patterns = book.text, form.tags
    told: dict[int, int] = {}
    colons = places_of(text, book.points, ":")
    rows = rows_of(speech, colons)
    columns = (colons[rows >= 0], *speech.where(rows[rows >= 0]))
    for colon, start, end in zip(*(column.tolist() for column in columns), strict=True):
        sentence = _LAST_SENTENCE.match(text, max(start, colon - _LONGEST_SENTENCE), colon)
        resumed = _GOES_ON.match(text, colon + 1, end)
        if sentence and resumed:
            behind_dash = text[sentence.end() - 2 : sentence.end()].strip()[-1:] in _DASHES
            if behind_dash and patterns.after_dash.match(text, sentence.end(), colon):
                continue
            tag = patterns.place.search(text, sentence.end(), colon)
            said_before = tag is not None and (behind_dash or "," in text[tag.end() : colon])
            if not said_before and form.introduces(text, sentence.end(), colon, last=colon + 1 == end):
                before_dash = start + len(text[start : sentence.end()].rstrip("-–— "))
                told[before_dash] = resumed.end()
    if patterns.written is not None:
        for start, end in speech.pairs():
            for found in _AFTER_MARK.finditer(text, start, end):
                place = found.end()
                if patterns.written.match(text, place, end) and not patterns.talk.search(text, place, end):
                    told[place] = end
    return told | _last_sentences(text, speech, form, habit=habit)


def _last_sentences(text: str, speech: Spans, form: SentenceForm, *, habit: bool) -> dict[int, int]:
    """Where narration ends paragraphs of speech without a mark: —¿Qué importa? Petra se encogió de hombros.

    Some authors write so, in the books of others somebody tells a story. In the former many of these
    sentences say what somebody does while speaking: in three of 60 books with dashes 13 to 37, half or more
    of the sentences of this form, in all others at most 6. Texts that have each sentence as a paragraph lose
    the ends of others, and have the `habit` too.
    """
    told: dict[int, int] = {}
    tags: dict[int, int] = {}
    gestures = 0
    for start, end in speech.pairs():
        if habit and form.refers(text, start, end) and not _DASHED.search(text, start, end):
            tags[start] = end
            continue
        begin = max(start, end - _LAST)
        loud = max(text.rfind("!", begin, end), text.rfind("?", begin, end), begin)
        for found in _AFTER_SENTENCE.finditer(text, loud, end):
            mark = text[begin : found.start() + 1].rstrip(".")[-1:]
            if mark in _STRONG and form.is_tag(text, found.end(), end):
                tags[found.end()] = end
                break
            if habit and _DASHED.search(text, found.end(), end):
                continue
            if form.tag_dashes and _joins_gerund(text, found.end(), end, form):
                tags[found.end()] = end
                break
            if form.is_sentence(text, found.end(), end) or (
                habit and form.shows_another(text, found.end(), end)
            ):
                told[found.end()] = end
                gestures += form.is_gesture(text, found.end(), end)
                break
    has_habit = habit or gestures >= max(_MIN_GESTURES, _MIN_GESTURES_SHARE * len(told))
    return tags | told if has_habit else tags


def _joins_gerund(text: str, start: int, end: int, form: SentenceForm) -> bool:
    """Whether words without a word of speech begin with "and" and a gerund (Şi zicînd acestea, plecă)."""
    words = _AND_WORD.match(text, start, end)
    joins = words is not None and words[1].lower() in form.and_words and form.gerund.fullmatch(words[2])
    return bool(joins) and not form.talk.search(text, start, end)
