"""Repair the bytes of a document, piece by piece, where an XML parser would fail or lose text."""

import codecs
import re
from collections.abc import Iterable, Iterator

from dialogue_etl.sources.subtitles.subtitle import CutError

_CONTROLS = bytes([*range(9), 11, 12, *range(14, 32)])
_STRAY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")
_LONGEST_REFERENCE = 10  # bytes
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,100}?\sencoding\s*=\s*["']([\w.-]+)["']""")
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Mended:
    """The bytes of a document as UTF-8 with only what XML allows.

    Attributes:
        mended: whether anything was repaired.
        ended: whether the end of the document was reached.
        size: bytes so far.
    """

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self.mended, self.ended, self.size = False, False, 0

    def __iter__(self) -> Iterator[bytes]:
        held = tail = b""
        for piece in self._utf_8():
            self.size += len(piece)
            clean = piece.translate(None, _CONTROLS)
            self.mended |= len(clean) != len(piece)
            clean = held + clean
            # A reference may continue in the next piece.
            cut = clean.rfind(b"&", -_LONGEST_REFERENCE)
            clean, held = (clean[:cut], clean[cut:]) if cut >= 0 else (clean, b"")
            tail = (tail + clean)[-100:]
            yield self._escaped(clean)
        tail += held
        self.ended = tail.rstrip().endswith(b"</document>")
        yield self._escaped(held)

    def _escaped(self, data: bytes) -> bytes:
        if b"&" not in data:
            return data
        data, number = _STRAY.subn(b"&amp;", data)
        self.mended |= bool(number)
        return data

    def _utf_8(self) -> Iterator[bytes]:
        """Each piece as UTF-8; bytes invalid in the document's encoding become U+FFFD."""
        decoder = None
        for piece in self._until_cut():
            if decoder is None:
                name = codec_of(piece)
                decoder = codecs.getincrementaldecoder(name)("strict")
                lenient = codecs.getincrementaldecoder(name)("replace")
            state = decoder.getstate()
            try:
                text = decoder.decode(piece)
            except UnicodeDecodeError:
                self.mended = True
                lenient.setstate(state)
                text = lenient.decode(piece)
                decoder.setstate(lenient.getstate())
            yield text.encode("utf-8", "replace")

    def _until_cut(self) -> Iterator[bytes]:
        """The pieces, up to where a compressed file is truncated."""
        try:
            yield from self._pieces
        except CutError:
            if not self.size:
                raise


def codec_of(head: bytes) -> str:
    """The encoding of a document by its byte order mark or declaration, otherwise UTF-8."""
    if head.startswith(_WIDE):
        return "utf-16"
    declared = _DECLARED.match(head.removeprefix(codecs.BOM_UTF8))
    try:
        name = codecs.lookup(declared[1].decode()).name if declared else "utf-8"
        return name if "a".encode(name) == b"a" and name != "utf-8" else "utf-8-sig"
    except (LookupError, ValueError, TypeError, AttributeError):
        return "utf-8-sig"
