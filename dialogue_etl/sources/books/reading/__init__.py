"""Reads the file of a book in any of its forms: plain text, HTML, EPUB, each alone or packed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from dialogue_etl.sources.books.reading import archives, drama, epub, transcription, unsupported
from dialogue_etl.sources.books.reading.archives import MAX_BYTES
from dialogue_etl.sources.books.reading.drama import is_drama
from dialogue_etl.sources.books.reading.errors import BadBookError
from dialogue_etl.sources.books.reading.markup import Page, Stated
from dialogue_etl.text import encoding, forms

__all__ = ["MAX_BYTES", "BadBookError", "Reading", "Stated", "is_drama", "read"]

TEXT, HTML, EPUB = "text", "html", "epub"
FORMATS = (TEXT, HTML, EPUB)
_HEAD, _TAGS = 64_000, 4  # bytes that are looked at, and tags in them
_TAG = re.compile(rb"</?(?:p|div|h[1-6]|br|hr|center|blockquote|i|em|b)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_BEGINNING = re.compile(rb"[\s\x80-\xff]*<(?:p|div|h[1-6]|center|section)(?:\s[^<>]*)?>", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """What a file holds.

    Attributes:
        text: with line ends as LF and entities decoded; of HTML and EPUB laid out as plain text is.
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
            text, codec, stated = epub.read(archive)
            return Reading(text, codec, EPUB, ".epub", stated)
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
    if is_drama(data) and (play := drama.read(data)):
        return Reading(play.text, "utf-8", TEXT, ".xml", play.stated)
    kind = forms.markup(data) or (forms.WEB_PAGE if _is_fragment(data) else "")
    if kind in {forms.XML, forms.RTF}:
        raise BadBookError(f"{kind}; {unsupported.SAVE}")
    if forms.is_subtitles(data):
        raise BadBookError("subtitles, not a book; name the file by its format, such as film.srt")
    if forms.is_json(data):
        raise BadBookError("JSON, not a book; exports of threads and chats: dialogue-etl threads add")
    text, codec = encoding.decode(data)
    if kind != forms.WEB_PAGE:
        return Reading(transcription.decoded(text), codec, TEXT, ".txt")
    page = Page()
    page.add(text)
    text = page.text()
    if not text:
        raise BadBookError("a web page without text")
    return Reading(text, codec, HTML, ".html", page.stated())


def _is_fragment(data: bytes) -> bool:
    """Whether a file is HTML without its first tags: it begins with a paragraph, and others follow."""
    head = data[:_HEAD].replace(b"\0", b"")
    return bool(_BEGINNING.match(head)) and len(_TAG.findall(head)) >= _TAGS
