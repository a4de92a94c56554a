"""Characters that transcribers of plain texts wrote in ASCII: HTML's entities, letters in square brackets."""

import re
import unicodedata
from html import unescape

_ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")
_ACCENTS = {
    "=": "\u0304",
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    ":": "\u0308",
    '"': "\u0308",
    ")": "\u0306",
    ".": "\u0307",
    ",": "\u0327",
}
"""Combining characters by the signs for them (proofreading guidelines of Distributed Proofreaders)."""
_LIGATURES = {"oe": "œ", "ae": "æ"}
_LETTER = re.compile(rf"\[(?:([{re.escape(''.join(_ACCENTS))}])([A-Za-z])|([Oo][Ee]|[Aa][Ee]))\]")


def decoded(text: str) -> str:
    """A plain text with the characters that entities (&mdash;) and bracketed letters (na[:i]ve) represent."""
    return _LETTER.sub(_letter, _ENTITY.sub(lambda found: unescape(found[0]), text) if "&" in text else text)


def _letter(found: re.Match[str]) -> str:
    accent, letter, ligature = found.groups()
    if ligature:
        plain = _LIGATURES[ligature.lower()]
        return plain if ligature.islower() else plain.upper()
    composed = unicodedata.normalize("NFC", letter + _ACCENTS[accent])
    return composed if len(composed) == 1 else found[0]
