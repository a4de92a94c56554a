"""Safe reading of untrusted tar archives in one pass, without unpacking.

Nothing is written to a path from the archive, links are not followed, oversized headers are not read, and
reading stops when an archive decompresses to far more than its size.
"""

import bz2
import contextlib
import gzip
import tarfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

from dialogue_etl.web.failures import UnavailableError

_MAX_RATIO = 200
_MAX_HEADER = 1_000_000  # bytes; a tar file's own extended headers are read into memory whole
_MIN_LIMIT = 1_000_000_000  # bytes
_MAX_READS_AT_END = 10
_PIECE = 1 << 20
_DECOMPRESS: dict[bytes, Callable[[Any], Any]] = {b"\x1f\x8b": gzip.open, b"BZ": bz2.open}
_EXTENDED = frozenset(
    [
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.SOLARIS_XHDTYPE,
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
    ]
)
_BROKEN = (tarfile.TarError, zlib.error, EOFError, OSError)


class ArchiveError(UnavailableError):
    """An archive can't be read to its end; the message says why."""


class Member(NamedTuple):
    """A regular file of an archive; `data` is None if it is too large."""

    name: str
    size: int
    data: bytes | None


def members(archive: Path, max_bytes: int) -> Iterator[Member]:
    """The regular files of an archive, in its order.

    Args:
        archive: a tar file, compressed or not.
        max_bytes: larger members are not read.

    Raises:
        ArchiveError: it can't be read to its end; what came before is valid.
    """
    try:
        with _opened(archive) as stream, tarfile.open(fileobj=stream, mode="r|", tarinfo=_Header) as tar:
            while (header := tar.next()) is not None:
                tar.members.clear()  # type: ignore[attr-defined]  # else it keeps a description of each
                if header.isreg():
                    data = _content(tar, header) if header.size <= max_bytes else None
                    yield Member(header.name, header.size, data)
            _refuse_more(tar)
    except ArchiveError as error:
        raise ArchiveError(f"{archive.name}: {error}") from None
    except _BROKEN as error:
        raise ArchiveError(f"{archive.name}: broken: {error or type(error).__name__}") from None


class _Header(tarfile.TarInfo):
    """Rejects oversized extended headers."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """A header, as in tarfile.

        Raises:
            ArchiveError: it is invalid, or announces an extended header that is too large.
        """
        try:
            header = super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if len(buf) == tarfile.BLOCKSIZE and not any(buf):  # the mark of the end
                raise
            # tarfile would take it for the end, and the rest for missing
            raise ArchiveError(f"broken, or cut off: {error}") from None
        if header.type in _EXTENDED and header.size > _MAX_HEADER:
            raise ArchiveError(f"holds a header of {header.size:,} bytes")
        return header


class _Limited:
    """A stream that raises an error once more bytes are read than a genuine archive can have."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        self._stream, self._left, self._reads_at_end = stream, limit, 0

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        self._reads_at_end += not data
        if self._left < 0:
            raise ArchiveError("unpacks to far more than it should")
        # tarfile reads on to the stated end of a member, however far away.
        if self._reads_at_end > _MAX_READS_AT_END:
            raise ArchiveError("broken: ends inside a file")
        return data


def _content(tar: tarfile.TarFile, header: tarfile.TarInfo) -> bytes:
    stream = tar.extractfile(header)
    data = stream.read() if stream else b""
    if len(data) != header.size:
        raise EOFError("ends inside a file")
    return data


def _refuse_more(tar: tarfile.TarFile) -> None:
    """Check that the end is real: a header overwritten with zeros looks the same, but more follows it."""
    while rest := tar.fileobj.read(_PIECE) if tar.fileobj else b"":
        if any(rest.strip(b"\0")):
            raise ArchiveError("broken: something follows its end")


@contextlib.contextmanager
def _opened(archive: Path) -> Iterator[Any]:
    """The decompressed tar file as a stream."""
    limit = max(_MIN_LIMIT, archive.stat().st_size * _MAX_RATIO)
    with contextlib.ExitStack() as closing:
        stream: IO[bytes] = closing.enter_context(archive.open("rb"))
        decompress = _DECOMPRESS.get(stream.read(2))
        stream.seek(0)
        stream = closing.enter_context(decompress(stream)) if decompress else stream
        yield _Limited(stream, limit)
