"""Rules that judge an utterance as a whole: nothing of it is worth keeping without the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.cutting import inert
from dialogue_etl.sources.threads.rules.placeholders import NAME, PLACEHOLDER
from dialogue_etl.sources.threads.rules.rule import Noise, UtteranceRule
from dialogue_etl.sources.threads.words import is_chinese

if TYPE_CHECKING:
    from dialogue_etl.params import Rules

# Unicode, Scripts.txt: Han, with the extensions of the planes 2 and 3.
_HAN = re.compile("[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]")
_NUMBER = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_LONG = 1_000


def characters(text: str) -> int:
    """The length of a text without its blanks."""
    return sum(map(len, text.split()))


def no_script(language: str, rules: Rules) -> UtteranceRule:
    """Chinese without a Han character, but for numbers if the knob says so.

    A placeholder is what it stands for: a name, or a number.
    """
    if not is_chinese(language):
        return inert
    numbers = rules.no_script_numbers

    def rule(text: str) -> Noise | None:
        if _HAN.search(text) or NAME.search(text):
            return None
        plain = PLACEHOLDER.sub("0", text)
        if numbers and _NUMBER.search(plain) and not _LETTER.search(plain):
            return None
        return Noise(text)

    return rule


def generic_forms(_language: str, rules: Rules) -> UtteranceRule:
    """What platforms write for whoever says nothing, whatever its case, blanks and punctuation."""
    forms = {plain for text in rules.generic_forms_texts if (plain := _plain(text))}
    endings = {form[-1] for form in forms}

    def rule(text: str) -> Noise | None:
        if len(text) > _LONG or ((ending := _plain(text[-1:])) and ending[-1] not in endings):
            return None
        return Noise(text) if _plain(text) in forms else None

    return rule


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def too_short(_language: str, rules: Rules) -> UtteranceRule:
    """Fewer characters than the knob says."""
    least = rules.too_short_characters

    def rule(text: str) -> Noise | None:
        length = characters(text)
        return Noise(text, None, length, least) if length < least else None

    return rule


def too_long(_language: str, rules: Rules) -> UtteranceRule:
    """More characters than the knob says."""
    most = rules.too_long_characters

    def rule(text: str) -> Noise | None:
        if len(text) <= most:
            return None
        length = characters(text)
        return Noise(text, None, length, most) if length > most else None

    return rule
