"""Rules for single characters and their runs: emoji, trade marks, codes of letters and digits, repetition."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from dialogue_etl.sources.threads.rules.cutting import inert
from dialogue_etl.sources.threads.rules.rule import Noise, UtteranceRule
from dialogue_etl.sources.threads.words import is_chinese

if TYPE_CHECKING:
    from dialogue_etl.params import Rules

_GONE = "\0"
_BETWEEN_WORDS = re.compile(r"(?<=[A-Za-z0-9])\0+(?=[A-Za-z0-9])")
# What is left of a sequence that the library does not know: selectors, halves of flags.
_REMAINS = re.compile("[\ufe0e\ufe0f\U0001f1e6-\U0001f1ff]|\u200d(?![\\w\u0900-\u0dff])")


def trademarks(_language: str, _rules: Rules) -> UtteranceRule:
    """Signs behind the names of products."""
    noise = re.compile("[™®©℠]")
    return lambda text: (
        Noise(found.group(), noise.sub("", text))
        if not text.isascii() and (found := noise.search(text))
        else None
    )


def emoji(_language: str, _rules: Rules) -> UtteranceRule:
    """Emoji as Unicode has them. Between words of letters a blank takes their place."""
    first = _first_characters()

    def rule(text: str) -> Noise | None:
        if text.isascii() or first.isdisjoint(text):
            return None
        import emoji as library  # noqa: PLC0415 - see _first_characters

        left = _REMAINS.sub(_GONE, library.replace_emoji(text, _replacement))
        left = _BETWEEN_WORDS.sub(" ", left).replace(_GONE, "")
        if left == text:
            return None
        return Noise(next(filter(first.__contains__, text)), left)

    return rule


def _replacement(sequence: str, _data: dict[str, Any]) -> str:
    return sequence if _is_sign(sequence) else _GONE


def _is_sign(sequence: str) -> bool:
    """Whether it is a sign of print (arrows, boxes, bullets, ™, ㊗) that no selector makes an emoji."""
    code = ord(sequence[0])
    return len(sequence) == 1 and (code < 0x2300 or 0x2400 <= code < 0x2600 or 0x3000 <= code < 0x3300)


@cache
def _first_characters() -> frozenset[str]:
    """Any character that an emoji begins with, and what may be left of one.

    Not signs of print: the selector behind them gives them away where they are emoji. The library's data take
    long to load: not before a text is cleaned.
    """
    from emoji import EMOJI_DATA  # noqa: PLC0415 - see above

    first = {sequence[0] for sequence in EMOJI_DATA if not _is_sign(sequence[0])}
    return frozenset([*first, "\ufe0e", "\ufe0f", "\u20e3", *map(chr, range(0x1F1E6, 0x1F200))])


def letters_and_digits(language: str, _rules: Rules) -> UtteranceRule:
    """Words of ASCII letters and digits mixed, in Chinese; at the ends of a text too, and no neighbour."""
    if not is_chinese(language):
        return inert
    letter, digit, both = "[A-Za-z]", "[0-9]", "[A-Za-z0-9.]"
    mixed = re.compile(
        rf"(?<![A-Za-z0-9.<]){both}(?:(?<={letter})[A-Za-z.]*{digit}|(?<={digit})[0-9.]*{letter}){both}*(?!>)"
    )

    def rule(text: str) -> Noise | None:
        found = mixed.search(text)
        return Noise(found.group(), mixed.sub("", text)) if found else None

    return rule


def repeated_phrases(_language: str, rules: Rules) -> UtteranceRule:
    """A phrase too often in a row: up to two signs or blanks between its copies, none between those of signs.

    Digits are no phrase: a number is what it is.
    The shortest phrase that does so is taken: 哈哈哈… is 哈, not 哈哈.
    """
    times, rest = rules.repeated_phrases_times, rules.repeated_phrases_characters - 1
    run = re.compile(
        rf"([^\W\d].{{0,{rest}}}?)(?:\W{{0,2}}\1){{{times},}}|([^\w\s].{{0,{rest}}}?)\2{{{times},}}",
        re.DOTALL,
    )
    kept = min(rules.repeated_phrases_kept, times)

    def first_copies(found: re.Match[str]) -> str:
        phrase = found[1] or found[2]
        end = 0
        for _ in range(kept):
            end = found.group().index(phrase, end) + len(phrase)
        return found.group()[:end]

    def rule(text: str) -> Noise | None:
        # The first character of such a phrase is more often in the text than that.
        if len(text) - len(set(text)) < times or max(Counter(text).values()) <= times:
            return None
        if not (found := run.search(text)):
            return None
        phrase = found[1] or found[2]
        return Noise(found.group(), run.sub(first_copies, text), found.group().count(phrase), times)

    return rule
