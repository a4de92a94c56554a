"""Paths of a book in copies of Project Gutenberg, in each of its formats, and a check of downloaded files.

The layouts are those of gutenberg.org ("Mirroring How-To", "Information About Robot Access"): generated files
under `cache/epub`, the files as posted under `files`, and on most mirrors those under one folder per digit.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dialogue_etl.sources.books.reading import EPUB, HTML, MAX_BYTES, TEXT, archives
from dialogue_etl.text import forms
from dialogue_etl.web.request import Expected

# By format, the best first: ends of names of generated files, of files as posted, of these in archives.
# Texts are in UTF-8, in one of the ISO 8859 encodings, in ASCII; `{0}` is the number.
_ENDS = {
    TEXT: ((".txt",), ("-0.txt", "-8.txt", ".txt"), ("-0.zip", "-8.zip", ".zip")),
    HTML: (("-images.html", ".html"), ("-h/{0}-h.htm",), ("-h.zip",)),
    EPUB: ((".epub", "-images.epub", "-images-3.epub"), (), ()),
}
_PAGE = re.compile(
    rb"START OF TH(?:E|IS) PROJECT GUTENBERG|THE SMALL PRINT|\[E-?(?:BOOK|TEXT) #\d|pg-header|"
    rb"Project Gutenberg(?:'s|&rsquo;s)? E-?(?:book|text) of",
    re.IGNORECASE,
)
"""What the beginning of Project Gutenberg's HTML editions has, and its pages about errors have not."""


class Copy(NamedTuple):
    """A path at which a book may be.

    Attributes:
        rank: of its format; the lower, the better.
        layout: cache, epub, or files or digits, with the end of the file's name.
        path: relative to the root of the mirror.
        name: equal for the same file in all layouts.
    """

    rank: int
    layout: str
    path: str
    name: str


def copies(number: str, formats: Sequence[str] = (TEXT,)) -> list[Copy]:
    """Where a book may be, by its number, the best first.

    Args:
        number: Project Gutenberg's.
        formats: of its file, the best first; archives, of which few mirrors have any, come last.
    """
    ranked = list(enumerate(map(_ENDS.__getitem__, formats)))
    found: list[Copy] = []
    for rank, (generated, posted, _) in ranked:
        found += [_generated(number, end, rank, "cache") for end in generated]
        found += _posted(number, posted, rank)
        found += [_generated(number, end, rank, "epub") for end in generated]
    for rank, (*_, packed) in ranked:
        found += _posted(number, packed, len(formats) + rank)
    return found


def _generated(number: str, end: str, rank: int, layout: str) -> Copy:
    name = f"cache/epub/{number}/pg{number}{end}"
    return Copy(rank, f"{layout}{end}", name if layout == "cache" else f"{number}/pg{number}{end}", name)


def _posted(number: str, ends: Sequence[str], rank: int) -> Iterator[Copy]:
    digits = "/".join(number[:-1] or "0")
    for layout, root in (("files", "files"), ("digits", digits)):
        for end in ends:
            file = f"{number}/{number}{end.format(number)}"
            yield Copy(rank, f"{layout}{end}", f"{root}/{file}", f"files/{file}")


def _problem(head: bytes) -> str:
    """What is wrong with a downloaded file; whether a text is a book is for the pre-filter to say."""
    if not head.strip():
        return "the downloaded file is empty"
    return "a web page came instead of the file" if forms.markup(head) == forms.WEB_PAGE else ""


def _problem_of_page(head: bytes) -> str:
    return "" if _PAGE.search(head) else _problem(head) or "something else came instead of the book"


def _problem_of_archive(head: bytes) -> str:
    return "" if archives.is_zip(head) else _problem(head) or "something else came instead of the archive"


_BOOK = Expected(MAX_BYTES, _problem)
_HTML_EDITION = Expected(MAX_BYTES, _problem_of_page)
_ARCHIVE = Expected(MAX_BYTES, _problem_of_archive)
CATALOGUE = Expected(2_000_000_000, _problem)


def expected(path: str) -> Expected:
    """What a file of a book should be, by its path."""
    if path.endswith((".zip", ".epub")):
        return _ARCHIVE
    return _HTML_EDITION if path.endswith((".htm", ".html")) else _BOOK
