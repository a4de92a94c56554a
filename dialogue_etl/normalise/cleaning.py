"""One form for what printers and typists write in several: nothing that is read is lost."""

from __future__ import annotations

import re
import unicodedata

_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
"""Soft hyphen, zero-width space, direction marks, word joiner, byte order mark."""
_EMPHASIS = re.compile(r"_(?<!\w_)(?=\S)([^_]+)(?<=\S)_|_(?=\S)([^_]+)(?<=\S)_(?!\w)")
_THREE_POINTS = re.compile(r"\.(?: ?\.){2}")
_HYPHENS = re.compile("--+")


def clean(text: str) -> str:
    r"""A line in NFC, white space made single blanks, without what is only there for the eye.

    - `_word_` is emphasis: the marks go (Project Gutenberg, Formatting Guidelines: italics). A mark inside a
      word stays unless its partner is at the edge of one.
    - Two or more hyphens are the typewriter's dash: one em dash (ibid., Proofreading Guidelines: em-dashes).
      Hyphens, en and em dashes stay.
    - Three points, also with blanks between, are an ellipsis: U+2026, as in books with the glyph. A fourth
      point stays.
    """
    text = " ".join(_INVISIBLE.sub("", text).split())
    if "_" in text:
        text = _EMPHASIS.sub(r"\1\2", text)
    if "." in text:
        text = _THREE_POINTS.sub("…", text)
    return unicodedata.normalize("NFC", _HYPHENS.sub("—", text))
