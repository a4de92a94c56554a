"""Capital and small letters of the alphabets that have both, for regular expressions."""

import unicodedata
from itertools import chain

# Latin, Greek, Cyrillic and Armenian; the latter blocks hold polytonic Greek, and old Cyrillic letters.
_ALPHABETS = (*range(0x41, 0x590), *range(0x1E00, 0x2000), *range(0xA640, 0xA6A0))


def _class(category: str) -> str:
    """A character class of all letters of a Unicode category."""
    points = [point for point in _ALPHABETS if unicodedata.category(chr(point)) == category]
    starts = [point for point in points if point - 1 not in points]
    ends = [point for point in points if point + 1 not in points]
    return f"[{''.join(chain.from_iterable(map(_span, starts, ends)))}]"


def _span(start: int, end: int) -> str:
    return chr(start) if start == end else f"{chr(start)}-{chr(end)}"


CAPITAL = _class("Lu")
SMALL = _class("Ll")
