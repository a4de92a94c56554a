"""The texts of turns: what a tag took from their punctuation is put back.

Printers end speech before a tag with a comma instead of a full stop, or with nothing: “I am,” said Tom.
“Sit.” or „Ich komme“, sagte er. A full stop is due where the tag ends its sentence; where the sentence
continues after it, its marks stay as they are (Chicago Manual of Style, chapter 13; amtliche Regelung der
deutschen Rechtschreibung, quotation marks; Ortografía de la lengua española 2010, 3.4.9.2).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from dialogue_etl.text.spans import NO_BLANK_BEFORE

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.text.points import Offsets
    from dialogue_etl.text.spans import Spans

_LAST = re.compile(r"[\w,;.!?…:—–)\]-](?=[^\w,;.!?…:—–)\]-]*$)")
"""The last character of a text that is not a quotation mark, an underscore or a blank."""
_SENTENCE = frozenset(".!?…:")
_STOPS = re.compile(r"[.!?…:;,](?=[\W_]*$)")
"""The mark that ends narration, before the dash or quotation mark of the speech that follows."""
_LOUD = re.compile(r"[!?…][^\w,;.!?…]*$")
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
    text, last = "", len(spans) - 1
    for number, (start, end) in enumerate(spans):
        piece = " ".join(document.raw[start:end].split())
        if _LOUD.search(text) and piece[:1] in {".", ","}:
            piece = piece[1:].lstrip()  # —¿Qué? —preguntó—. ¡Nunca!
        text += piece if not text or piece[:1] in NO_BLANK_BEFORE else f" {piece}"
        if number == last:
            return _ended(text, document, end)
        following = document.raw[slice(*spans[number + 1])].lstrip(" _\n")
        if following[:1] not in NO_BLANK_BEFORE:
            text = _joined(text, document.text[end : spans[number + 1][0]], following)
    return text


def _joined(piece: str, narration: str, following: str) -> str:
    """A piece before narration that more speech of the turn follows."""
    if _PARAGRAPH.search(narration):
        return piece
    ended = _STOPS.search(narration)
    continues = following[:1].islower() or (ended is not None and ended[0] in ",;")
    return piece if continues else _with_stop(piece)


def _ended(piece: str, document: Document, end: int) -> str:
    """The last piece of a turn; a full stop is missing only if a tag took its place."""
    following = document.text[end : end + 80]
    paragraph = _PARAGRAPH.search(following)
    tagged = any(letter.isalpha() for letter in (following[: paragraph.start()] if paragraph else following))
    return _with_stop(piece) if tagged or piece[-1:] == "," else piece


def _with_stop(piece: str) -> str:
    """A piece with a full stop instead of a comma, or after its last letter; other marks stay."""
    last = _LAST.search(piece)
    if not last or last[0] in _SENTENCE or last[0] in ";—–-)]":
        return piece
    place = last.start() if last[0] == "," else last.end()
    return f"{piece[:place]}.{piece[last.end() :]}"
