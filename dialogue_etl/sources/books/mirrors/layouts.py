"""Where a copy of Project Gutenberg keeps the text of a book, and what speaks against a file found there.

The layouts are those of gutenberg.org ("Mirroring How-To", "Information About Robot Access"): generated files
under `cache/epub`, the files as posted under `files`, and on most mirrors those under one folder per digit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.text import forms
from dialogue_etl.web.wanted import Doubt, Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BYTES = 200_000_000
_SUFFIXES = ("-0", "-8", "")  # UTF-8, one of the ISO 8859 encodings, ASCII
_POSTED = re.compile(r"files/(\d+)/\1(-0|-8|)\.txt")
_IN_ARCHIVE = re.compile(r"(?:^|/)(?:(pg)(\d+)|(\d+)(-0|-8|))\.txt(?:\.utf-?8)?$")
_BEGINS = re.compile(rb"\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG", re.IGNORECASE)
_ENDS = re.compile(
    rb"\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the |this )?Project Gutenberg", re.IGNORECASE
)
_LICENCE = re.compile(rb"FULL (?:PROJECT GUTENBERG(?:-tm|\xe2\x84\xa2)? )?LICENSE", re.IGNORECASE)
_LICENCE_ENDS = re.compile(
    rb"(?:hear about new eBooks\.|GUTINDEX\.ALL|\*\*\* ?END: FULL LICENSE ?\*\*\*)\s*$", re.IGNORECASE
)


@dataclass(frozen=True)
class Copy:
    """A place where the text of a book may be.

    Attributes:
        layout: cache, epub, or files or digits with the end of the file's name.
        path: relative to the copy of Project Gutenberg.
        name: the same for the same file in whatever layout.
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


def doubt(first: bytes, last: bytes) -> Doubt | None:
    """What speaks against a file that came as a book; all other questions are the pre-filter's.

    Args:
        first: its first bytes.
        last: its last bytes.
    """
    if not first.strip():
        return Doubt("the file that came is empty")
    if forms.markup(first) == forms.WEB_PAGE:
        return Doubt("a web page came instead of the file")
    missing = _BEGINS.search(first) and not _ENDS.search(last)
    if missing or (_LICENCE.search(last) and not _LICENCE_ENDS.search(last)):
        return Doubt("the end of the file is missing", settled=True)
    return None


BOOK = Wanted(MAX_BYTES, doubt=doubt)


def catalogue_doubt(first: bytes, _last: bytes) -> Doubt | None:
    """The same of a file of the catalogue."""
    if not first:
        return Doubt("the file that came is empty")
    return Doubt("a web page came instead of the file") if forms.markup(first) == forms.WEB_PAGE else None


CATALOGUE = Wanted(2_000_000_000, packed=False, doubt=catalogue_doubt)
ARCHIVE = Wanted(500_000_000_000, packed=False, doubt=catalogue_doubt)
