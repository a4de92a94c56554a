"""The release form of LCCC with a blank between all characters, as its files have it."""

from __future__ import annotations

import re

from dialogue_etl.formats.lccc import LcccFormat

_SYMBOL = re.compile(r"<[A-Z]+\d*>|\S")


def spaced(text: str) -> str:
    """A text with a blank between its characters, such as `遭 淋 安 逸 了 ？`.

    As in the release, letters and digits of other scripts stand apart too (`O K`), and blanks of the text
    itself are not told from those put in, so words cannot be put together again. Placeholders such as
    `<NAME1>` stay whole: they are one symbol.
    """
    return " ".join(_SYMBOL.findall(text))


class CharactersFormat(LcccFormat):
    """`characters/<language>.json`: as `LcccFormat`, each turn with blanks between its characters."""

    name = "characters"

    def text(self, text: str) -> str:
        """A turn with blanks between its characters."""
        return spaced(text)
