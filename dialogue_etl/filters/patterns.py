"""Building blocks of utterance rules: patterns that cut, full-width characters as ASCII, and placeholders.

A text may be a line of 50 MB of one character: the number of characters that a pattern looks at without a
match must be bounded, and a cheap test comes before each pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dialogue_etl.filters import Cut, Split, Verdict
from dialogue_etl.filters.rule import Marked, UtteranceRule
from dialogue_etl.text import privacy

NAME = re.compile(r"<NAME(\d{1,9})>")
PLACEHOLDER = re.compile(rf"{privacy.PLACEHOLDER}|<NAME\d{{1,9}}>")
"""Placeholders of private data. No rule treats them as noise, no parser as tags."""
LINK = re.compile(
    r"\[([^\[\]\n]{1,300})\]\((?:(?i:https?://|www\.)|[/#])[^\s()]{0,1000}(?:\([^\s()]{0,100}\)[^\s()]{0,100})?"
    r'(?: {1,3}"[^"\n]{0,300}")?\)'
)
"""A link in Markdown, to an address or within the same site; the first group is its text."""
_BETWEEN_WORDS = re.compile(r"(?<=[A-Za-z0-9])\0+(?=[A-Za-z0-9])")
GONE = "\0"
"""Marks where something was cut, until `closed` removes it; no text of a corpus contains it."""

_FULL_WIDTH = 0xFEE0  # between `！` and `!`, and so for each of them (Unicode, Halfwidth and Fullwidth Forms)
_READ = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-./@_%~=&#"
"""Not `，`, `：`, `？`, `（`: these are the punctuation of Chinese, which ends an address."""
_TABLE = {ord(sign) + _FULL_WIDTH: sign for sign in _READ} | {0x3000: " "}
_ANY_WIDE = re.compile(f"[{re.escape(''.join(map(chr, _TABLE)))}]")


def cutter(
    pattern: re.Pattern[str], *needles: str, put: str | Callable[[re.Match[str]], str] = ""
) -> UtteranceRule:
    """A rule that cuts what a pattern finds.

    Args:
        pattern: of the noise.
        needles: texts without any of these strings cannot contain the noise; none: all texts are searched.
        put: replaces the noise.
    """

    def rule(text: str) -> Cut | None:
        for needle in needles:  # faster than `any` with a generator, and called for every text
            if needle in text:
                break
        else:
            if needles:
                return None
        found = pattern.search(text)
        return Cut(pattern.sub(put, text), found.group()) if found else None

    return Marked(rule, frozenset(needle[0] for needle in needles).__contains__) if needles else rule


_ASIDES, _QUOTED = (
    {"()", "（）", "[]", "［］", "【】", "<>"},
    {"《》", "〈〉", "“”", "‘’", "「」", "『』", '""', "''"},
)
_NEAR = 20  # characters: further blanks are none within a sentence
_OPEN, _STOPS = frozenset("，,、;；:：(（"), frozenset("，。,.;；!！?？、)）")


def part_cutter(
    pattern: re.Pattern[str], *needles: str, put: str | Callable[[re.Match[str]], str] = ""
) -> UtteranceRule:
    """As `cutter`, for noise that may be a word of its sentence, such as a mention or an address.

    What remains is whole, or the utterance is dropped: brackets around the noise are cut, too; and noise in
    quotation marks, between two words of a sentence, or between two punctuation marks leaves a hole.
    """
    cut = cutter(pattern, *needles)

    def rule(text: str) -> Verdict | None:
        if not (found := cut(text)):
            return None
        left = without_parts(text, [(one.start(), one.end(), one) for one in pattern.finditer(text)], put)
        return Split(found.detail) if left is None else Cut(left, found.detail)

    return Marked(rule, cut.is_mark) if isinstance(cut, Marked) else rule


def without_parts(
    text: str, spans: list[tuple[int, int, re.Match[str]]], put: str | Callable[[re.Match[str]], str] = ""
) -> str | None:
    """A text without the noise in spans, or None if that leaves a hole."""
    pieces: list[str] = []
    last, begin = 0, -1  # the end of what was cut, and where noise began that only blanks divide
    for number, (first, stop, found) in enumerate(spans):
        start, end = _bracketed(text, first, stop)
        begin = start if begin < 0 else begin
        following = spans[number + 1][0] if number + 1 < len(spans) else len(text)
        if number + 1 == len(spans) or text[end : min(following, end + _NEAR)].strip():
            blank = text[begin : begin + 1].isspace()
            if _is_hole(text[max(0, begin - _NEAR) : begin + blank], text[end : end + _NEAR]):
                return None
            begin = -1
        pieces += [text[last:start], put if isinstance(put, str) else put(found)]
        last = end
    return "".join([*pieces, text[last:]])


def _bracketed(text: str, start: int, end: int) -> tuple[int, int]:
    """A span with the brackets that hold nothing else."""
    before, behind = text[max(0, start - _NEAR) : start].rstrip(), text[end : end + _NEAR].lstrip()
    if f"{before[-1:]}{behind[:1]}" not in _ASIDES:
        return start, end
    return text.rindex(before[-1], 0, start), text.index(behind[0], end) + 1


def _is_hole(before: str, behind: str) -> bool:
    """Whether a sentence lacks something between two parts of a text."""
    one, two = before.rstrip()[-1:], behind.lstrip()[:1]
    if f"{one}{two}" in _QUOTED or (one in _OPEN and two in _STOPS):
        return bool(one)
    if not (one.isalnum() and two.isalnum()):
        return False
    if one.isascii() and two.isascii():
        return not two.isupper()
    # Chinese has no blanks within a sentence: one in front of a mention or an address ends a phrase.
    return before[-1:] == one


def narrowed(text: str) -> str:
    """A text with full-width characters replaced by ASCII ones, of the same length.

    People write `ＱＱ１２３４５` because of their input method, or if a platform forbids the plain form.
    """
    return text.translate(_TABLE) if _ANY_WIDE.search(text) else text


def replaced(
    pattern: re.Pattern[str], put: Callable[[re.Match[str]], str | None], text: str, group: str | int = 0
) -> tuple[str, str]:
    """Replace what a pattern finds in the `narrowed` text.

    Args:
        pattern: of what to replace.
        put: returns the replacement; None to keep the match.
        text: in any width; the rest of it is unchanged.
        group: the part of the match to replace.

    Returns:
        The first match as it was written, empty if there was none; and the new text.
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
    """A text without `GONE`; between ASCII letters or digits it becomes a space."""
    return _BETWEEN_WORDS.sub(" ", text).replace(GONE, "")


def characters(text: str) -> int:
    """The length of a text without white space."""
    return sum(map(len, text.split()))
