"""Decompresses and decodes files of corpora to lines or chunks of text.

At most one chunk and one line of up to `LONGEST_LINE` bytes are in memory.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
import zlib
from typing import TYPE_CHECKING, Any, Self

import orjson
import zstandard

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.threads.adapters import json_values
from dialogue_etl.sources.threads.adapters.records import Line, Row
from dialogue_etl.text import encoding, forms, legacy_encodings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dialogue_etl.sources.threads.adapters.json_values import Nesting

LONGEST_LINE = 10_000_000
"""Bytes; longer lines are invalid."""

_CHUNK = 1 << 20
_MAX_NUL_SHARE = 0.001
_MAX_BROKEN_SHARE = 0.01  # of characters outside of ASCII; lines with such characters are invalid
_UNPACKING = (EOFError, OSError, zlib.error, lzma.LZMAError, zstandard.ZstdError)
_WINDOW = 1 << 31
"""Bytes that zstd may look back: the dumps of Reddit are packed with `--long=31`."""


class UnusableError(DialogueEtlError):
    """A file without readable comments; the message says why."""


class CutError(DialogueEtlError):
    """A compressed file is truncated or damaged; everything before was read."""


def chunks(path: Path) -> Iterator[bytes]:
    """The bytes of a file, decompressed if it is gzip, bzip2, xz or zstd.

    Raises:
        CutError: it is truncated or damaged.
        OSError: it can't be read.
    """
    with path.open("rb") as plain:
        head = plain.read(8)
    packed = next((way for mark, way in _WAYS.items() if head.startswith(mark)), None)
    if packed is None:
        with path.open("rb") as plain:
            yield from iter(lambda: plain.read(_CHUNK), b"")
        return
    try:
        with packed(path) as file:
            while chunk := file.read1(_CHUNK):  # `read` would lose the last bytes before a truncation
                yield chunk
    except _UNPACKING as error:
        raise CutError(f"the archive is cut off or damaged: {error}") from None


class _Zstd:
    """A file of consecutive zstd frames, of which the last must be complete."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")

    def __enter__(self) -> Self:
        self._pieces = self._frames()
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read1(self, _: int) -> bytes:
        """The next piece; empty at the end."""
        return next(self._pieces, b"")

    def _frames(self) -> Iterator[bytes]:
        frame, rest = None, b""
        while packed := rest or self._file.read(_CHUNK // 8):
            frame = frame or zstandard.ZstdDecompressor(max_window_size=_WINDOW).decompressobj()
            if piece := frame.decompress(packed):
                yield piece
            rest = frame.unused_data
            frame = None if frame.eof else frame
        if frame is not None:
            raise EOFError("it ends within a frame")


_WAYS: dict[bytes, Callable[[Path], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
    b"\x28\xb5\x2f\xfd": _Zstd,
}


def codec_of(sample: bytes, language: str, stated: str = "") -> str:
    """The encoding of a text.

    UTF-8 first, since texts in other encodings are rarely valid UTF-8; then the legacy encodings of the
    language, chosen by common characters, since nearly all bytes are valid GB 18030, those of Big5 too.

    Args:
        sample: the first megabyte of the text.
        language: BCP-47 tag of its corpus.
        stated: the encoding, if known; empty to detect it.

    Raises:
        UnusableError: it is empty, markup, or binary.
        UndecodableError: its encoding cannot be detected.
    """
    if not sample.strip():
        raise UnusableError("the file is empty: leave it out, or get it again")
    if form := forms.binary(sample) or forms.markup(sample):
        what, _, todo = form.partition("; ")
        raise UnusableError(f"{what}, not a corpus: {todo or 'take the file it should hold'}")
    return codecs.lookup(stated).name if stated else _detected(sample, language)


def _detected(sample: bytes, language: str) -> str:
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if sample.count(0) > len(sample) * _MAX_NUL_SHARE:
        return encoding.decode(sample)[1]
    if _is_utf_8(sample):
        return "utf-8"
    whole = sample[: sample.rfind(b"\n") + 1] or sample
    if known := legacy_encodings.encoding_of(whole, language):
        return known
    if language.partition("-")[0] == "zh" and _fits(whole, "gb18030"):
        return "gb18030"  # without common characters
    # A few NULs would make it binary for `decode`; as UTF-8, only invalid lines are left out.
    return "utf-8" if b"\0" in sample else encoding.decode(whole)[1].partition("+")[0]


def _is_utf_8(sample: bytes) -> bool:
    text = sample.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    whole = len(text) - len(text.encode("ascii", "ignore")) - broken
    return not broken or (whole > broken and broken <= max(1, whole * _MAX_BROKEN_SHARE))


def _fits(data: bytes, name: str) -> bool:
    try:
        data.decode(name)
    except UnicodeDecodeError:
        return False
    return True


def lines(pieces: Iterator[bytes], codec: str) -> Iterator[Line]:
    """The lines of a text; a line that is too long or cannot be decoded has a problem instead of a text."""
    narrow = not codec.startswith("utf-16") and not codec.startswith("utf-32")
    found = _split(pieces if narrow else _narrowed(pieces, codec))
    codec = codec if narrow else "utf-8"
    for number, line in enumerate(found, start=1):
        yield _decoded(number, line, codec)


def _decoded(number: int, line: bytes | None, codec: str) -> Line:
    if line is None:
        return Line(number, "", f"longer than {LONGEST_LINE:,} bytes")
    plain = line.removesuffix(b"\r")
    try:
        return Line(number, (plain.removeprefix(codecs.BOM_UTF8) if number == 1 else plain).decode(codec))
    except UnicodeDecodeError as error:
        return Line(number, "", f"not {codec}: {error.reason} at byte {error.start + 1}")


def json_rows(pieces: Iterator[bytes], codec: str, nesting: Nesting) -> Iterator[Row]:
    """The same as `json_values.json_rows` of `lines`; UTF-8 is parsed without decoding it first."""
    if codec != "utf-8":
        yield from json_values.json_rows(lines(pieces, codec), nesting)
        return
    for number, line in enumerate(_split(pieces), start=1):
        try:
            yield Row(number, orjson.loads(line or b""))
        except orjson.JSONDecodeError:  # invalid, empty, with a byte order mark, or too long
            yield from json_values.json_rows([_decoded(number, line, codec)], nesting)


def _split(pieces: Iterator[bytes]) -> Iterator[bytes | None]:
    r"""Lines without `\n`; None for a line longer than `LONGEST_LINE`, which is not kept in memory."""
    rest = b""
    skipping = False
    for piece in pieces:
        first, *others = piece.split(b"\n")
        for ended in [rest + first, *others[:-1]] if others else []:
            yield None if skipping or len(ended) > LONGEST_LINE else ended
            skipping = False
        rest = others[-1] if others else rest + first
        if len(rest) > LONGEST_LINE:
            rest, skipping = b"", True
    if rest or skipping:
        yield None if skipping else rest


def _narrowed(pieces: Iterator[bytes], codec: str) -> Iterator[bytes]:
    """A text in UTF-16 or UTF-32 as UTF-8."""
    for text in texts(pieces, codec):
        yield text.encode("utf-8", "replace")


def texts(pieces: Iterator[bytes], codec: str) -> Iterator[str]:
    """Decode chunks of a text; invalid bytes become U+FFFD."""
    decoder = codecs.getincrementaldecoder(codec)("replace")
    for piece in pieces:
        if text := decoder.decode(piece):
            yield text
    if text := decoder.decode(b"", final=True):
        yield text
