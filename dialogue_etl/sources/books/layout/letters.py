"""Letters and other writing that is quoted: from the salutation to the signature, or indented as a whole.

A letter in a novel is quoted paragraph by paragraph (Chicago Manual of Style 13.32) or indented. A letter
that is neither is running text: novels in letters tell of talk like other ones.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.layout.set_apart import Manner, SetApart
from dialogue_etl.sources.books.layout.shapes import letters_at
from dialogue_etl.sources.books.layout.signatures import (
    BODY,
    NAME,
    NARROW,
    SHORT,
    begins_with,
    is_name,
    matching,
    signatures,
)
from dialogue_etl.text.points import one_of
from dialogue_etl.text.spans import Spans
from dialogue_etl.text.word_search import holds_any

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.layout.shapes import Shapes
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask

_LONGEST = 12
"""Paragraphs that a letter between salutation and signature has at most, where marks close each."""
_LINES = 4
"""Lines of place and date above a salutation, and of the signature below, at most."""
_SENTENCE = 150
"""Characters before a quotation that are looked at: a sentence, more or less."""
_ASKS = frozenset("?!…")
_MINE = "m"
"""My, mein, mon, mio, mój: what may stand before the first word begins so in all these languages."""
_LEADS = ":—–-"
# The salutation in one paragraph with the letter: before a dash, or on a line of its own.
_RUN_ON = re.compile(r"[^.?!\n,;:]{0,50}[,:.][ ]?(?:--|[—–])")
_ADDRESSED = re.compile(r"[^.?!\n,;:]{0,50},\W*\Z")
_OWN_LINE = re.compile(r"[^.?!\n,;:]{0,50}[,:!]\n")
_HAS_FIGURE = re.compile(r"\d")
_POSTSCRIPT = re.compile(r"P\. ?S\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def letters(book: BookText, shapes: Shapes, language: Language, barriers: Mask) -> Mask:
    """Which paragraphs are letters or other writing: quoted or indented, with what letters have.

    Args:
        book: its text.
        shapes: of its paragraphs.
        language: the words of its letters.
        barriers: paragraphs that no letter runs over: headings.
    """
    found = np.zeros(len(shapes.lengths), np.bool_)
    at = SetApart(book, shapes, barriers)
    writing = language.writing_words
    closes = begins_with(language.letter_closings)
    opened = _salutations(at, language.letter_openings, language.speech_verbs)
    begun = [(_first_line(at, number), number) for number in opened]
    begun += [(number, number) for number in _announced(at, writing, language)]
    last = -1
    for first, number in sorted(begun):
        if number >= last:
            last = _last_of_letter(at, number, closes)
            found[first : last + 1] = True
    for number in signatures(at, language.letter_closings):
        if not found[number] or not found[number - 1]:
            found[_first_of_letter(at, number) : _last_line(at, number) + 1] = True
    return found


def _salutations(at: SetApart, openings: tuple[str, ...], verbs: frozenset[str]) -> list[int]:
    """Paragraphs that are salutations, or begin with one."""
    shapes, begins = at.shapes, begins_with(openings)
    apart = (shapes.quoted | shapes.set_in) & ~at.barriers
    alone = apart & (shapes.lengths <= SHORT) & one_of(shapes.last, ",:")
    found = [number for number in matching(at, alone, begins) if at.is_apart(number)]
    run_on = apart & ~alone & (shapes.lines > 1) & one_of(shapes.letter, letters_at((_MINE, *openings), 0))
    narrow = shapes.first_lines <= min(NAME, NARROW * shapes.width)
    for number in matching(at, run_on, begins):
        match = begins.match(said := at.said(number))
        after = match.end() if match else 0
        own_line = narrow[number] and _OWN_LINE.match(said, after)
        if own_line or (at.is_apart(number) and _RUN_ON.match(said, after)):
            found.append(number)
    return sorted(found + _plain_salutations(at, begins, verbs))


def _plain_salutations(at: SetApart, begins: Pattern[str], verbs: frozenset[str]) -> list[int]:
    """Salutations that are running text, below place and date or not, with a quoted letter under them."""
    shapes, ends = at.shapes, at.book.paragraphs.ends
    plain = ~shapes.quoted & ~shapes.set_in & ~at.barriers & (shapes.last == ord(","))
    plain &= (shapes.lengths <= SHORT) & np.append(shapes.quoted[1:], False)
    found = []
    for number in plain.nonzero()[0].tolist():
        said = at.book.text[at.book.text.rfind("\n", 0, int(ends[number])) + 1 : int(ends[number])]
        match = begins.match(said)
        if match and _ADDRESSED.match(said, match.end()) and at.is_apart(number + 1):
            tells = verbs.intersection(word.lower() for word in _WORD.findall(said))
            found += [] if tells else [number]
    return found


def _announced(at: SetApart, writing: frozenset[str], language: Language) -> list[int]:
    """Quoted paragraphs before which the narration says that something written follows."""
    shapes = at.shapes
    leads = (one_of(shapes.last[:-1], _LEADS) & ~shapes.quoted[:-1] & shapes.quoted[1:]).nonzero()[0]
    starts, ends = at.book.paragraphs
    before = Spans(np.maximum(starts[leads], ends[leads] - _SENTENCE), ends[leads])
    narrations = before.pieces(at.book.text)
    found = []
    for place in holds_any(narrations, writing).nonzero()[0].tolist():
        words = _WORD.findall(re.split(r"[.!?…]\s", narrations[place])[-1].lower())
        told = writing.intersection(words) and not _verbs(words, language) - writing
        below = int(leads[place]) + 1
        if told and at.is_apart(below):
            found.append(below)
    return found


def _verbs(words: list[str], language: Language) -> set[str]:
    """The speech verbs among some words; behind a determiner it is a noun (the answer)."""
    before = ["", *words]
    return {
        word
        for last, word in zip(before, words, strict=False)
        if word in language.speech_verbs and last not in language.determiners
    }


def _is_capitalised(said: str) -> bool:
    """Whether a line is a name or a place, or one with another line below it."""
    return said.rstrip(".").istitle() or said.isupper() or said.endswith(",")


def _is_close(at: SetApart, number: int, closes: Pattern[str]) -> bool:
    """Whether a paragraph of a letter is a line above its signature, or the name alone."""
    if at.shapes.lengths[number] > SHORT or at.bare(number)[-1:] in _ASKS:
        return False
    return bool(closes.match(at.said(number))) or is_name(at, number)


def _first_line(at: SetApart, salutation: int) -> int:
    """The first of the lines with place and date above a salutation."""
    first = salutation
    while first > salutation - _LINES and at.is_apart(first - 1):
        said = at.bare(first - 1)
        if len(said) > SHORT or said[-1:] in _ASKS or not (_is_capitalised(said) or _HAS_FIGURE.search(said)):
            break
        first -= 1
    return first


def _last_of_letter(at: SetApart, first: int, closes: Pattern[str]) -> int:
    """The last paragraph of the letter that begins in a paragraph.

    It has a signature within a few paragraphs that are set apart; otherwise it is one quotation.
    """
    for number in range(first + 1, first + _LONGEST):
        if not at.is_apart(number):
            break
        if _is_close(at, number, closes):
            return _last_line(at, number)
    body = first
    if at.shapes.lengths[first] <= SHORT and at.manner(first) is not Manner.OPEN and at.is_apart(first + 1):
        body = first + 1
    return at.last_of_speech(body)


def _first_of_letter(at: SetApart, signed: int) -> int:
    """The first paragraph of the letter that ends with a signature."""
    lengths = at.shapes.lengths
    above = lengths[signed] <= SHORT and at.is_apart(signed - 1) and lengths[signed - 1] >= BODY
    return at.first_of_speech(signed - 1 if above else signed)


def _last_line(at: SetApart, signed: int) -> int:
    """The last of the lines of a signature, and of the postscript below it."""
    last = signed
    while last < signed + _LINES and at.is_apart(last + 1) and at.shapes.lengths[last + 1] <= NAME:
        said = at.bare(last + 1)
        if said[-1:] in _ASKS or not _is_capitalised(said):
            break
        last += 1
    if at.is_apart(last + 1) and _POSTSCRIPT.match(at.bare(last + 1)):
        last = at.last_of_speech(last + 1)
    return last
