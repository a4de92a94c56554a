"""OPUS archives: the list of members, and the bytes of a member, piece by piece.

Members of a zip can be read in any order. A tar has no index and no checksums, so it is converted to zip once
(`as_zip`). Archives come from the network: nothing is unpacked to disk, so names of members are harmless;
members that are encrypted, broken or larger than a subtitle file can be are rejected.
"""

import gzip
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from dialogue_etl.core.run import Job
from dialogue_etl.sources.folder import leads_inside
from dialogue_etl.sources.subtitles import tar_archive
from dialogue_etl.sources.subtitles.subtitle import CutError, UnreadableError

LARGEST = 100_000_000
"""Bytes of a subtitle file; the longest film in tokens has 5 MB."""

ZIP = "archive.zip"
"""The name of a converted tar, in its job's folder."""

_MAX_RATIO = 200  # unpacked to packed; XML of tokens has 10 to 20
_SMALL = 1_000_000  # bytes that any ratio may make
_CHUNK = 1 << 16
_ENCRYPTED = 1
_BROKEN = (EOFError, OSError, zlib.error, zipfile.BadZipFile, NotImplementedError, ValueError)
_PLACE = re.compile(r"(?:^|/)(\d{1,4})/(?:tt)?(\d{1,10})/([\w.-]+?)\.xml(?:\.gz)?$", re.ASCII)


class Member(NamedTuple):
    """A file in an archive.

    Attributes:
        name: its path there.
        crc: checksum of its bytes.
        size: of them.
    """

    name: str
    crc: int
    size: int


class Place(NamedTuple):
    """The path of an OPUS file, such as `xml/en/1902/417/4625179.xml`.

    Attributes:
        film: IMDb id, as IMDb writes it; made of the file's own id where OPUS has none.
        subtitle: id of the file.
        year: of the film; None if unknown.
    """

    film: str
    subtitle: str
    year: int | None


def place_of(name: str) -> Place | None:
    """Parse the path of a file; None if it is not an OPUS path."""
    found = _PLACE.search(name)
    if found is None:
        return None
    year, film = int(found[1]), int(found[2])
    return Place(f"tt{film:07d}" if film else f"unknown-{found[3]}", found[3], year if year > 1800 else None)


def members(path: Path) -> list[Member]:
    """The files in a zip, in the order of their names.

    Raises:
        UnreadableError: it is not a zip, or its directory is damaged or missing.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            listed = [
                Member(one.filename, one.CRC, one.file_size) for one in archive.infolist() if not one.is_dir()
            ]
    except _BROKEN as error:
        raise UnreadableError("unusable", f"no zip archive, or cut off: {error}") from None
    return sorted(listed)


def refused(member: Member) -> tuple[str, str] | None:
    """Reason and detail if a member is not to be read."""
    if not leads_inside(member.name) or "\\" in member.name:
        return "unusable", "its name leads out of the archive"
    if not member.name.endswith((".xml", ".xml.gz")):
        return "other", "no XML"
    return ("unusable", f"larger than {LARGEST:,} bytes") if member.size > LARGEST else None


def open_zip(path: Path) -> zipfile.ZipFile:
    """A zip to read members from.

    Raises:
        UnreadableError: it can't be opened any more.
    """
    try:
        return zipfile.ZipFile(path)
    except _BROKEN as error:
        raise UnreadableError("unusable", str(error)) from None


def pieces(archive: zipfile.ZipFile, member: Member) -> Iterator[bytes]:
    """The bytes of a member, unpacked also if it is gzip.

    Raises:
        UnreadableError: it is encrypted, broken, or unpacks to more than it should.
    """
    try:
        info = archive.getinfo(member.name)
        if info.flag_bits & _ENCRYPTED:
            raise UnreadableError("unusable", "encrypted")
        with archive.open(info) as stream:
            yield from unpacked(stream, info.compress_size, packed=member.name.endswith(".gz"))
    except _BROKEN as error:
        raise UnreadableError("cut", f"cut off or damaged: {error}") from None


def unpacked(stream: IO[bytes], size: int, *, packed: bool) -> Iterator[bytes]:
    """The bytes of a stream, piece by piece.

    Args:
        stream: of a file.
        size: bytes it takes where it is stored.
        packed: whether it is gzip.

    Raises:
        CutError: gzip that ends too early.
        UnreadableError: it unpacks to more than it should; other damage raises gzip's own errors.
    """
    limit = min(LARGEST, max(_SMALL, size * _MAX_RATIO))
    source: Any = gzip.GzipFile(fileobj=stream) if packed else stream
    done = 0
    while piece := _next(source):
        done += len(piece)
        if done > limit:
            raise UnreadableError("unusable", f"unpacks to more than {limit:,} bytes")
        yield piece


def _next(source: Any) -> bytes:
    try:
        piece: bytes = source.read(_CHUNK)
    except EOFError as error:
        raise CutError(f"cut off: {error}") from None
    return piece


def as_zip(job: Job, folder: Path) -> dict[str, Any]:
    """Convert a tar, compressed or not, to a zip, as a job; the result has the problem, if any."""
    problem, seen = "", set[str]()
    with zipfile.ZipFile(folder / ZIP, "w", zipfile.ZIP_DEFLATED) as made:
        try:
            for member in tar_archive.members(job.inputs[0], LARGEST):
                if member.name not in seen and member.data is not None:
                    info = zipfile.ZipInfo(member.name)  # with a date of 1980, not that of the run
                    info.compress_type = zipfile.ZIP_DEFLATED
                    made.writestr(info, member.data)
                seen.add(member.name)
        except tar_archive.ArchiveError as error:
            problem = str(error)
    return {"problem": problem}
