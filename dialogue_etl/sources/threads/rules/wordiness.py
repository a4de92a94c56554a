"""Rules over the words of an utterance: letters that make none, and a few again and again."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.placeholders import PLACEHOLDER
from dialogue_etl.sources.threads.rules.rule import Noise
from dialogue_etl.sources.threads.words import is_chinese, primary, words

if TYPE_CHECKING:
    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.blacklists import Blacklists
    from dialogue_etl.sources.threads.rules.rule import UtteranceRule

_ASCII_WORD = re.compile(r"[A-Za-z]+")
_CLUSTER = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}", re.IGNORECASE)
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)
_LONG_WITHOUT_VOWEL = 5
_MOSTLY = 0.5
_COMMONEST = 3
_ROUNDING = 1e-6


def alpha_noise(language: str, rules: Rules, blacklists: Blacklists) -> UtteranceRule:  # noqa: ARG001
    """Utterances mostly of ASCII letters that make no word, in Chinese and English.

    clean-dialog leaves out every utterance with a word that is not in WordNet: names, slang and pinyin too,
    and it needs a download. What nobody can pronounce is no word in either language, and needs no list: five
    consonants in a row, or five letters without a vowel (`asdfghjk`); English has six-letter clusters over
    compounds only (`latchstring`), of which no utterance is mostly made. Abbreviations are shorter (`xswl`).
    """
    allowed = {word.lower() for word in rules.alpha_noise_allowed}
    judged = is_chinese(language) or primary(language) == "en"

    def rule(text: str) -> Noise | None:
        if not judged:
            return None
        plain = PLACEHOLDER.sub(" ", text) if "<" in text else text
        noise = [
            word for word in _ASCII_WORD.findall(plain) if word.lower() not in allowed and _is_no_word(word)
        ]
        characters = len("".join(plain.split()))
        share = sum(map(len, noise)) / characters if noise else 0.0
        return Noise(" ".join(noise), None, share, _MOSTLY) if share > _MOSTLY else None

    return rule


def _is_no_word(word: str) -> bool:
    if len(word) < _LONG_WITHOUT_VOWEL:
        return False
    return bool(_CLUSTER.search(word)) or not _VOWEL.search(word)


def _may_repeat(text: str, rules: Rules) -> bool:
    """Whether words can be as often as `repeated_words` wants; cutting Chinese into words is what takes time.

    Of a text with n words, d of them distinct, n - d say what another one said, so no fewer of its characters
    are repeats. That is (1 - distinct) n at least, or more than top n - 3, as of the three commonest all but
    the first copies are repeats. And no word is more often than its first character.
    """
    low = text.lower()
    distinct, least = rules.repeated_words_distinct, rules.repeated_words_min
    top = rules.repeated_words_top * least
    repeats = len(low) - len(set(low))
    if repeats <= top - _COMMONEST and repeats < (1 - distinct) * least - _ROUNDING:
        return False
    often = sum(number for _, number in Counter(low).most_common(_COMMONEST))
    of_few = min(least, _COMMONEST / (distinct or 1))
    return often > top or (distinct > 0 and often >= of_few - _ROUNDING)


def repeated_words(language: str, rules: Rules, blacklists: Blacklists) -> UtteranceRule:  # noqa: ARG001
    """Utterances of a few words again and again (clean-dialog, yda_dedupl).

    Either the distinct words are so small a share of all, or the three commonest are so great a one; the
    latter only where there are more than three different ones, as there.
    """

    def rule(text: str) -> Noise | None:
        if not _may_repeat(text, rules):
            return None
        counts = Counter(words(text, language))
        number = counts.total()
        if number < rules.repeated_words_min:
            return None
        often = counts.most_common(_COMMONEST)
        evidence = " ".join(f"{word}×{times}" for word, times in often)
        distinct = len(counts) / number
        if distinct <= rules.repeated_words_distinct:
            return Noise(evidence, None, distinct, rules.repeated_words_distinct)
        top = sum(times for _, times in often) / number
        if len(counts) > _COMMONEST and top > rules.repeated_words_top:
            return Noise(evidence, None, top, rules.repeated_words_top)
        return None

    return rule
