"""Tokens put together to text, with blanks where a writer would put them.

OPUS's tokenised form has a blank before every mark. Quotation marks that are the same on both sides open and
close in turn, though a sentence may begin inside of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_STOPS = r" (?=\.)(?<!\.\.\. )"
_ENDS = rf"{_STOPS}| (?=[,;:!?…)\]}}»”%]|['’](?:s|t|m|d|re|ll|ve)\b|n['’]t\b)"
_OPENS = r"(?<=[(\[{«“„¿¡#$£]) "
# `...and so on`, also where a block before ended so.
_POINTS = r"(?<=^\.\.\.) (?=\w)|(?<=\.\.\. \.\.\.) (?=\w)|(?<=^…) (?=\w)"
# Korean has blanks between words.
_WIDE = r"[\u0e00-\u0eff\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
_BLANKS = re.compile(f"{_ENDS}|{_OPENS}|{_POINTS}|(?<={_WIDE}) (?={_WIDE})", re.IGNORECASE)
_ELISIONS = re.compile(r"(?<=\w['’]) (?=\w)")
_ELIDING = frozenset({"ca", "fr", "it", "oc"})
# French sets these off with blanks.
_FRENCH = re.compile(rf"{_STOPS}| (?=[,…)\]}}”%])|(?<=[(\[{{“#]) |{_POINTS}")


def join(tokens: Sequence[str], language: str = "en") -> str:
    """A sentence.

    Args:
        tokens: of it, in order.
        language: BCP-47 tag: French and Italian join what is elided, French sets marks off.
    """
    text = " ".join(tokens)
    plain = language.partition("-")[0]
    text = (_FRENCH if plain == "fr" else _BLANKS).sub("", text)
    if plain in _ELIDING:
        text = _ELISIONS.sub("", text)
    for mark in _ALONE:
        if mark in text:
            text = _paired(text, mark)
    return text


_ALONE = {mark: re.compile(rf"(?<!\S){mark}(?=[\s.,;:!?…)\]]|$)") for mark in ('"', "'")}


def _paired(text: str, mark: str) -> str:
    """The text with a mark that stands alone set to what it opens or closes."""
    out, *pieces = _ALONE[mark].split(text)
    opens = mark == '"' or len(pieces) > 1  # alone it is an apostrophe: `the boys' house`
    for number, piece in enumerate(pieces, start=1):
        if opens and (piece or number < len(pieces)):
            out, opens = f"{out}{mark}{piece.removeprefix(' ')}", False
        else:
            out, opens = f"{out.removesuffix(' ')}{mark}{piece}", True
    return out
