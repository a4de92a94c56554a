"""Rules that put characters right: mojibake, and control characters."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.rule import Noise
from dialogue_etl.sources.threads.rules.scripts import changed

if TYPE_CHECKING:
    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.blacklists import Blacklists
    from dialogue_etl.sources.threads.rules.rule import UtteranceRule

_REPLACEMENT = "\ufffd"
_REMOVED = frozenset(["Cc", "Cf", "Cs", "Co"])
"""Controls, marks of formatting, halves of surrogate pairs, private use. Unassigned code points stay: which
they are depends on the version of Unicode.
"""
_JOINERS = "\u200c\u200d"
_JOINED = frozenset(["So", "Sk", "Mn", "Mc", "Lo"])
"""What joiners stand behind where they mean something: emoji, and letters, as in Persian."""
_HAN_FIRST = "\u2e80"
_RARE = re.compile(
    "[^\0-\x7f·–—‘’“”…\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef\U0001f300-\U0001faff\U00020000-\U0003ffff]"
)
"""What mojibake is not without: every sign of it (ftfy, `BADNESS_RE`) needs a character that is neither ASCII
nor Chinese, Japanese, Korean or their punctuation, nor an emoji.
"""


def mojibake(language: str, rules: Rules, blacklists: Blacklists) -> UtteranceRule:  # noqa: ARG001
    """Text that was decoded in the wrong encoding, put right by ftfy.

    Only that: `ftfy.fix_text`, which clean-dialog calls by way of clean-text, also changes full-width
    punctuation and quotes.
    """
    from ftfy import fix_encoding  # noqa: PLC0415 - most commands need it not

    def rule(text: str) -> Noise | None:
        if text.isascii() or not _RARE.search(text):
            return None
        left = fix_encoding(text)
        return None if left == text else Noise(changed(text, left), left)

    return rule


def control_characters(language: str, rules: Rules, blacklists: Blacklists) -> UtteranceRule:  # noqa: ARG001
    """Control characters and the replacement character go, each run of blanks becomes a plain one.

    As in BERT's tokenizer (clean-dialog, bert_clean), but that joiners of emoji and of scripts that use them
    stay.
    """

    def rule(text: str) -> Noise | None:
        if text.isprintable() and _REPLACEMENT not in text:
            return None  # nearly always, and without a look at each character
        left = " ".join("".join(_cleaned(text)).split())
        return None if left == text else Noise(repr(changed(text, left))[1:-1], left or None)

    return rule


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
