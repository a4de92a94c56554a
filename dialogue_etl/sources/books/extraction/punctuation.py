"""The texts of turns: what a tag took from their punctuation is put back.

Printers end speech before a tag with a comma instead of a full stop, or with nothing: “I am,” said Tom.
“Sit.” or „Ich komme“, sagte er. A full stop is due where the tag ends its sentence, or where it is set behind
the closing mark («Sí».); where the sentence continues after the tag, its marks stay as they are (Chicago
Manual of Style, chapter 13; amtliche Regelung der deutschen Rechtschreibung, quotation marks; Ortografía de
la lengua española 2010, 3.4.9.2).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from dialogue_etl.text.segmentation import blank_after
from dialogue_etl.text.spans import NO_BLANK_BEFORE

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.text.points import Offsets
    from dialogue_etl.text.spans import Spans

_LAST = re.compile(r"(?:[^\W_]|[,;.!?…:—–)\]，、；。！？：-])(?=(?:_|[^\w,;.!?…:—–)\]，、；。！？：-])*$)")
"""The last character of a text that is not a quotation mark, an underscore or a blank."""
_SENTENCE = frozenset(".!?…:。！？：")
_FULL_STOPS = {",": ".", ";": ".", "，": "。", "、": "。", "；": "。"}
"""Marks inside a sentence, with the full stop in place of each."""
_COMMAS = frozenset(",，、")
_STOPS = re.compile(r"[.!?…:;,，、；。！？：](?=[\W_]*$)")
"""The mark that ends narration, before the dash or quotation mark of the speech that follows."""
_COMMA = re.compile(r"[^\w,]*,")
_WORD = re.compile(r"[^\W\d_]+")
_TAG = 2  # words after speech in which its verb is looked for
_BETWEEN_DASHES = re.compile(r"(?s:\s*[-–—]+.*\w.*[-–—]\s*)")
_STOP_BEHIND = re.compile(r"[”“»«\"’_]+\.")  # «Sí».
_LOUD = re.compile(r"(?:[!?…]|\.\.)[^\w,;.!?…]*$")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")


def turn_texts(document: Document, spans: Spans, first: Offsets) -> list[str]:
    """The text of each turn: its spans joined by blanks, white space collapsed, punctuation put back.

    Args:
        document: the book.
        spans: of all turns, in order.
        first: the number of the first span of each turn.
    """
    pairs = spans.pairs()
    edges = pairwise([*first.tolist(), len(pairs)])
    return [_text(document, pairs[start:end]) for start, end in edges]


def _text(document: Document, spans: list[tuple[int, int]]) -> str:
    text = ""
    for (start, end), after in zip(spans, [*spans[1:], None], strict=True):
        piece = " ".join(document.raw[start:end].split())
        if _LOUD.search(text) and piece[:1] in {".", ","}:
            piece = piece[1:].lstrip()  # —¿Qué? —preguntó—. ¡Nunca!
        text += piece if not text or piece[:1] in NO_BLANK_BEFORE else f"{blank_after(text)}{piece}"
        if after is None:
            text = _ended(text, document, end)
        elif (following := document.raw[slice(*after)].lstrip(" _\n"))[:1] not in NO_BLANK_BEFORE:
            narration = document.text[end : after[0]]
            if document.language.dashes_replace_commas and _BETWEEN_DASHES.fullmatch(narration):
                text = _with_comma(text, following, document.language)
            text = _joined(text, narration, following, document.language)
    return text


def _joined(piece: str, narration: str, following: str, language: Language) -> str:
    """A piece before narration that more speech of the turn follows.

    Where it goes on, some printers set its comma after the closing mark („Kind“, sagte er, „komm“).
    """
    if narration.isspace() and not _PARAGRAPH.search(narration):
        return piece  # a mark that is repeated at the beginning of lines
    goes_on = following.lstrip("¿¡")[:1].islower()
    inside, *beyond = _PARAGRAPH.split(narration, maxsplit=1)
    if beyond:
        return _closed(piece, inside, language) if _is_tag(inside) and not goes_on else piece
    ended = _STOPS.search(narration)
    mark = ended[0] if ended else ""
    if mark not in _FULL_STOPS and not goes_on:
        closed = _closed(piece, narration, language)
        return f"{closed}。" if closed[-1:].isalpha() and not blank_after(closed) else closed
    has_comma = mark == "," or _COMMA.match(narration) is not None
    last = _LAST.search(piece)
    takes = has_comma and _is_tag(narration) and last is not None and last[0].isalnum()
    return f"{piece}," if takes and _begins_clause(piece, following, language) else piece


def _with_comma(piece: str, following: str, language: Language) -> str:
    """A piece with the comma that a dash replaced; none before "and" and prepositions, or after "that is"."""
    word = _WORD.match(following)
    if word is None or not word[0].islower() or not piece[-1:].isalnum():
        return piece
    joined = word[0] in {*language.and_words, *language.oblique}
    joined |= _WORD.findall(piece)[-1].lower() in language.small_words - language.talk_words
    return piece if joined else f"{piece},"


def _begins_clause(piece: str, following: str, language: Language) -> bool:
    """Whether a comma is due before words in lower case: after a name or noun, or before no unknown verb."""
    word = _WORD.match(following)
    if word is None or word[0] in language.oblique:
        return word is None
    known = (language.small_words, language.pronouns, language.determiners, language.talk_words)
    return any(word[0] in words for words in known) or _WORD.findall(piece)[-1][:1].isupper()


def _is_tag(narration: str) -> bool:
    return any(letter.isalpha() for letter in narration)


def _ended(piece: str, document: Document, end: int) -> str:
    """The last piece of a turn; a mark is missing if a tag took its place, or behind the closing mark."""
    narration = _PARAGRAPH.split(document.text[end : end + 80], maxsplit=1)[0]
    due = _is_tag(narration) or piece[-1:] in _COMMAS or _STOP_BEHIND.match(narration) is not None
    return _closed(piece, narration, document.language) if due else piece


def _closed(piece: str, narration: str, language: Language) -> str:
    """A piece with a mark instead of a comma or semicolon, or after its last letter; other marks stay.

    The mark is a full stop; before a verb of asking a question mark, which some printers leave out there.
    """
    last = _LAST.search(piece)
    if not last or last[0] in _SENTENCE or last[0] in "—–-)]" or last[0] == language.question_mark:
        return piece
    if last[0] not in _FULL_STOPS and not blank_after(last[0]):
        return piece  # 「行こう」と言った。
    place = last.start() if last[0] in _FULL_STOPS else last.end()
    if place and piece[place - 1] in _SENTENCE:  # Well...,
        return piece[:place] + piece[last.end() :]
    asked = any(
        word.lower() in language.speech_verbs and word.lower().startswith(language.asking_stems)
        for word in _WORD.findall(narration)[:_TAG]
    )
    return f"{piece[:place]}{'?' if asked else _FULL_STOPS.get(last[0], '.')}{piece[last.end() :]}"
