"""Where a copy of Project Gutenberg keeps the text of a book, and what a file from there should be.

The layouts are those of gutenberg.org ("Mirroring How-To", "Information About Robot Access"): generated files
under `cache/epub`, the files as posted under `files`, and on most mirrors those under one folder per digit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.text import forms
from dialogue_etl.web.request import Expected

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BYTES = 200_000_000
_SUFFIXES = ("-0", "-8", "")  # UTF-8, one of the ISO 8859 encodings, ASCII
_POSTED = re.compile(r"files/(\d+)/\1(-0|-8|)\.txt")
_IN_ARCHIVE = re.compile(r"(?:^|/)(?:(pg)(\d+)|(\d+)(-0|-8|))\.txt(?:\.utf-?8)?$")


@dataclass(frozen=True)
class Copy:
    """A path at which the text of a book may be.

    Attributes:
        layout: cache, epub, or files or digits with the end of the file's name.
        path: relative to the root of the mirror.
        name: the same for the same file in every layout.
    """

    layout: str
    path: str
    name: str


def copies(number: str, listed: Sequence[str] = ()) -> list[Copy]:
    """Where the text of a book may be, the best first.

    Args:
        number: of the book.
        listed: its files as the catalogue names them, where it does; those come before their neighbours.
    """
    posts = filter(None, map(_POSTED.fullmatch, listed))
    known = list(dict.fromkeys(post[2] for post in posts if post[1] == number))
    suffixes = [*known, *(suffix for suffix in _SUFFIXES if suffix not in known)]
    generated = f"cache/epub/{number}/pg{number}.txt"
    folder = "/".join(number[:-1] or "0")
    posted = [
        (suffix, f"{number}{suffix}.txt", f"files/{number}/{number}{suffix}.txt") for suffix in suffixes
    ]
    return [
        Copy("cache", generated, generated),
        *(Copy(f"files{suffix}", name, name) for suffix, _, name in posted),
        *(Copy(f"digits{suffix}", f"{folder}/{number}/{file}", name) for suffix, file, name in posted),
        Copy("epub", f"{number}/pg{number}.txt", generated),
    ]


def in_archive(path: str) -> tuple[str, int, str] | None:
    """Number, rank (least is best) and name of a text by its path in an archive; None for other files."""
    found = _IN_ARCHIVE.search(path)
    if found is None:
        return None
    number = found[2] or found[3]
    if found[1]:
        return number, 0, f"cache/epub/{number}/pg{number}.txt"
    return number, 1 + _SUFFIXES.index(found[4]), f"files/{number}/{number}{found[4]}.txt"


def _problem(head: bytes) -> str:
    """What is wrong with a downloaded file; whether a text is a book is for the pre-filter to say."""
    if not head.strip():
        return "the downloaded file is empty"
    return "a web page came instead of the file" if forms.markup(head) == forms.WEB_PAGE else ""


BOOK = Expected(MAX_BYTES, _problem)
CATALOGUE = Expected(2_000_000_000, _problem)
ARCHIVE = Expected(500_000_000_000, _problem)
