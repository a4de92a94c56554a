"""Reads the file of a book in any of its forms: plain text, HTML, EPUB, each alone or packed."""

from __future__ import annotations

from dataclasses import dataclass, field

from dialogue_etl.sources.books.reading import archives, epub, unsupported
from dialogue_etl.sources.books.reading.archives import MAX_BYTES
from dialogue_etl.sources.books.reading.errors import BadBookError
from dialogue_etl.sources.books.reading.markup import Page, Stated
from dialogue_etl.text import encoding, forms

__all__ = ["MAX_BYTES", "BadBookError", "Reading", "Stated", "read"]

TEXT, HTML, EPUB = "text", "html", "epub"
FORMATS = (TEXT, HTML, EPUB)


@dataclass(frozen=True)
class Reading:
    """What a file holds.

    Attributes:
        text: with `\\n` line ends; of HTML and EPUB laid out as plain text is.
        encoding: of the bytes; of an EPUB book that of its first page.
        format: text, html or epub.
        suffix: of a file of this format, packed or not.
        stated: what an HTML page or EPUB book says of itself.
    """

    text: str
    encoding: str
    format: str
    suffix: str
    stated: Stated = field(default_factory=Stated)


def read(data: bytes) -> Reading:
    """The text of a book's file, whose form is found by its content.

    Raises:
        UndecodableError: it is not a text.
        BadBookError: it is a form that is not supported, broken, encrypted or too large, or an archive that
            does not hold exactly one text.
    """
    if archives.is_gzip(data):
        return _unpacked(archives.unzipped(data), ".gz")
    if archives.is_zip(data):
        archive = archives.Archive(data)
        if epub.is_epub(archive):
            return Reading(*epub.read(archive), format=EPUB, suffix=".epub")  # type: ignore[misc]
        if document := unsupported.in_zip(archive.names):
            raise BadBookError(document)
        return _unpacked(archive.only_text(), ".zip")
    return _plain(data)


def _unpacked(data: bytes, packed: str) -> Reading:
    """What an archive holds."""
    found = _plain(data)
    suffix = packed if packed == ".zip" else found.suffix + packed
    return Reading(found.text, found.encoding, found.format, suffix, found.stated)


def _plain(data: bytes) -> Reading:
    kind = forms.markup(data)
    if kind in {forms.XML, forms.RTF}:
        raise BadBookError(f"{kind}; {unsupported.SAVE}")
    text, codec = encoding.decode(data)
    if kind != forms.WEB_PAGE:
        return Reading(text, codec, TEXT, ".txt")
    page = Page()
    page.add(text)
    text = page.text()
    if not text:
        raise BadBookError("a web page without text")
    return Reading(text, codec, HTML, ".html", page.stated())
