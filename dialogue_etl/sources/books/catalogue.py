"""Project Gutenberg's catalogue: pg_catalog.csv for what there is, RDF for the rights of each book."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Iterator

CATALOGUE_PATH = "cache/epub/feeds/pg_catalog.csv"
_FIELDS = ("Text#", "Type", "Title", "Language", "Authors")
_RIGHTS = "{http://purl.org/dc/terms/}rights"
_MAX_CELL = 10_000_000
_ROLE_AND_YEARS = re.compile(r"(?:, (?:-?\d{1,4}\??(?: BCE)?)?-(?:\d{1,4}\??(?: BCE)?)?)?(?: \[[^\]]*\])?$")


class CatalogueError(DialogueEtlError):
    """The catalogue, or a record of it, can't be read; the message says which and why."""


@dataclass(frozen=True)
class Entry:
    """A book as a catalogue lists it.

    Attributes:
        id: `pg` and the number for Project Gutenberg, a name made of author and title elsewhere.
        languages: BCP-47 tags.
        title: on one line.
        authors: `Surname, First`, without years.
        rights: as stated; None where the catalogue leaves that to a record of its own.
        path: of its text, relative to the mirror or library.
        sha256: of its bytes, where the catalogue holds it.
    """

    id: str
    languages: tuple[str, ...]
    title: str
    authors: tuple[str, ...]
    rights: str | None
    path: str
    sha256: str | None = None


def text_path(number: str) -> str:
    """Where a mirror keeps the UTF-8 text of a book."""
    return f"cache/epub/{number}/pg{number}.txt"


def rdf_path(number: str) -> str:
    """Where a mirror keeps the record of a book."""
    return f"cache/epub/{number}/pg{number}.rdf"


def parse(data: bytes) -> Iterator[Entry]:
    """Texts listed in a pg_catalog.csv; other types (sound, images, data sets) are passed over.

    Titles hold line breaks, languages and authors are lists parted by semicolons.

    Raises:
        CatalogueError: it is no such file.
    """
    csv.field_size_limit(_MAX_CELL)
    reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig", errors="replace"), newline=""))
    if missing := [name for name in _FIELDS if name not in (reader.fieldnames or ())]:
        raise CatalogueError(f"{CATALOGUE_PATH}: no column {', '.join(missing)}")
    for row in reader:
        number = (row["Text#"] or "").strip()
        if row["Type"] == "Text" and number.isascii() and number.isdigit():
            yield Entry(
                id=f"pg{number}",
                languages=_split(row["Language"]),
                title=" ".join((row["Title"] or "").split()),
                authors=tuple(_ROLE_AND_YEARS.sub("", name) for name in _split(row["Authors"])),
                rights=None,
                path=text_path(number),
            )


def _split(cell: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (cell or "").split(";") if part.strip())


def rights(data: bytes) -> str:
    """What an RDF record states of a book's rights, empty if it states nothing.

    Raises:
        CatalogueError: it is not well-formed XML.
    """
    # No entities, no network, no DTD: the record comes from outside.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise CatalogueError(f"not an RDF record: {error.msg}") from None
    found = root.find(f".//{_RIGHTS}") if root is not None else None
    return (found.text or "").strip() if found is not None else ""
