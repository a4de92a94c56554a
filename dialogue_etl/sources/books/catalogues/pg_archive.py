"""Project Gutenberg's archive of all RDF records, rdf-files.tar.bz2: the catalogue that has downloads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources import tar_archive
from dialogue_etl.sources.books.catalogues import pg_records
from dialogue_etl.sources.books.catalogues.entries import NUMBER, CatalogueError, Found, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATH = "cache/epub/feeds/rdf-files.tar.bz2"
"""Where a mirror keeps it."""

_MEMBER = re.compile(rf"cache/epub/({NUMBER})/pg\1\.rdf")


def read(path: Path, name: str) -> Iterator[Found]:
    """The entries of an archive of records, in its order; members that are not records are passed over.

    Args:
        path: where its bytes are.
        name: what messages call it.

    Raises:
        CatalogueError: it is no such archive, damaged, cut short, or beyond all measure.
    """
    records = 0
    try:
        for member in tar_archive.members(
            path, lambda member: pg_records.MAX_BYTES if _MEMBER.fullmatch(member) else -1
        ):
            if record := _MEMBER.fullmatch(member.name):
                records += 1
                yield _entry(record[1], member, name)
    except tar_archive.ArchiveError as error:
        raise CatalogueError(f"{name}: {str(error).removeprefix(f'{path.name}: ')}; fetch it again") from None
    if not records:
        raise CatalogueError(f"{name}: no record in it")


def _entry(number: str, member: tar_archive.Member, name: str) -> Found:
    try:
        if member.data is None:
            raise CatalogueError(f"longer than {pg_records.MAX_BYTES:,} bytes")
        return pg_records.parse(member.data, number)
    except CatalogueError as error:
        return Unreadable(f"pg{number}", f"{name}: {member.name}: {error}")
