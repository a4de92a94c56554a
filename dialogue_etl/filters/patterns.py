"""What utterance rules are made of: patterns that cut, full-width characters read as ASCII, and placeholders.

A text may be a line of 50 MB of one character: no pattern may look further than a bounded number of
characters for what it does not find, and a cheap test comes before each.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dialogue_etl.filters import Cut
from dialogue_etl.filters.rule import Marked, UtteranceRule

EMAIL, ID_CARD, PHONE, QQ, WECHAT = "<EMAIL>", "<IDCARD>", "<PHONE>", "<QQ>", "<WECHAT>"
NAME = re.compile(r"<NAME(\d{1,9})>")
PLACEHOLDER = re.compile(r"<(?:EMAIL|IDCARD|PHONE|QQ|WECHAT|NAME\d{1,9})>")
"""What stands in texts in place of what is private. No rule takes it for noise, no reader for a tag."""
LINK = re.compile(
    r"\[([^\[\]\n]{1,300})\]\((?:(?i:https?://|www\.)|[/#])[^\s()]{0,1000}(?:\([^\s()]{0,100}\)[^\s()]{0,100})?"
    r'(?: {1,3}"[^"\n]{0,300}")?\)'
)
"""A link as Markdown writes it, to an address or a place of the same site; its text is the first group."""
_BETWEEN_WORDS = re.compile(r"(?<=[A-Za-z0-9])\0+(?=[A-Za-z0-9])")
GONE = "\0"
"""Stands for what was cut until `closed`; no text of a corpus holds it."""

_FULL_WIDTH = 0xFEE0  # between `！` and `!`, and so for each of them (Unicode, Halfwidth and Fullwidth Forms)
_READ = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-./@_%~=&#"
"""Not `，`, `：`, `？`, `（`: these are the punctuation of Chinese, which ends an address."""
_TABLE = {ord(sign) + _FULL_WIDTH: sign for sign in _READ} | {0x3000: " "}
_ANY_WIDE = re.compile(f"[{re.escape(''.join(map(chr, _TABLE)))}]")


def cutter(
    pattern: re.Pattern[str], *needles: str, put: str | Callable[[re.Match[str]], str] = ""
) -> UtteranceRule:
    """A rule that cuts out what a pattern finds.

    Args:
        pattern: of the noise.
        needles: of which one is in every text that holds such noise; none given: any text may.
        put: stands in place of the noise.
    """

    def rule(text: str) -> Cut | None:
        for needle in needles:  # not `any`: every text comes by here, and a generator takes longer
            if needle in text:
                break
        else:
            if needles:
                return None
        found = pattern.search(text)
        return Cut(pattern.sub(put, text), found.group()) if found else None

    return Marked(rule, frozenset(needle[0] for needle in needles).__contains__) if needles else rule


def narrowed(text: str) -> str:
    """A text as long as it was, in ASCII where it was in full width.

    People write `ＱＱ１２３４５` where their input method does, or where a platform forbids the plain form.
    """
    return text.translate(_TABLE) if _ANY_WIDE.search(text) else text


def replaced(
    pattern: re.Pattern[str], put: Callable[[re.Match[str]], str | None], text: str, group: str | int = 0
) -> tuple[str, str]:
    """A text with something in place of what a pattern finds in its narrow form.

    Args:
        pattern: of what is to go.
        put: what stands in its place; None if it stays.
        text: in any width; what stays is as it was.
        group: the part of what is found that goes.

    Returns:
        What was found first, as it was written, empty if nothing was; and what the text is now.
    """
    first, end = "", 0
    pieces: list[str] = []
    for found in pattern.finditer(narrowed(text)):
        if (instead := put(found)) is None:
            continue
        first = first or text[found.start() : found.end()]
        pieces += [text[end : found.start(group)], instead]
        end = found.end(group)
    return first, "".join([*pieces, text[end:]])


def closed(text: str) -> str:
    """A text without its `GONE`; between words of letters a blank takes their place."""
    return _BETWEEN_WORDS.sub(" ", text).replace(GONE, "")


def characters(text: str) -> int:
    """The length of a text without its blanks."""
    return sum(map(len, text.split()))
