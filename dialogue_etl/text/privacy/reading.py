"""Texts as people read them, for patterns: full-width characters, entities, invisible signs, emphasis."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from typing import NamedTuple

_FULL_WIDTH = 0xFEE0  # between `！` and `!`, and so for each of them (Unicode, Halfwidth and Fullwidth Forms)
_READ = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-./@_%~=&#"
"""Not `，`, `：`, `？`, `（`: these are the punctuation of Chinese, which ends an address."""
_BLANKS = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000\t"
_HYPHENS = "\u2010\u2011\u2012\u2013\u2212\ufe63"
_TABLE = {
    **{ord(sign) + _FULL_WIDTH: sign for sign in _READ},
    **dict.fromkeys(map(ord, _BLANKS), " "),
    **dict.fromkeys(map(ord, _HYPHENS), "-"),
    0xFE6B: "@",
}
_OTHER = re.compile(f"[{re.escape(''.join(map(chr, _TABLE)))}]")
EMPHASIS = "*_`"
_DOTS = {"[.]": ".", "(.)": ".", "{.}": ".", " . ": "."}
"""As people write dots so that an address does not become a link; with blanks in texts cut into tokens."""
_LONGER = re.compile(
    "[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]"
    # Marks of emphasis: an asterisk, and a low line at the beginning or end of a word; Markdown's escapes
    r"|[*`]|(?<![^\W_])_+|_+(?![^\W_])|\\(?=[_@.+()\[\]-])"
    # Dots of addresses; a second blank, or a line's end after a hyphen or bracket, within a number
    r"|(?<=[A-Za-z0-9])(?:\[\.\]|\(\.\)|\{\.\})(?=[A-Za-z0-9])|(?<=[0-9]) \. (?=[0-9])"
    r"|(?<=[0-9)] ) (?=[0-9(])|(?<=[0-9][-)])\n(?=[0-9])"
    "|&(?:#[0-9]{1,6}|#[xX][0-9a-fA-F]{1,5}|commat|period|colon|plus|lowbar|hyphen|nbsp|sol|lpar|rpar|amp);"
)


class View(NamedTuple):
    """A text as read.

    Attributes:
        text: for patterns.
        ends: of pieces whose length differs from the original's: places in the view, in order.
        shifts: how many characters the original is ahead from there on.
    """

    text: str
    ends: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()

    def place(self, at: int) -> int:
        """The place in the original of a place in the view."""
        number = bisect_right(self.ends, at)
        return at + self.shifts[number - 1] if number else at


def as_read(text: str) -> View:
    """A text with lookalike characters made ASCII, entities resolved; no emphasis, nothing unseen."""
    if not text.isascii() and _OTHER.search(text):
        text = text.translate(_TABLE)
    if not _LONGER.search(text):
        return View(text)
    pieces, ends, shifts = [], list[int](), list[int]()
    at = size = 0
    for found in _LONGER.finditer(text):
        piece = found.group()
        shown = html.unescape(piece).translate(_TABLE) if piece[0] == "&" else _DOTS.get(piece, "")
        pieces += [text[at : found.start()], shown]
        size += found.start() - at + len(shown)
        at = found.end()
        ends.append(size)
        shifts.append(at - size)
    return View("".join([*pieces, text[at:]]), tuple(ends), tuple(shifts))
