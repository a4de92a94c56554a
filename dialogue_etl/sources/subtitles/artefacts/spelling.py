"""Markup left in a sentence, and letters confused by optical character recognition (OCR)."""

from __future__ import annotations

import re
from functools import cache

from dialogue_etl.filters import Cut
from dialogue_etl.filters.rule import Rule, inert
from dialogue_etl.filters.utterance.markup import angle_brackets, unescaped
from dialogue_etl.sources.subtitles.artefacts.rule import SentenceRule, clearing
from dialogue_etl.text.segmentation import primary

_BRACES = r"\{[A-Za-z]:[^{}]{0,100}\}|(?<!:)\\N|\\[nh](?![a-z])"
_LATIN = "en fr de es it pt nl sv da no nb nn fi is pl cs sk hu ro hr sl bs et lv lt tr"
_IN_LATIN = frozenset(_LATIN.split())
_SMALL = "a-zß-öø-ÿ"
_PREFIXED = re.compile(r"(?:Mc|Mac|De|Di|La|Le|Fitz|Van)I[a-z]")
"""Names with a correct inner capital: McIntyre."""


def markup() -> SentenceRule:
    r"""Remove `<i>`, `{\an8}`, `{y:i}`; replace entities such as `&amp;` with their character."""
    tags = angle_brackets()

    def rule(text: str) -> Cut | None:
        if not ("<" in text or "{" in text or "&" in text or "\\" in text):
            return None
        plain = unescaped(text)
        verdict = tags(plain)
        plain = re.sub(_BRACES, " ", verdict.left if isinstance(verdict, Cut) else plain)
        return None if plain == text else Cut(plain)

    return rule


@cache
def _english() -> tuple[tuple[re.Pattern[str], str], ...]:
    end, stop = r"(?![\w'’])", r"[,?!…]|\.\.|[-–—](?!\w)|$"
    return (
        (re.compile(rf"(?<![\w'’])(?<!\w\.)(?<!\d )[l|](?=\s+[a-z]|['’](?:m|ll|ve|d){end}|{stop})"), "I"),
        (re.compile(rf"(?<![\w'’])[l|](?=(?:t|s|n|f|ts|sn|nto|t['’](?:s|ll|d)|sn['’]t){end})"), "I"),
    )


@cache
def _he() -> tuple[tuple[re.Pattern[str], str], ...]:
    return ((re.compile(r"^(\W*)II(?=s? +[a-zà-ÿ])"), r"\1Il"),)  # not Louis II


_OF_LANGUAGE = {"en": _english, "fr": _he, "it": _he}


@cache
def _anywhere() -> tuple[tuple[re.Pattern[str], str], ...]:
    return ((re.compile(r"(?<=[^\W\d_])\|"), "l"), (re.compile(rf"(?<=[{_SMALL}])0(?=[{_SMALL}])"), "o"))


def ocr_errors(language: str) -> SentenceRule:
    """Correct `l` or `|` for I, `I` for l and `0` for o where only one reading is a word: `l'm`, `beIieve`.

    Only English has rules for a single `l` (its I is a word), only French and Italian for `II` at the start
    of a sentence (it is `Il`); other languages only have those for characters next to lower-case letters.
    """
    base = primary(language)
    if base not in _IN_LATIN:
        return inert
    inside = re.compile(rf"(?<=[{_SMALL}])I+(?=[{_SMALL}]|\b)")
    own = _OF_LANGUAGE.get(base, tuple)()

    def word(found: re.Match[str]) -> str:
        text = found.group()
        return text if _PREFIXED.match(text) else inside.sub(lambda run: "l" * len(run.group()), text)

    def rule(text: str) -> Cut | None:
        if not ("I" in text or "|" in text or "0" in text or (base == "en" and "l" in text)):
            return None
        fixed = text
        for pattern, put in (*own, *_anywhere()):
            fixed = pattern.sub(put, fixed)
        if "I" in fixed:
            fixed = re.sub(rf"\w*[{_SMALL}]I\w*", word, fixed)
        return None if fixed == text else Cut(fixed)

    return rule


MARKUP = Rule(markup, "with markup", clearing("`<i>`, `{\\an8}`, `&amp;`: markup that the reader left"))
OCR = Rule(
    ocr_errors,
    "with letters taken for others",
    clearing(
        "`l'm` for I'm, `beIieve`, `h0me`: letters that recognition of characters took for others are put "
        "right where only one reading is a word; drop leaves the sentence out"
    ),
)
