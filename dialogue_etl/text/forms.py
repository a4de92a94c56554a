"""Recognises files that are not plain text by how they begin: markup, archives, pictures, documents."""

import re

WEB_PAGE = "a web page"
XML = "an XML document"
RTF = "an RTF document"

_HEAD = 64_000  # bytes; the text before the first tag of a page is rarely longer than a screen
_MARKS = b"\xef\xbb\xbf\xfe\xff"  # of byte orders, in any order
_PROLOG = ((b"<?", b"?>"), (b"<!--", b"-->"))
_OPENING = re.compile(
    rb"<!doctype\s+html\b"
    # A closed tag or one with attributes, but not a <Title of a story> in angle brackets.
    rb"|<(?:html|head|body|title|meta|link|script|style|base|frameset)(?:\s+[a-z:-]+\s*=|\s*/?>|\s*$)"
    # A page that ends in its first tag.
    rb"|<html\b",
    re.IGNORECASE,
)
_JSON = re.compile(rb'\s*(?:\[\s*)?\{\s*"[^"\n]*"\s*:')
_SUBTITLES = re.compile(
    rb"WEBVTT\s|<SAMI>|\[(?:Script Info|INFORMATION|TITLE|ti:.*|ar:.*)\]|Scenarist_SCC|\{\d+\}\{\d+\}"
    rb"|(?:\d+\s+)?\[?\d{1,2}:\d\d:\d\d[.,]\d+[ \t]*(?:-->|,\d+:\d\d:)",
    re.IGNORECASE,
)
_BINARY = tuple(
    (re.compile(beginning, re.DOTALL), form)
    for beginning, form in (
        (rb"\x1f\x8b", "a gzip archive; unpack it first"),
        (rb"BZh[1-9]1AY&SY", "a bzip2 archive; unpack it first"),
        (rb"\xfd7zXZ\0", "an xz archive; unpack it first"),
        (rb"\x28\xb5\x2f\xfd", "a zstd archive; unpack it first"),
        (rb"PK\x03\x04.{26}mimetypeapplication/epub", "an EPUB book"),
        (rb"PK(?:\x03\x04|\x05\x06)", "a zip archive, or a document in one; unpack it first"),
        (rb"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"),
        (rb"Rar!\x1a\x07", "a RAR archive; unpack it first"),
        (rb".{257}ustar", "a tar archive; unpack it first"),
        (rb"%PDF-", "a PDF document"),
        (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Word document"),
        (rb".{60}(?:BOOKMOBI|TEXtREAd)", "a Mobipocket book"),
        (rb"AT&TFORM", "a DjVu document"),
        (rb"\x89PNG\r\n", "a PNG picture"),
        (rb"\xff\xd8\xff", "a JPEG picture"),
        (rb"GIF8[79]a", "a GIF picture"),
        (rb"II\*\0|MM\0\*", "a TIFF picture"),
        (rb"\x7fELF", "a program"),
    )
)


def markup(data: bytes) -> str:
    """The kind of markup at the beginning of a file, such as `a web page`; else empty.

    A byte order mark, white space, an XML declaration and comments may precede the first tag. A file with
    other text before it is plain text that quotes a tag.
    """
    # Without NUL, since the letters of tags are ASCII, also in UTF-16.
    head = data[:_HEAD].replace(b"\0", b"").lstrip(_MARKS).lstrip()
    if head.startswith(b"{\\rtf"):
        return RTF
    if _OPENING.match(_after_prolog(head)):
        return WEB_PAGE
    return XML if head.startswith(b"<?xml") else ""


def _after_prolog(head: bytes) -> bytes:
    """The bytes after declarations and comments; empty if one of these does not end."""
    while closing := next((end for begin, end in _PROLOG if head.startswith(begin)), b""):
        head = head.partition(closing)[2].lstrip()
    return head


def is_subtitles(data: bytes) -> bool:
    """Whether a file begins as subtitles of a usual format do."""
    head = data[:_HEAD].replace(b"\0", b"").lstrip(_MARKS).lstrip()
    return _SUBTITLES.match(head) is not None


def is_json(data: bytes) -> bool:
    """Whether a file begins as a JSON object, or a list of them, does."""
    return _JSON.match(data[:_HEAD].replace(b"\0", b"").lstrip(_MARKS)) is not None


def binary(data: bytes) -> str:
    """The kind of archive, picture or document, by its first bytes; empty if it is not one of these."""
    head = data[:_HEAD]
    return next((form for beginning, form in _BINARY if beginning.match(head)), "")
