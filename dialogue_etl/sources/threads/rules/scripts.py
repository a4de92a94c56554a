"""Simplified and traditional Chinese (OpenCC)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.rule import Noise
from dialogue_etl.sources.threads.words import is_chinese

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.blacklists import Blacklists
    from dialogue_etl.sources.threads.rules.rule import UtteranceRule

_TABLES = {"simplified": "t2s", "traditional": "s2t"}


@cache
def _converted(table: str) -> Callable[[str], str]:
    from opencc import OpenCC  # noqa: PLC0415 - its tables are read where Chinese is converted only

    convert: Callable[[str], str] = OpenCC(table).convert
    return convert


def converter(language: str, choice: str) -> Callable[[str], str] | None:
    """What writes a text in the chosen script; None where nothing is to be converted.

    Args:
        language: BCP-47 tag.
        choice: `off`, `simplified` or `traditional`.
    """
    return _converted(_TABLES[choice]) if is_chinese(language) and choice in _TABLES else None


def script_conversion(language: str, rules: Rules, blacklists: Blacklists) -> UtteranceRule:  # noqa: ARG001
    """Chinese in one script: LCCC is simplified, PTT, one of its sources, is not."""
    convert = converter(language, rules.script_conversion)

    def rule(text: str) -> Noise | None:
        if convert is None:
            return None
        left = convert(text)
        return None if left == text else Noise(changed(text, left), left)

    return rule


def changed(before: str, after: str) -> str:
    """Of a text that was changed, from the first to the last character that is not as it was."""
    shorter = min(len(before), len(after))
    start = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    kept = shorter - start
    end = next((place for place in range(kept) if before[-1 - place] != after[-1 - place]), kept)
    return before[start : len(before) - end] or before
