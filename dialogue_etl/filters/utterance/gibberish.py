"""Rules over the words of an utterance: letters that make none, and a few again and again."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl.core.parameters import Phrases, declare
from dialogue_etl.filters import Split
from dialogue_etl.filters.patterns import PLACEHOLDER
from dialogue_etl.filters.rule import Marked, Rule, flag, inert, judging
from dialogue_etl.text.segmentation import is_chinese, primary, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.filters.rule import UtteranceRule

_ASCII_WORD = re.compile(r"[A-Za-z]+")
_CLUSTER = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}", re.IGNORECASE)
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)
_LONG_WITHOUT_VOWEL = 5
_MOSTLY = 0.5
_COMMONEST = 3
_ROUNDING = 1e-6


def alpha_noise(language: str, allowed: Sequence[str]) -> UtteranceRule:
    """Utterances mostly of ASCII letters that make no word, in Chinese and English.

    clean-dialog drops every utterance with a word that is not in WordNet: names, slang and pinyin too. Here,
    without a word list, noise is a word that cannot be pronounced: five consonants in a row, or five letters
    without a vowel (`asdfghjk`). Abbreviations are shorter (`xswl`); English compounds with such clusters
    (`latchstring`) are rare.
    """
    if not (is_chinese(language) or primary(language) == "en"):
        return inert
    words_allowed = {word.lower() for word in allowed}

    def rule(text: str) -> Split | None:
        plain = PLACEHOLDER.sub(" ", text) if "<" in text else text
        found = _ASCII_WORD.findall(plain)
        noise = [word for word in found if word.lower() not in words_allowed and _is_no_word(word)]
        characters = len("".join(plain.split()))
        share = sum(map(len, noise)) / characters if noise else 0.0
        return Split(" ".join(noise), share, _MOSTLY) if share > _MOSTLY else None

    return rule


def _is_no_word(word: str) -> bool:
    if len(word) < _LONG_WITHOUT_VOWEL:
        return False
    return bool(_CLUSTER.search(word)) or not _VOWEL.search(word)


def _fewest_repeats(least: int, distinct: float, top: float) -> int:
    """The minimum number of repeated characters for which `_may_repeat` may be true."""
    enough = min(top * least - _COMMONEST, (1 - distinct) * least - _ROUNDING)
    return max(0, math.ceil(enough))


def _may_repeat(text: str, least: int, distinct: float, top: float) -> bool:
    """Whether a text may have as many repeated words as `repeated_words` needs: a test without segmentation.

    A text with n words, d of them distinct, has n - d repeated words, so at least as many repeated
    characters: at least (1 - distinct) n; or more than top n - 3, since all copies of the three most frequent
    words except the first are repeats. And a word is at most as frequent as its first character.
    """
    low = text.lower()
    often_enough = top * least
    repeats = len(low) - len(set(low))
    if repeats <= often_enough - _COMMONEST and repeats < (1 - distinct) * least - _ROUNDING:
        return False
    often = sum(number for _, number in Counter(low).most_common(_COMMONEST))
    of_few = min(least, _COMMONEST / (distinct or 1))
    return often > often_enough or (distinct > 0 and often >= of_few - _ROUNDING)


def repeated_words(language: str, repeated_words_min: int, distinct: float, top: float) -> UtteranceRule:
    """Utterances that repeat a few words (clean-dialog, yda_dedupl).

    Either the distinct words are so small a share of all, or the three commonest are so great a one; the
    latter only where there are more than three different ones, as there.
    """
    least = repeated_words_min

    def rule(text: str) -> Split | None:
        if not _may_repeat(text, least, distinct, top):
            return None
        counts = Counter(words(text, language))
        number = counts.total()
        if number < least:
            return None
        often = counts.most_common(_COMMONEST)
        evidence = " ".join(f"{word}×{times}" for word, times in often)
        share = len(counts) / number
        if share <= distinct:
            return Split(evidence, share, distinct)
        share = sum(times for _, times in often) / number
        return Split(evidence, share, top) if len(counts) > _COMMONEST and share > top else None

    return Marked(rule, repeats=_fewest_repeats(least, distinct, top))


RULES = (
    Rule(
        alpha_noise,
        "of letters that make no word",
        judging(
            "Chinese and English: utterances mostly of letters that make no word (asdfgh); abbreviations of "
            "up to four letters are words",
            source=flag("no_alpha_noise"),
            default="off",
        ),
        {
            "alpha_noise_allowed": declare(
                "a app b bug c cp d diy k ktv ok pk t vip wifi x".split,
                "Words that are kept; case is ignored",
                unit="words",
                annotation=Phrases,
            )
        },
    ),
    Rule(
        repeated_words,
        "of a few words again and again",
        judging("Utterances that repeat a few words", source=flag("yda_dedupl")),
        {
            "repeated_words_min": declare(
                12,
                "Utterances of fewer words are not judged: three words are soon most of ten, and what the "
                "rule finds of fewer in the published LCCC is nearly all talk",
                unit="words",
                ge=1,
                le=1_000_000,
            ),
            "repeated_words_distinct": declare(
                0.33,
                "Noise if distinct words are at most this share of all words; 0 turns it off",
                unit="share of words",
                source=flag("yda_dedupl"),
                ge=0,
                le=1,
            ),
            "repeated_words_top": declare(
                0.75,
                "Noise if the three most frequent words are a greater share of all words; 1 turns it off",
                unit="share of words",
                source=flag("yda_dedupl"),
                ge=0,
                le=1,
            ),
        },
    ),
)
