"""Colours that mark speakers, as in teletext: a dash where another one begins."""

import re
from collections import Counter
from collections.abc import Callable

_COLOUR = re.compile(
    r"<font[^>]*?color\s*=\s*[\"']?(#?\w+)[^>]*>|<c\.(\w+)[^>]*>|</(?:font|c)>", re.IGNORECASE
)
_TELETEXT = {
    **{name: name for name in ("white", "yellow", "cyan", "lime", "magenta")},
    "green": "lime",
    "aqua": "cyan",
    "#ffffff": "white",
    "#ffff00": "yellow",
    "#00ffff": "cyan",
    "#00ff00": "lime",
    "#ff00ff": "magenta",
    "fuchsia": "magenta",
}
"""The colours of speakers in teletext, and in subtitles made of it."""
_COLOURED = 0.05


def dashed(text: str) -> str:
    """The text without colours, and with a dash where another one begins, if they mark speakers."""
    if "<font" not in text.lower() and "<c." not in text:
        return text

    def colour(tag: re.Match[str]) -> str:
        return str(tag[1] or tag[2] or "")

    return put_dashes(text, _COLOUR, colour, lambda _, dash: "\n- " * dash)


def put_dashes(
    text: str,
    tags: re.Pattern[str],
    colour: Callable[[re.Match[str]], str],
    put: Callable[[str, bool], str],
) -> str:
    """A text with a dash where another colour begins, if colours mark speakers.

    They do if a twentieth of the coloured passages each have two of the colours of teletext, or one of them
    where the rest has none.

    Args:
        text: a file.
        tags: what begins a passage, or ends it.
        colour: of a tag; empty if it has none.
        put: what becomes of a tag, and whether a dash comes after it.
    """
    found = [(tag, colour(tag).lower()) for tag in tags.finditer(text)]
    used = Counter(_TELETEXT.get(name or "white", "") for _, name in found)
    known = [name for name, number in used.items() if name and number >= _COLOURED * used.total()]
    if len(known) < 2 or used[""]:
        return text
    before, parts, end = "white", [], 0
    for tag, name in found:
        now = _TELETEXT.get(name, "") or before
        parts += [text[end : tag.start()], put(tag[0], now != before)]
        before, end = now, tag.end()
    return "".join([*parts, text[end:]])
