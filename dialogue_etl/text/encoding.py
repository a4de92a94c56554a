"""Bytes of a book to text: by its byte order mark, its own header, UTF-8, then detection."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from dialogue_etl.errors import DialogueEtlError

_HEADER = re.compile(rb"^Character set encoding:\s*([\w-]+(?: \d+)?)", re.IGNORECASE | re.MULTILINE)
_HEADER_BYTES = 20_000
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Texts declared as ISO-8859-1 or ASCII hold Windows characters more often than control characters.
_WIDER = {"iso8859-1": "cp1252", "ascii": "cp1252"}


class UndecodableError(DialogueEtlError):
    """The bytes are not a text in any known encoding."""


def decode(data: bytes) -> tuple[str, str]:
    r"""Text with `\n` line ends and the name of its encoding.

    Raises:
        UndecodableError: the bytes are empty, binary, or in no encoding that can be told.
    """
    if not data.strip():
        raise UndecodableError("the file is empty")
    text, encoding = _decode(data)
    if "\0" in text:
        raise UndecodableError("the file is binary: it holds NUL characters")
    return text.replace("\r\n", "\n").replace("\r", "\n"), encoding


def _decode(data: bytes) -> tuple[str, str]:
    for name in _candidates(data):
        try:
            return data.decode(name), name
        except (UnicodeDecodeError, LookupError):
            continue
    if b"\0" in data:
        raise UndecodableError("the file is binary: it holds NUL characters")
    best = from_bytes(data).best()
    if best is None:
        raise UndecodableError("the encoding can't be told")
    return str(best), best.encoding


def _candidates(data: bytes) -> list[str]:
    """Encodings to try, the likeliest first.

    UTF-8 comes before a declared one-byte encoding: bytes that are valid UTF-8 by accident are rare,
    headers that were not updated when a file was converted are not.
    """
    marked = [name for mark, name in _MARKS if data.startswith(mark)]
    found = _HEADER.search(data[:_HEADER_BYTES])
    declared = _codec(found.group(1).decode("ascii", "replace")) if found else None
    return [*marked, "utf-8", *([declared] if declared else [])]


def _codec(label: str) -> str | None:
    label = label.strip().lower().replace("iso latin", "latin").replace("us-ascii", "ascii").replace(" ", "-")
    try:
        name = codecs.lookup(label).name
    except LookupError:
        return None
    return _WIDER.get(name, name)
