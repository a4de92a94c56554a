"""Paths of the text of a book in copies of Project Gutenberg, and a check of downloaded files.

The layouts are those of gutenberg.org ("Mirroring How-To", "Information About Robot Access"): generated files
under `cache/epub`, the files as posted under `files`, and on most mirrors those under one folder per digit.
"""

from typing import NamedTuple

from dialogue_etl.text import forms
from dialogue_etl.web.request import Expected

MAX_BYTES = 200_000_000
_SUFFIXES = ("-0", "-8", "")  # UTF-8, one of the ISO 8859 encodings, ASCII


class Copy(NamedTuple):
    """A path at which the text of a book may be.

    Attributes:
        layout: cache, epub, or files or digits with the end of the file's name.
        path: relative to the root of the mirror.
        name: equal for the same file in all layouts.
    """

    layout: str
    path: str
    name: str


def copies(number: str) -> list[Copy]:
    """Where the text of a book may be, by its number, the best first."""
    generated = f"cache/epub/{number}/pg{number}.txt"
    folder = "/".join(number[:-1] or "0")
    posted = [(suffix, f"{number}/{number}{suffix}.txt") for suffix in _SUFFIXES]
    return [
        Copy("cache", generated, generated),
        *(Copy(f"files{suffix}", f"files/{file}", f"files/{file}") for suffix, file in posted),
        *(Copy(f"digits{suffix}", f"{folder}/{file}", f"files/{file}") for suffix, file in posted),
        Copy("epub", f"{number}/pg{number}.txt", generated),
    ]


def _problem(head: bytes) -> str:
    """What is wrong with a downloaded file; whether a text is a book is for the pre-filter to say."""
    if not head.strip():
        return "the downloaded file is empty"
    return "a web page came instead of the file" if forms.markup(head) == forms.WEB_PAGE else ""


BOOK = Expected(MAX_BYTES, _problem)
CATALOGUE = Expected(2_000_000_000, _problem)
