"""Rules that put characters right: mojibake, control characters, simplified and traditional Chinese."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Literal

from dialogue_etl.core.parameters import declare
from dialogue_etl.filters import Cut
from dialogue_etl.filters.rule import CLEAN_DIALOG, Marked, Rule, cutting, flag, inert, replacing
from dialogue_etl.text.segmentation import is_chinese

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialogue_etl.filters.rule import UtteranceRule

_REPLACEMENT = "\ufffd"
_REMOVED = frozenset(["Cc", "Cf", "Cs", "Co"])
"""Controls, marks of formatting, halves of surrogate pairs, private use. Unassigned code points stay: which
they are depends on the version of Unicode.
"""
_JOINERS = "\u200c\u200d"
_JOINED = frozenset(["So", "Sk", "Mn", "Mc", "Lo"])
"""What joiners stand behind where they mean something: emoji, and letters, as in Persian."""
_SCRIPTS = {"simplified": "t2s", "traditional": "s2t"}
_HAN_FIRST = "\u2e80"
RARE = "[^\0-\x7f·–—‘’“”…\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef\U0001f300-\U0001faff\U00020000-\U0003ffff]"
"""What mojibake is not without: every sign of it (ftfy, `BADNESS_RE`) needs a character that is neither ASCII
nor Chinese, Japanese, Korean or their punctuation, nor an emoji.
"""


def mojibake() -> UtteranceRule:
    """Text that was decoded in the wrong encoding, put right by ftfy.

    Only that: `ftfy.fix_text`, which clean-dialog calls by way of clean-text, also changes full-width
    punctuation and quotes.
    """
    from ftfy import fix_encoding  # noqa: PLC0415 - most commands need it not

    rare = re.compile(RARE)

    def rule(text: str) -> Cut | None:
        if text.isascii() or not rare.search(text):
            return None
        left = fix_encoding(text)
        return None if left == text else Cut(left, _changed(text, left))

    return Marked(rule, rare.match)


def control_characters() -> UtteranceRule:
    """Control characters and the replacement character go, each run of blanks becomes a plain one.

    As in BERT's tokenizer (clean-dialog, bert_clean), but that joiners of emoji and of scripts that use them
    stay.
    """

    def rule(text: str) -> Cut | None:
        if text.isprintable() and _REPLACEMENT not in text:
            return None  # nearly always, and without a look at each character
        left = " ".join("".join(_cleaned(text)).split())
        return None if left == text else Cut(left, repr(_changed(text, left))[1:-1])

    return Marked(rule, lambda character: not character.isprintable() or character == _REPLACEMENT)


def _cleaned(text: str) -> list[str]:
    kept: list[str] = []
    for character in text:
        if character == _REPLACEMENT:
            continue
        if character.isspace():
            kept.append(" ")
        elif unicodedata.category(character) not in _REMOVED or (character in _JOINERS and _joins(kept)):
            kept.append(character)
    return kept


def _joins(kept: list[str]) -> bool:
    before = kept[-1] if kept else " "
    category = unicodedata.category(before)
    return category in _JOINED and not (category == "Lo" and before >= _HAN_FIRST)


@cache
def _converted(table: str) -> Callable[[str], str]:
    from opencc import OpenCC  # noqa: PLC0415 - its tables are read where Chinese is converted only

    convert: Callable[[str], str] = OpenCC(table).convert
    return convert


def converter(language: str, choice: str) -> Callable[[str], str] | None:
    """What writes a text in the script of `script_conversion`; None where nothing is to be converted."""
    return _converted(_SCRIPTS[choice]) if is_chinese(language) and choice in _SCRIPTS else None


def script_conversion(language: str, action: str) -> UtteranceRule:
    """Chinese in one script: LCCC is simplified, PTT, one of its sources, is not."""
    convert = converter(language, action)
    if convert is None:
        return inert

    def rule(text: str) -> Cut | None:
        left = convert(text)
        return None if left == text else Cut(left, _changed(text, left))

    return rule


def _changed(before: str, after: str) -> str:
    """Of a text that was changed, from the first to the last character that is not as it was."""
    shorter = min(len(before), len(after))
    start = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    kept = shorter - start
    end = next((place for place in range(kept) if before[-1 - place] != after[-1 - place]), kept)
    return before[start : len(before) - end] or before


RULES = (
    Rule(
        mojibake,
        "of characters read in the wrong encoding",
        replacing(
            "Characters read in the wrong encoding; cut puts them right", source=f"{CLEAN_DIALOG}, ftfy"
        ),
    ),
    Rule(
        control_characters,
        "of control characters",
        cutting("Control characters; every kind of blank becomes a space", source=flag("bert_clean")),
    ),
    Rule(
        script_conversion,
        "in the other script",
        declare(
            "off",
            "Write Chinese in simplified or in traditional characters; off leaves both as they are, for the "
            "way back loses what both once were",
            unit="choice",
            annotation=Literal["off", "simplified", "traditional"],
        ),
    ),
)
