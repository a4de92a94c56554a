"""Project Gutenberg's plain-text form: what its header says, and the work without header, footer and notes.

What no author wrote is taken out: `markers.py`, `producer_credits.py`, `notes.py`.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from dialogue_etl.sources.books.gutenberg import markers, notes, producer_credits
from dialogue_etl.text.spans import Span

# Texts come from anywhere, even a line of 50 MB of blanks: no pattern looks at the same stretch again and
# again. Hence `*+`, which gives nothing back, and `(?<=…)`, which lets a stretch be tried from its edge only.
_FIELD = re.compile(
    r"^(Title|Author|Language):[ \t]*+(\S[^\n]*+(?:\n[ \t]{2,}+\S[^\n]*+)*+)", re.MULTILINE | re.IGNORECASE
)
# Before 2003 there were no fields: "**The Project Gutenberg Etext of Emma, by Jane Austen**".
_OLD_TITLE = re.compile(
    r"^[^\w\n]*+The Project Gutenberg E(?:text|book) of (?P<title>.+?)"
    r"(?:(?:,|(?<!\s))\s++by\s++(?P<author>.+?)(?<=\w)\W*$|(?<=\w)\W*$)",
    re.IGNORECASE | re.MULTILINE,
)
_OLD_AUTHOR = re.compile(r"\s*+by (?P<author>.+?)(?<=\w)\W*$", re.IGNORECASE | re.MULTILINE)
_COPYRIGHTED = re.compile(r"This is a COPYRIGHTED Project Gutenberg", re.IGNORECASE)
_BYTE_ORDER_MARK = "\ufeff"
_BETWEEN = "\n\n"

PUBLIC_DOMAIN = "Public domain in the USA."
COPYRIGHTED = "Copyrighted. Read the copyright notice inside this book for details."


@dataclass(frozen=True)
class Header:
    """What the header of a Project Gutenberg text says; empty where it says nothing."""

    number: str = ""
    title: str = ""
    author: str = ""
    language: str = ""
    rights: str = ""


@dataclass(frozen=True)
class Stripped:
    """A text without what no author wrote.

    Attributes:
        text: what remains, pieces joined by a blank line.
        pieces: where they are in the file's text, in characters, in order.
    """

    text: str
    pieces: tuple[Span, ...] = ()


def strip(text: str) -> str:
    """The work without header, footer, credits and notes; a text without them unchanged."""
    return taken_apart(text).text


def taken_apart(text: str) -> Stripped:
    r"""The text of a file, what remains of it and what of that is not a running text.

    Args:
        text: of a whole file, with `\n` line ends, from Project Gutenberg or elsewhere.
    """
    pieces = _pieces(text)
    return Stripped(_BETWEEN.join(text[piece.start : piece.end] for piece in pieces), pieces)


def _pieces(text: str) -> tuple[Span, ...]:
    lines = notes.lines(text)
    found = []
    for body in markers.bodies(text):
        out = notes.spans(text, body, lines)
        out = sorted([*out, *producer_credits.spans(text, body, out, framed=body.start > 0)])
        edges = [Span(body.start, body.start), *out, Span(body.end, body.end)]
        found += [_stripped(text, before.end, after.start) for before, after in pairwise(edges)]
    return tuple(piece for piece in found if piece.start < piece.end)


def _stripped(text: str, start: int, end: int) -> Span:
    """Without white space and byte order marks at the edges."""
    piece = text[start:end]
    left = piece.lstrip().lstrip(_BYTE_ORDER_MARK).lstrip()
    start = end - len(left)
    return Span(start, start + len(left.rstrip()))


def header(text: str) -> Header:
    """What the header says of the book."""
    top = markers.top(text)
    number = markers.NUMBER.search(top)
    if not (markers.START.search(text, 0, markers.HEADER_CHARS) or _OLD_TITLE.search(top) or number):
        return Header()
    fields = _old_fields(top)
    fields |= {name.lower(): " ".join(value.split()) for name, value in reversed(_FIELD.findall(top))}
    return Header(
        number=number.group(1) if number else "",
        title=fields.get("title", ""),
        author=fields.get("author", ""),
        language=fields.get("language", ""),
        rights=COPYRIGHTED if _COPYRIGHTED.search(top) else PUBLIC_DOMAIN,
    )


def _old_fields(top: str) -> dict[str, str]:
    found = _OLD_TITLE.search(top)
    if found is None:
        return {}
    below = _OLD_AUTHOR.match(top, found.end() + 1)
    author = found["author"] or (below["author"] if below else "")
    return {"title": " ".join(found["title"].split()), "author": " ".join(author.split())}
