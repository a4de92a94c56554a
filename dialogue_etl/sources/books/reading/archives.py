"""Compressed files: a text in gzip or zip, the members of a zip archive, all checked before use."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from pathlib import PurePosixPath

from dialogue_etl.sources.books.reading.errors import BadBookError
from dialogue_etl.sources.folder import leads_inside

MAX_BYTES = 200_000_000
"""Of a book, packed or not."""
MAX_MEMBERS = 20_000
"""Of an archive; EPUB books with a picture of every page have two thousand."""
_MAX_RATIO = 200  # unpacked to packed; texts come to ten, the best a thousand
_FREE = 1_000_000  # bytes that may be unpacked whatever the ratio
_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_READABLE = (".txt", ".text"), (".htm", ".html", ".xhtml", ".xht")
"""Ends of names of the texts in an archive, the best first."""
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)


def is_gzip(data: bytes) -> bool:
    """Whether a file is compressed by gzip."""
    return data.startswith(_GZIP)


def is_zip(data: bytes) -> bool:
    """Whether a file is a zip archive."""
    return data.startswith(_ZIP)


def unzipped(data: bytes) -> bytes:
    """What a file compressed by gzip holds.

    Raises:
        BadBookError: it is cut short or broken, too large, or holds another archive.
    """
    most = min(MAX_BYTES, _FREE + _MAX_RATIO * len(data))
    try:
        with gzip.open(io.BytesIO(data)) as file:
            content = file.read(most + 1)
    except EOFError:
        raise BadBookError("a gzip archive that is cut short") from None
    except (OSError, zlib.error) as error:
        raise BadBookError(f"a broken gzip archive: {error}") from None
    if len(content) > most:
        raise BadBookError(f"a gzip archive of {len(data):,} bytes with more than {most:,} bytes in it")
    return _no_archive(content)


class Archive:
    """A zip archive whose names are safe and whose members are read within limits."""

    def __init__(self, data: bytes) -> None:
        """Look at the list of members.

        Raises:
            BadBookError: it is broken, has too many members, or one whose name leads out of it.
        """
        self._left = min(MAX_BYTES, _FREE + _MAX_RATIO * len(data))
        self._most = self._left
        try:
            self._file = zipfile.ZipFile(io.BytesIO(data))
            members = self._file.infolist()
        except _UNREADABLE as error:
            raise BadBookError(f"a broken zip archive: {error}") from None
        if len(members) > MAX_MEMBERS:
            raise BadBookError(f"a zip archive of {len(members):,} files; at most {MAX_MEMBERS:,} are read")
        for member in members:
            if not leads_inside(member.filename.replace("\\", "/")):
                raise BadBookError(
                    f"a zip archive with a file that leads out of it: {member.filename[:80]!r}"
                )
        self.names = [member.filename for member in members if not member.is_dir()]
        self._there = frozenset(self.names)
        self._folded = {name.lower(): name for name in reversed(self.names)}

    def find(self, name: str) -> str | None:
        """The name of a member, in any case."""
        return name if name in self._there else self._folded.get(name.lower())

    def read(self, name: str) -> bytes:
        """The bytes of a member.

        Raises:
            BadBookError: it is broken, needs a password, or the archive is larger than allowed.
        """
        try:
            with self._file.open(name) as member:
                content = member.read(self._left + 1)
        except RuntimeError:
            raise BadBookError(f"a zip archive with a password, on {name}") from None
        except _UNREADABLE as error:
            raise BadBookError(f"a broken zip archive: {name}: {error}") from None
        self._left -= len(content)
        if self._left < 0:
            raise BadBookError(f"a zip archive with more than {self._most:,} bytes in it")
        return content

    def only_text(self) -> bytes:
        """The one text in it; of texts in two forms that in plain text.

        Raises:
            BadBookError: there is not exactly one.
        """
        plain = [name for name in self.names if not _is_hidden(name)]
        for ends in _READABLE:
            found = [name for name in plain if name.lower().endswith(ends)]
            if len(found) == 1:
                return _no_archive(self.read(found[0]))
            if found:
                raise BadBookError(f"a zip archive with {len(found):,} texts: unpack it, and add its folder")
        raise BadBookError(f"a zip archive without a text: {', '.join(plain[:3]) or 'nothing is in it'}")


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(name).parts)


def _no_archive(content: bytes) -> bytes:
    if is_gzip(content) or is_zip(content):
        raise BadBookError("an archive in an archive: unpack it first")
    return content
