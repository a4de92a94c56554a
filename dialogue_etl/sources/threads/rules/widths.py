"""Full-width letters, digits and signs read as the ASCII they stand for.

People write `ＱＱ１２３４５` where their input method does, or where a platform forbids the plain form. It
is read character for character, so what is found stands at the same place in the text as it was written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_FULL_WIDTH = 0xFEE0  # between `！` and `!`, and so for each of them (Unicode, Halfwidth and Fullwidth Forms)
_READ = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-./@_%~=&#"
"""Not `，`, `：`, `？`, `（`: these are the punctuation of Chinese, which ends an address."""
_TABLE = {ord(sign) + _FULL_WIDTH: sign for sign in _READ} | {0x3000: " "}
_ANY = re.compile(f"[{re.escape(''.join(map(chr, _TABLE)))}]")


def narrowed(text: str) -> str:
    """A text as long as it was, in ASCII where it was in full width."""
    return text.translate(_TABLE) if _ANY.search(text) else text


def replaced(
    pattern: re.Pattern[str], put: Callable[[re.Match[str]], str | None], text: str, group: str | int = 0
) -> tuple[str, str]:
    """A text with something in place of what a pattern finds in its narrow form.

    Args:
        pattern: of what is to go.
        put: what stands in its place; None if it stays.
        text: in any width; what stays is as it was.
        group: the part of what is found that goes.

    Returns:
        What was found first, as it was written, empty if nothing was; and what the text is now.
    """
    first, end = "", 0
    pieces: list[str] = []
    for found in pattern.finditer(narrowed(text)):
        if (instead := put(found)) is None:
            continue
        first = first or text[found.start() : found.end()]
        pieces += [text[end : found.start(group)], instead]
        end = found.end(group)
    return first, "".join([*pieces, text[end:]])
