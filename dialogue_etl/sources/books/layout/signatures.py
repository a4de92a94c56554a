"""The end of a letter: the line above the signature, the signature itself, or a last paragraph with both."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.points import one_of

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.sources.books.layout.set_apart import SetApart
    from dialogue_etl.text.points import Mask, Places, Points

SHORT = 120
"""Characters of a salutation, a date or a line above the signature at most."""
NAME = 60
"""Characters of a signature or a place at most."""
NARROW = 0.75
"""Of the width of the text, what a salutation on its own line, or one above a signature, has at most."""
BODY = 150
"""Characters that a letter has at least, where nothing but a signature tells it from talk."""
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ ]?){2,}+|[^\W\d_]+\.?(?:[ ][^\W\d_]+\.?)+")
_AND_SO_ON = re.compile(r"&c\W*+(?:&c\W*+)*+")
# A name behind a dash, without the full stop that ends talk, or all of it in capitals.
SIGNED = re.compile(
    r"[.!…] ?(?:--|[—–])(?:[^\W\d_a-zß-öø-ÿ][^\W\d_]+(?: [^\W\d_a-zß-öø-ÿ][^\W\d_]+){0,3}"
    r"|(?:[^\W\d_a-zß-öø-ÿ]{2,}+[. ]{0,2}+){1,4})[”\"»“«]\.?\Z"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


@cache
def begins_with(words: tuple[str, ...]) -> Pattern[str]:
    """An expression for one of the words, a short one before it or not: my dear, I am."""
    any_word = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or r"(?!)"
    return re.compile(rf"[\W_]{{0,9}}+(?:[^\W\d_]{{1,5}} )??(?:{any_word})(?!\w)", re.IGNORECASE)


def matching(at: SetApart, candidates: Mask, begins: Pattern[str]) -> list[int]:
    """Those of some paragraphs that begin so."""
    text, starts = at.book.text, at.book.paragraphs.starts
    return [number for number in candidates.nonzero()[0].tolist() if begins.match(text, int(starts[number]))]


def signatures(at: SetApart, closings: tuple[str, ...]) -> list[int]:
    """Paragraphs that are the end of a letter: a line above the signature, or the name alone."""
    shapes, begins = at.shapes, begins_with(closings)
    apart = (shapes.quoted | shapes.set_in) & ~at.barriers
    short = apart & (shapes.lengths <= SHORT)
    broken = (shapes.lines > 1) & (shapes.first_lines <= min(NAME, NARROW * shapes.width))
    found = matching(at, short & ((shapes.last == ord(",")) | broken), begins) + _and_so_on(at, closings)
    below = short & (shapes.lengths <= NAME)
    below[1:] &= shapes.quoted[:-1] & (shapes.lengths[:-1] >= BODY)
    may_be = below.nonzero()[0]
    may_be = may_be[~_begins_small(at, may_be)]
    named = [number for number in may_be.tolist() if is_name(at, number)]
    found += named + _run_on_signatures(at)
    return sorted({number for number in found if at.is_apart(number)})


def _run_on_signatures(at: SetApart) -> list[int]:
    """Paragraphs that end in a signature behind a dash: I am well.--Tom Bell."""
    long = (at.shapes.quoted & ~at.barriers & (at.shapes.lengths >= BODY)).nonzero()[0]
    text, ends = at.book.text, at.book.paragraphs.ends[long]
    may_be = may_be_signed(at.book.points, ends)
    return [
        number
        for number, end in zip(long[may_be].tolist(), ends[may_be].tolist(), strict=True)
        if SIGNED.search(text, end - NAME, end)
    ]


def may_be_signed(points: Points, ends: Places) -> Mask:
    """Of long paragraphs those that end as a signature does, the name and the dash aside.

    Behind the closing mark a full stop may stand; before it a letter stands, or a full stop or a blank that
    no plain small letter precedes. Most speech ends otherwise.
    """
    mark = ends - 1 - (points[ends - 1] == ord("."))
    before = points[mark - 1]
    stopped = one_of(before, ". ") & ~_is_small(points[mark - 2])
    return one_of(points[mark], '”"»“«') & (stopped | ~one_of(before, ". ,?!…—–-"))


def _begins_small(at: SetApart, numbers: Places) -> Mask:
    """For each of some paragraphs whether its third or fourth character is a plain small letter."""
    starts, ends = at.book.paragraphs.where(numbers)
    third, fourth = (at.book.points[np.minimum(starts + place, ends - 1)] for place in (2, 3))
    return _is_small(third) | _is_small(fourth)


def _is_small(points: Points) -> Mask:
    return (points >= ord("a")) & (points <= ord("z"))


def _and_so_on(at: SetApart, closings: tuple[str, ...]) -> list[int]:
    """Paragraphs that end as letters of their time do: Yours, &c."""
    starts, ends = at.book.paragraphs
    found = []
    place = at.book.text.find("&")
    while place >= 0:
        number = int(starts.searchsorted(place, side="right")) - 1
        rest = at.book.text[place : min(int(ends[number]), place + NAME)]
        if place + len(rest) == ends[number] and _AND_SO_ON.fullmatch(rest):
            line = at.book.text[max(int(starts[number]), place - NAME // 2) : place].lower()
            found += [number] if set(closings).intersection(_WORD.findall(line)) else []
        place = at.book.text.find("&", place + 1)
    return found


def is_name(at: SetApart, number: int) -> bool:
    """Whether a paragraph is nothing but a name or initials, in capitals."""
    said = at.bare(number)
    return at.is_apart(number) and said.isupper() and bool(_INITIALS.fullmatch(said))
