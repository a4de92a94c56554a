"""The weekly archive of all texts, `txt-files.tar.zip`: passed once, never unpacked.

Archives come from outside: a file is taken by the number in its name, if it is a plain file of a sensible
size; nothing is ever written to a path that an archive names, links lead nowhere, and one that unpacks to
far more than it is packed in is left.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import tarfile
import zipfile
import zlib
from typing import IO, TYPE_CHECKING, Any, Self

from dialogue_etl.sources.books.mirrors.layouts import MAX_BYTES, in_archive
from dialogue_etl.web.failures import UnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2")
_MAX_RATIO = 200
_MAX_HEADER = 1_000_000  # bytes; a tar file's own extended headers are read into memory whole
_MIN_LIMIT = 1_000_000_000  # bytes
_MAX_ENDS = 10
_PACKED: dict[bytes, Callable[[Any], Any]] = {b"\x1f\x8b": gzip.open, b"BZ": bz2.open}
_EXTENDED = frozenset(
    [
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.SOLARIS_XHDTYPE,
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
    ]
)
_BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,
    NotImplementedError,
)


class ArchiveError(UnavailableError):
    """An archive can't be read to its end; the message says why."""


class _Headers(tarfile.TarInfo):
    """Refuses extended headers that nobody needs."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """A header, as in tarfile.

        Raises:
            ArchiveError: it is none, or announces an extended header that is too large.
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
    """A stream that ends in an error once more is read of it than there can be in honesty."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        self._stream, self._left, self._ends = stream, limit, 0

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        self._ends += not data
        if self._left < 0:
            raise ArchiveError("unpacks to far more than it should")
        # tarfile reads on to the end of a member, however far away that is said to be.
        if self._ends > _MAX_ENDS:
            raise ArchiveError("broken: ends inside a file")
        return data


def texts(archive: Path, wanted: Collection[str] | None) -> Iterator[tuple[str, int, str, bytes]]:
    """Number, rank, name and bytes of the texts of books, in the order of the archive.

    Args:
        archive: a tar file, packed or not, or a zip file with a tar file in it.
        wanted: numbers of books; of others the bytes are empty. None for all.

    Raises:
        ArchiveError: it can't be read to its end; what came before is good.
    """
    try:
        with (
            _opened(archive) as stream,
            tarfile.open(fileobj=stream, mode="r|", tarinfo=_Headers) as members,
        ):
            for member in members:
                found = in_archive(member.name)
                if not found or not member.isreg():
                    continue
                number, rank, name = found
                data = b""
                if (wanted is None or number in wanted) and member.size <= MAX_BYTES:
                    data = _content(members, member)
                yield number, rank, name, data
    except ArchiveError as error:
        raise ArchiveError(f"{archive.name}: {error}") from None
    except _BROKEN as error:
        raise ArchiveError(f"{archive.name}: broken: {error or type(error).__name__}") from None


def _content(members: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    stream = members.extractfile(member)
    data = stream.read() if stream else b""
    if len(data) != member.size:
        raise EOFError("ends inside a file")
    return data


@contextlib.contextmanager
def _opened(archive: Path) -> Iterator[Any]:
    """The tar file in it, as a stream."""
    limit = max(_MIN_LIMIT, archive.stat().st_size * _MAX_RATIO)
    with contextlib.ExitStack() as closing:
        stream: IO[bytes] = closing.enter_context(archive.open("rb"))
        if zipfile.is_zipfile(stream):
            zipped = closing.enter_context(zipfile.ZipFile(stream))
            inside = [entry for entry in zipped.infolist() if entry.filename.endswith(".tar")]
            if len(inside) != 1:
                raise ArchiveError(f"holds {len(inside)} tar files, not one")
            stream = closing.enter_context(zipped.open(inside[0]))
        else:
            stream.seek(0)
            unpack = _PACKED.get(stream.read(2))
            stream.seek(0)
            stream = closing.enter_context(unpack(stream)) if unpack else stream
        yield _Limited(stream, limit)
