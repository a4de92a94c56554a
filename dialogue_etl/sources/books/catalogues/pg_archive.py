"""Project Gutenberg's archive of all RDF records, rdf-files.tar.bz2, read in one go and unpacked nowhere.

Blocks are read here rather than by `tarfile.open`: that takes a damaged header for the end of the archive,
keeps a description of every member, and reads headers of any length into memory.
"""

from __future__ import annotations

import bz2
import re
import tarfile
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.catalogues import pg_records
from dialogue_etl.sources.books.catalogues.entries import NUMBER, CatalogueError, Found, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATH = "cache/epub/feeds/rdf-files.tar.bz2"
"""Where a mirror keeps it."""

_MEMBER = re.compile(rf"cache/epub/({NUMBER})/pg\1\.rdf")
_BLOCK = tarfile.BLOCKSIZE
_PIECE = 1 << 20
_REGULAR = (tarfile.REGTYPE, tarfile.AREGTYPE)
# Their headers may state a size, but nothing follows.
_WITHOUT_DATA = (
    tarfile.LNKTYPE,
    tarfile.SYMTYPE,
    tarfile.CHRTYPE,
    tarfile.BLKTYPE,
    tarfile.DIRTYPE,
    tarfile.FIFOTYPE,
)
# Ten times the real archive: more is a decompression bomb.
_MAX_MEMBERS = 1_000_000
_MAX_BYTES = 15_000_000_000


def read(path: Path, name: str) -> Iterator[Found]:
    """The entries of an archive of records, in its order.

    Only regular members called `cache/epub/N/pgN.rdf` are looked at; links, absolute names and names that
    lead elsewhere are passed over.

    Args:
        path: where its bytes are.
        name: what messages call it.

    Raises:
        CatalogueError: it is no such archive, damaged, cut short, or beyond all measure.
    """
    archive = _Archive(path, name)
    try:
        for member, data in archive.members():
            yield _entry(member, data, name)
    except EOFError:
        raise CatalogueError(f"{name}: cut short after {archive.count:,} members; fetch it again") from None
    except tarfile.HeaderError as error:
        raise CatalogueError(f"{name}: damaged after {archive.count:,} members: {error}") from None
    except OSError as error:
        raise CatalogueError(f"{name}: {error.strerror or 'not packed by bzip2, or damaged'}") from None
    if not archive.records:
        raise CatalogueError(f"{name}: no record among its {archive.count:,} members")


def _entry(member: re.Match[str], data: bytes | None, name: str) -> Found:
    number = member[1]
    try:
        if data is None:
            raise CatalogueError(f"longer than {pg_records.MAX_BYTES:,} bytes")
        return pg_records.parse(data, number)
    except CatalogueError as error:
        return Unreadable(f"pg{number}", f"{name}: {member[0]}: {error}")


class _Archive:
    """A compressed tar file.

    Attributes:
        count: members read so far.
        records: those of them that are records.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.count = 0
        self.records = 0
        self._path = path
        self._name = name
        self._left = _MAX_BYTES

    def members(self) -> Iterator[tuple[re.Match[str], bytes | None]]:
        """Name and content of each record; without content if it is too long for one.

        Raises:
            EOFError: it ends before its end mark.
            HeaderError: a header is damaged.
        """
        with bz2.open(self._path) as stream:
            while any(block := self._exactly(stream, _BLOCK)):
                header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
                size = self._size(header)
                record = _MEMBER.fullmatch(header.name) if header.type in _REGULAR else None
                fits = size <= pg_records.MAX_BYTES
                padding = -size % _BLOCK
                if record and fits:
                    yield record, self._exactly(stream, size + padding)[:size]
                else:
                    self._skip(stream, size + padding)
                    if record:
                        yield record, None
                self.count += 1
                self.records += record is not None
            # A header overwritten with zeros looks like the end; behind the real one there is nothing else.
            while rest := stream.read(self._take(_PIECE)):
                if any(rest.strip(b"\0")):
                    raise tarfile.HeaderError("no header")

    def _size(self, header: tarfile.TarInfo) -> int:
        """Bytes that follow a header."""
        if self.count >= _MAX_MEMBERS:
            raise CatalogueError(f"{self._name}: more than {_MAX_MEMBERS:,} members")
        if header.size < 0:
            raise tarfile.HeaderError("negative size")
        return 0 if header.type in _WITHOUT_DATA else header.size

    def _exactly(self, stream: bz2.BZ2File, size: int) -> bytes:
        data = stream.read(self._take(size))
        if len(data) < size:
            raise EOFError
        return data

    def _take(self, size: int) -> int:
        """That many bytes, if there may be as many."""
        self._left -= size
        if self._left < 0:
            raise CatalogueError(f"{self._name}: more than {_MAX_BYTES:,} bytes")
        return size

    def _skip(self, stream: bz2.BZ2File, size: int) -> None:
        for start in range(0, size, _PIECE):
            self._exactly(stream, min(_PIECE, size - start))
