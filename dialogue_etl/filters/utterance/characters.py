"""Rules for single characters: trade marks, emoji, codes of letters and digits."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from dialogue_etl.core.parameters import OURS
from dialogue_etl.filters import Cut, Split, Verdict
from dialogue_etl.filters.patterns import GONE, closed, cutter
from dialogue_etl.filters.rule import CLEAN_DIALOG, LCCC, Marked, Rule, cutting, flag, inert
from dialogue_etl.text.segmentation import is_chinese

if TYPE_CHECKING:
    from dialogue_etl.filters.rule import UtteranceRule

# Remains of a sequence unknown to the library: selectors, halves of flags.
_COUNTED = re.compile(r"\d\0+[^\W\d_]")
_REMAINS = re.compile("[\ufe0e\ufe0f\U0001f1e6-\U0001f1ff]|\u200d(?![\\w\u0900-\u0dff])")

_EYES = "⊙◕●•◉◔￣¯˘¤╯╥ಠ^＾=;+><-"
_MOUTH = "[_﹏▽∀ω︿ДдΔ∇εзo.。ー‿ᴗᵕᴥ口□]"
_DRAWN = "°ω・･∀▽￣¯⊙◕◔◉●•﹏′‵｀`´ДдΔ∇□◡≧≦≥≤╥╯╰︿﹃﹁ಠʘ‿⁎ᴗ˘ᵕᐛзεэ∠」「ˊˋ⌒๑≖ツ^＾ˇσﾟơᴥÒÓ╬"
_PART = r"(?:[^()（）\n\u3005-\u3007\u3041-\u309f\u3400-\u9fff0-9A-Za-z，！？]|[oOTQwvuxUnA3])"
_ARM = r"[_#*~\\/╭╮╯╰┑┍┐┌└┘ヽノﾉ٩۶ପ੭σ♡☆ᕦᕤو∠]{0,3}"


def _look(group: str) -> str:
    """The pattern of two equal eyes around a mouth."""
    return (
        rf"(?:(?P<{group}>[{_EYES}])(?:{_MOUTH}{{1,2}}|[_^])(?P={group})|[≧≥>]{_MOUTH}{{0,2}}[≦≤<]"
        rf"|(?P<{group}s>[oOTQ])[_.^﹏ωДд▽](?P={group}s))"
    )


_FACE = (
    rf"{_ARM}[(（](?:(?=(?:[^()（）\n]{{0,14}}[{_DRAWN}]){{2}}){_PART}{{2,15}}"
    rf"|[*~;'\"=|#]{{0,2}}{_look('eye')}[*~;'\"=|#]{{0,2}})[)）]{_ARM}"
    r"|_?[(（][:：][з3][)）」]?∠[)）]_?|¯?\\{0,3}_?[(（]ツ[)）]_?/?¯?"
    rf"|(?<![A-Za-z0-9\-=+])(?<![A-Z]\.)ʕ?{_look('bare')}ʔ?(?![A-Za-z0-9\-=+]|\.[A-Z])\|{{0,9}}"
)
_NEEDED = "(（^_﹏▽∀ω≧≥Дд><.∇︿ᴥ"


def trademarks() -> UtteranceRule:
    """Signs after the names of products."""
    return cutter(re.compile("[™®©℠]"), *"™®©℠")


def emoji() -> UtteranceRule:
    """Emoji as Unicode has them. Between words of letters a blank takes their place.

    One between a number and a word is counted, as the stars of a hotel: the utterance goes.
    """
    first = _first_characters()

    def rule(text: str) -> Verdict | None:
        if text.isascii() or first.isdisjoint(text):
            return None
        import emoji as library  # noqa: PLC0415 - see _first_characters

        cut = _REMAINS.sub(GONE, library.replace_emoji(text, _replacement))
        left, detail = closed(cut), next(filter(first.__contains__, text))
        if _COUNTED.search(cut):
            return Split(detail)
        return None if left == text else Cut(left, detail)

    return Marked(rule, first.__contains__)


def _replacement(sequence: str, _data: dict[str, Any]) -> str:
    return sequence if _is_sign(sequence) else GONE


def _is_sign(sequence: str) -> bool:
    """Whether it is a sign of print (arrows, boxes, bullets, ™, ㊗) that no selector makes an emoji."""
    code = ord(sequence[0])
    return len(sequence) == 1 and (code < 0x2300 or 0x2400 <= code < 0x2600 or 0x3000 <= code < 0x3300)


@cache
def _first_characters() -> frozenset[str]:
    """All characters that an emoji may begin with, and remains of one.

    Without printed signs, which are emoji only if a selector follows. The library's data are slow to load, so
    they are loaded when the first text is cleaned.
    """
    from emoji import EMOJI_DATA  # noqa: PLC0415 - see above

    first = {sequence[0] for sequence in EMOJI_DATA if not _is_sign(sequence[0])}
    return frozenset([*first, "\ufe0e", "\ufe0f", "\u20e3", *map(chr, range(0x1F1E6, 0x1F200))])


def faces() -> UtteranceRule:
    """Faces drawn with signs: `(⊙o⊙)`, `╮(╯▽╰)╭`, `T_T`, with their arms; `(1)`, `(a-b)`, `（？）` are none.

    Brackets must contain two signs that faces are drawn with, or two equal eyes around a mouth, and no Han
    character or word; without brackets, only eyes around a mouth are a face.
    """
    return cutter(re.compile(_FACE), *_NEEDED)


def letters_and_digits(language: str) -> UtteranceRule:
    """Words of ASCII letters and digits mixed, in Chinese; at the ends of a text too, and no neighbour."""
    if not is_chinese(language):
        return inert
    letter, digit, both = "[A-Za-z]", "[0-9]", "[A-Za-z0-9.]"
    return cutter(
        re.compile(
            rf"(?<![A-Za-z0-9.<]){both}"
            rf"(?:(?<={letter})[A-Za-z.]*{digit}|(?<={digit})[0-9.]*{letter}){both}*(?!>)"
        )
    )


RULES = (
    Rule(
        trademarks,
        "with the sign of a trade mark",
        cutting("Signs behind the names of products: ™ ® © ℠", source=f"{CLEAN_DIALOG}, TM"),
    ),
    Rule(
        emoji,
        "with an emoji",
        cutting(
            "Emoji, by the data of the `emoji` library: not rare Han characters, boxes or bullets",
            source=flag("de_emoji"),
        ),
    ),
    Rule(
        faces,
        "with a face drawn with signs",
        cutting("Faces drawn with signs: `(⊙o⊙)`, `╮(╯▽╰)╭`, `T_T`", source=f"{LCCC}, table 1; {OURS}"),
    ),
    Rule(
        letters_and_digits,
        "with a code of letters and digits",
        cutting(
            "Chinese: words of ASCII letters and digits mixed (abc9). Off by default: names such as B12",
            source=flag("de_alpha_num"),
            default="off",
        ),
    ),
)
