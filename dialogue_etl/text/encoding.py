"""Bytes of a book to text: by its byte order mark, its own header, UTF-8, then detection."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from dialogue_etl.errors import DialogueEtlError

_HEADER = re.compile(rb"^Character set encoding:[ \t]*([\w-]+(?: [\w-]+)?)", re.IGNORECASE | re.MULTILINE)
_HEADER_BYTES = 20_000
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Character sets, as against Python's other codecs (unicode_escape, rot13, …) that a header must not name.
_CHARACTER_SET = re.compile(
    r"ascii|utf-(8|16|32)|iso8859-\d+|cp\d+|mac-\w+|koi8-\w|gb\w+|big5\w*|(euc|shift)_\w+"
)
# Texts declared as ISO-8859-1 or ASCII hold Windows characters more often than control characters.
_WIDER = {"iso8859-1": "cp1252", "ascii": "cp1252"}
_BROKEN = "\ufffd"
_MAX_BROKEN_SHARE = 0.01


class UndecodableError(DialogueEtlError):
    """The bytes are not a text in any known encoding."""


def decode(data: bytes) -> tuple[str, str]:
    r"""Text with `\n` line ends and the name of its encoding.

    A few broken characters in UTF-8 (a file cut inside a character) become U+FFFD.

    Raises:
        UndecodableError: the bytes are empty, binary, or in no encoding that can be told.
    """
    text, encoding = _decode(data)
    if not text.strip():
        raise UndecodableError("the file is empty")
    if "\0" in text:
        raise UndecodableError("the file is binary: it holds NUL characters")
    return text.replace("\r\n", "\n").replace("\r", "\n"), encoding


def _decode(data: bytes) -> tuple[str, str]:
    # UTF-8 comes before a declared one-byte encoding: bytes that are valid UTF-8 by accident are rare,
    # headers that were not updated when a file was converted are not.
    for name in [*(name for mark, name in _MARKS if data.startswith(mark)), "utf-8"]:
        if (text := _try(data, name)) is not None:
            return text, name
    if b"\0" in data:
        raise UndecodableError("the file is binary: it holds NUL characters")
    if (text := _mostly_utf8(data)) is not None:
        return text, "utf-8"
    declared = _declared(data)
    if declared and (text := _try(data, declared)) is not None:
        return text, declared
    best = from_bytes(data).best()
    if best is None:
        raise UndecodableError("the encoding can't be told")
    return str(best), best.encoding


def _try(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except UnicodeError:
        return None


def _mostly_utf8(data: bytes) -> str | None:
    """The text if all but a few of its characters beyond ASCII are valid UTF-8."""
    text = data.decode("utf-8", "replace")
    broken = text.count(_BROKEN)
    whole = len(text) - len(text.encode("ascii", "ignore")) - broken
    return text if whole > broken and broken <= max(1, whole * _MAX_BROKEN_SHARE) else None


def _declared(data: bytes) -> str | None:
    """The character set its Project Gutenberg header names, if there is such a one."""
    found = _HEADER.search(data[:_HEADER_BYTES])
    if found is None:
        return None
    label = found.group(1).decode("ascii", "replace").strip().lower()
    label = label.removeprefix("iso ").replace("us-ascii", "ascii").replace(" ", "-")
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):
        return None
    return _WIDER.get(name, name) if _CHARACTER_SET.fullmatch(name) else None
