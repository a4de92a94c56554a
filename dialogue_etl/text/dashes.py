"""Dashes: texts in which each kind of dash is one glyph."""

import re

_GLYPHS = {
    "-": "‐‑﹣－",  # hyphens
    "–": "‒−",  # figure dash and minus
    "—": "―⸺⸻─━﹘",  # horizontal bar, two-em and three-em dash, lines of boxes
}
"""What transcribers type, by the mark that it represents (Unicode 15.1, section 6.2, Dash Punctuation)."""
_TABLE = {ord(other): plain for plain, others in _GLYPHS.items() for other in others}
_OTHER = re.compile(f"[{''.join(map(chr, _TABLE))}]")


def plain(text: str) -> str:
    """The text with hyphen, en dash or em dash for every dash; the number of characters stays the same."""
    return text.translate(_TABLE) if _OTHER.search(text) else text
