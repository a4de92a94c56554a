"""Finds letters and other quoted writing: from the salutation to the signature, or indented as a whole.

A letter in a novel is quoted paragraph by paragraph (Chicago Manual of Style 13.32) or indented. A letter
that is neither is running text, since novels in letters contain dialogues like other novels.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.layout.paragraphs import MARKS
from dialogue_etl.text.letters import CAPITAL
from dialogue_etl.text.points import one_of
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.layout.paragraphs import Shapes
    from dialogue_etl.text.points import Mask
    from dialogue_etl.text.spans import BookText

SHORT = 120
"""Characters of a salutation, a date or a line above the signature, at most."""
NAME = 60
"""Characters of a signature or a place, at most."""
NARROW = 0.75
"""Width of the line of a salutation, or above a signature, as a share of the width of the text, at most."""
BODY = 150
"""Characters of a letter that only its signature distinguishes from speech, at least."""
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ ]?){2,}+|[^\W\d_]+\.?(?:[ ][^\W\d_]+\.?)+")
_AND_SO_ON = re.compile(r"&c\W*+(?:&c\W*+)*+")
# A name after a dash, without the full stop that ends speech, or in capitals.
_SIGNED = re.compile(
    rf"[.!…] ?(?:--|[—–])(?:{CAPITAL}[^\W\d_]+(?: {CAPITAL}[^\W\d_]+){{0,3}}"
    rf"|(?:{CAPITAL}{{2,}}+[. ]{{0,2}}+){{1,4}})[”\"»“«]\.?\Z"
)
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

_LONGEST = 12
"""Paragraphs from salutation to signature, at most."""
_LINES = 4
"""Lines of place and date above a salutation, and of the signature below, at most."""
_SENTENCE = 150
"""Characters before a quotation that are looked at: about a sentence."""
_ASKS = frozenset("?!…")
_LEADS = ":—–-"
# The end of a salutation in the same paragraph as the letter: before a dash, or on a line of its own.
_RUN_ON = re.compile(r"[^.?!\n,;:]{0,50}[,:.][ ]?(?:--|[—–])")
_OWN_LINE = re.compile(r"[^.?!\n,;:]{0,50}[,:!]\n")
_HAS_FIGURE = re.compile(r"\d")
# Le 20 novembre, dimanche. Saint-André, 30 novembre 1803. Sunday, May 24th.
_DATE = re.compile(
    r"[_ ]*(?:[^\W\d_]+(?:-[^\W\d_]+)*[,.]? ){0,2}"
    r"(?:\d{1,2}(?:[.º]|er|ste?|nd|rd|th)? (?:de |of )?[^\W\d_]{3,}|[^\W\d_]{3,}\.? \d{1,2}(?:st|nd|rd|th)?)"
    r"(?:,? \d{4})?(?:, [^.?!\n]*)?[._]*(?:\Z|\n\n)"
)
_POSTSCRIPT = re.compile(r"P\. ?S\b", re.IGNORECASE)
_CLOSING = {
    "“": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "‘": "’",
    "‹": "›",
    "›": "‹",
    "”": "”",
    '"': '"',
    "'": "'",
}
_LONGEST_QUOTATION = 100
"""Paragraphs of one quotation, at most: limits the time, since each line of a letter looks at all of them."""
# A single mark closes after punctuation and before no letter.
_SINGLE = re.compile(r"(?<=[,.;:!?…—–-])['’](?!\w)")


class Manner(Enum):
    """How a paragraph is set apart."""

    RUNNING = "it is not"
    OPEN = "a mark opens it, none closes it"
    WHOLE = "a mark opens it, one closes it at its end"
    INDENTED = "all of it is indented"


_QUOTED = (Manner.OPEN, Manner.WHOLE)


class SetApart:
    """How the paragraphs of a book are set apart; each is looked at on first use.

    Args:
        book: its text.
        shapes: of its paragraphs.
        barriers: headings and scene breaks, which no letter contains.
    """

    def __init__(self, book: BookText, shapes: Shapes, barriers: Mask) -> None:
        self.book, self.shapes, self.barriers = book, shapes, barriers
        self._known: dict[int, Manner] = {}

    def text(self, number: int) -> str:
        """The text of a paragraph."""
        starts, ends = self.book.paragraphs
        return self.book.text[int(starts[number]) : int(ends[number])]

    def bare(self, number: int) -> str:
        """The text of a paragraph without marks at its edges."""
        return self.text(number).strip(MARKS + "_ \n")

    def manner(self, number: int) -> Manner:
        """How a paragraph is set apart; barriers and numbers out of range count as running text."""
        if not 0 <= number < len(self.barriers) or self.barriers[number]:
            return Manner.RUNNING
        if number not in self._known:
            indented = Manner.INDENTED if self.shapes.set_in[number] else Manner.RUNNING
            self._known[number] = _quoted(self.text(number)) or indented
        return self._known[number]

    def is_apart(self, number: int) -> bool:
        """Whether a paragraph is set apart."""
        return self.manner(number) is not Manner.RUNNING

    def last_of_speech(self, number: int) -> int:
        """The last paragraph of the quotation that begins in a paragraph: all but the last are left open."""
        for last in range(number, number + _LONGEST_QUOTATION):
            if self.manner(last) is not Manner.OPEN or self.manner(last + 1) not in _QUOTED:
                return last
        return number + _LONGEST_QUOTATION

    def first_of_speech(self, number: int) -> int:
        """The first paragraph of the quotation that a paragraph continues."""
        for first in range(number, number - _LONGEST_QUOTATION, -1):
            if self.manner(first - 1) is not Manner.OPEN:
                return first
        return number - _LONGEST_QUOTATION


def _quoted(text: str) -> Manner | None:
    inner = text.lstrip("_ ")
    closing = _CLOSING.get(inner[:1])
    if not closing:
        return None
    # Spanish and French printers put the full stop after the mark: «…».
    inner = inner[1:].rstrip("_ .,;")
    closes = inner[-1:] in closing
    inside = inner[:-1] if closes else inner
    tagged = _SINGLE.search(inside) if closing in "’'" else any(mark in inside for mark in closing)
    if tagged:
        return None
    return Manner.WHOLE if closes else Manner.OPEN


def letters(book: BookText, shapes: Shapes, language: Language, barriers: Mask) -> Mask:
    """Which paragraphs are letters or other writing: quoted or indented, with the parts that letters have.

    Args:
        book: its text.
        shapes: of its paragraphs.
        language: has the words of letters.
        barriers: headings and scene breaks, which no letter contains.
    """
    found = np.zeros(len(shapes.lengths), np.bool_)
    at = SetApart(book, shapes, barriers)
    writing = language.writing_words
    closes = begins_with(language.letter_closings)
    opened = _salutations(at, language.letter_openings)
    begun = [(_first_line(at, number), number) for number in opened]
    begun += [(number, number) for number in (*_announced(at, writing, language), *_dated(at))]
    last = -1
    for first, number in sorted(begun):
        if number >= last:
            last = _last_of_letter(at, number, closes)
            found[first : last + 1] = True
    for number in signatures(at, language.letter_closings):
        if not found[number] or not found[number - 1]:
            found[_first_of_letter(at, number) : _last_line(at, number) + 1] = True
    return found


def are_whole_letters(book: BookText, spans: Spans, language: Language) -> Mask:
    """For each span whether it is a letter in one paragraph, from the salutation to the signature.

    Args:
        book: its text.
        spans: of quotations.
        language: has the words of letters.
    """
    found = np.zeros(len(spans.starts), np.bool_)
    begins, signed = begins_with(language.letter_openings), _signed(language.letter_closings)
    long = (spans.ends - spans.starts >= NAME) & ~one_of(book.points[spans.ends - 1], ",;:?!…—–-")
    for number in long.nonzero()[0].tolist():
        start, end = int(spans.starts[number]), int(spans.ends[number])
        if begins.match(book.text, start, start + NAME):
            found[number] = signed.search(book.text, end - NAME, end) is not None
    return found


@cache
def _signed(closings: tuple[str, ...]) -> Pattern[str]:
    """A pattern for a closing and a name at the end: Yours ever, Tom Bell."""
    words = "|".join(re.escape(word) for word in closings) or r"(?!)"
    name = rf"(?:{CAPITAL}[\w’'.]*\W{{0,2}}){{1,3}}"
    return re.compile(
        rf"(?i:[.!?…,—–-]\W*(?:\w{{1,5}} )??(?:{words})\b)[^.?!]{{0,30}}?[,.—–-]\W{{0,3}}{name}\Z"
    )


def _salutations(at: SetApart, openings: tuple[str, ...]) -> list[int]:
    """Paragraphs that are salutations, or begin with one."""
    shapes, begins = at.shapes, begins_with(openings)
    apart = (shapes.quoted | shapes.set_in) & ~at.barriers
    alone = apart & (shapes.lengths <= SHORT) & one_of(shapes.last, ",:-—–")
    found = [
        number
        for number in matching(at, alone, begins)
        # A dash without comma or colon is interrupted speech.
        if at.is_apart(number) and at.bare(number).rstrip("-—– ")[-1:] in {",", ":"}
    ]
    run_on = apart & ~alone & (shapes.lines > 1)
    narrow = shapes.first_lines <= min(NAME, NARROW * shapes.width)
    for number in matching(at, run_on, begins):
        text = at.text(number)
        match = begins.match(text)
        if not match or not text[1].isalpha():  # after a second mark it is quoted inside speech
            continue
        after = match.end()
        own_line = narrow[number] and _OWN_LINE.match(text, after)
        if own_line or (at.is_apart(number) and _RUN_ON.match(text, after)):
            found.append(number)
    return sorted(found)


def _announced(at: SetApart, writing: frozenset[str], language: Language) -> list[int]:
    """Quoted paragraphs after narration that introduces written text."""
    shapes = at.shapes
    leads = (one_of(shapes.last[:-1], _LEADS) & ~shapes.quoted[:-1] & shapes.quoted[1:]).nonzero()[0]
    starts, ends = at.book.paragraphs
    before = Spans(np.maximum(starts[leads], ends[leads] - _SENTENCE), ends[leads])
    found = []
    for below, narration in zip((leads + 1).tolist(), before.pieces(at.book.text), strict=True):
        words = WORD.findall(re.split(r"[.!?…]\s", narration)[-1].lower())
        is_writing = writing.intersection(words) and not _verbs(words, language) - writing
        if is_writing and at.is_apart(below):
            found.append(below)
    return found


def _dated(at: SetApart) -> list[int]:
    """Quoted paragraphs below a line with only a date: of a diary or letter."""
    shapes, starts = at.shapes, at.book.paragraphs.starts
    above = (shapes.lengths[:-1] <= NAME) & ~(shapes.quoted | at.barriers)[:-1] & shapes.quoted[1:]
    return [n + 1 for n in above.nonzero()[0].tolist() if _DATE.match(at.book.text, int(starts[n]))]


def _verbs(words: list[str], language: Language) -> set[str]:
    """The speech verbs among some words; after a determiner the word is a noun (the answer)."""
    before = ["", *words]
    return {
        word
        for last, word in zip(before, words, strict=False)
        if word in language.speech_verbs and last not in language.determiners
    }


def _is_capitalised(text: str) -> bool:
    """Whether a line is a name or a place, or one with another line below it."""
    return text.rstrip(".").istitle() or text.isupper() or text.endswith(",")


def _is_close(at: SetApart, number: int, closes: Pattern[str]) -> bool:
    """Whether a paragraph of a letter is its closing line or its signature."""
    if at.shapes.lengths[number] > SHORT or at.bare(number)[-1:] in _ASKS:
        return False
    return bool(closes.match(at.text(number))) or is_name(at, number)


def _first_line(at: SetApart, salutation: int) -> int:
    """The first of the paragraphs with place and date above a salutation."""
    first = salutation
    while first > salutation - _LINES and at.is_apart(first - 1):
        text = at.bare(first - 1)
        if len(text) > SHORT or text[-1:] in _ASKS or not (_is_capitalised(text) or _HAS_FIGURE.search(text)):
            break
        first -= 1
    return first


def _last_of_letter(at: SetApart, first: int, closes: Pattern[str]) -> int:
    """The last paragraph of the letter that begins in a paragraph.

    That is its signature, if one follows within a few paragraphs that are set apart; else the end of the
    quotation.
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
    """The last of the paragraphs of a signature and of the postscript below it."""
    last = signed
    while last < signed + _LINES and at.is_apart(last + 1) and at.shapes.lengths[last + 1] <= NAME:
        text = at.bare(last + 1)
        if text[-1:] in _ASKS or not _is_capitalised(text):
            break
        last += 1
    if at.is_apart(last + 1) and _POSTSCRIPT.match(at.bare(last + 1)):
        last = at.last_of_speech(last + 1)
    return last


@cache
def begins_with(words: tuple[str, ...]) -> Pattern[str]:
    """A pattern for text that begins with one of the words, or with a short word before it: my dear, I am."""
    any_word = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or r"(?!)"
    return re.compile(rf"[\W_]{{0,9}}+(?:[^\W\d_]{{1,5}} )??(?:{any_word})(?!\w)", re.IGNORECASE)


def matching(at: SetApart, candidates: Mask, begins: Pattern[str]) -> list[int]:
    """The candidates that begin with a match of the pattern `begins`."""
    text, starts = at.book.text, at.book.paragraphs.starts
    return [number for number in candidates.nonzero()[0].tolist() if begins.match(text, int(starts[number]))]


def signatures(at: SetApart, closings: tuple[str, ...]) -> list[int]:
    """Paragraphs that are the end of a letter: its closing line or its signature."""
    shapes, begins = at.shapes, begins_with(closings)
    apart = (shapes.quoted | shapes.set_in) & ~at.barriers
    short = apart & (shapes.lengths <= SHORT)
    broken = (shapes.lines > 1) & (shapes.first_lines <= min(NAME, NARROW * shapes.width))
    found = matching(at, short & ((shapes.last == ord(",")) | broken), begins) + _and_so_on(at, closings)
    below = short & (shapes.lengths <= NAME)
    below[1:] &= shapes.quoted[:-1] & (shapes.lengths[:-1] >= BODY)
    named = [number for number in below.nonzero()[0].tolist() if is_name(at, number)]
    found += named + _run_on_signatures(at)
    return sorted({number for number in found if at.is_apart(number)})


def _run_on_signatures(at: SetApart) -> list[int]:
    """Paragraphs that end with a signature after a dash: I am well.--Tom Bell."""
    long = (at.shapes.quoted & ~at.barriers & (at.shapes.lengths >= BODY)).nonzero()[0]
    points, ends = at.book.points, at.book.paragraphs.ends[long]
    # Fast exit for speech: it ends with a full stop or dash after a lower-case letter.
    speech = (
        one_of(points[ends - 2], ".,?!…—–-") & (points[ends - 3] >= ord("a")) & (points[ends - 3] <= ord("z"))
    )
    return [
        number
        for number, end in zip(long[~speech].tolist(), ends[~speech].tolist(), strict=True)
        if _SIGNED.search(at.book.text, end - NAME, end)
    ]


def _and_so_on(at: SetApart, closings: tuple[str, ...]) -> list[int]:
    """Paragraphs that end with a closing and "&c": Yours, &c."""
    starts, ends = at.book.paragraphs
    found = []
    place = at.book.text.find("&")
    while place >= 0:
        number = int(starts.searchsorted(place, side="right")) - 1
        rest = at.book.text[place : min(int(ends[number]), place + NAME)]
        if place + len(rest) == ends[number] and _AND_SO_ON.fullmatch(rest):
            line = at.book.text[max(int(starts[number]), place - NAME // 2) : place].lower()
            found += [number] if set(closings).intersection(WORD.findall(line)) else []
        place = at.book.text.find("&", place + 1)
    return found


def is_name(at: SetApart, number: int) -> bool:
    """Whether a paragraph is only a name or initials, in capitals."""
    text = at.bare(number)
    return at.is_apart(number) and text.isupper() and bool(_INITIALS.fullmatch(text))
