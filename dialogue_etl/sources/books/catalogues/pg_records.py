"""Project Gutenberg's RDF record of one book: also its rights, downloads and files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lxml import etree

from dialogue_etl.sources.books.catalogues.entries import TEXT, CatalogueError, Entry, iso_date
from dialogue_etl.sources.books.catalogues.language_tags import language_tag

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_BYTES = 5_000_000
"""Of a record; the longest real ones, of audio books in a thousand files, have less than 2 MB."""

_PG = "{http://www.gutenberg.org/2009/pgterms/}"
_DC = "{http://purl.org/dc/terms/}"
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_MARC = "{http://id.loc.gov/vocabulary/relators/}"
_MEMBER = "{http://purl.org/dc/dcam/}memberOf"
_HEADINGS = "LCSH"  # subjects; the rest are letters of the Library of Congress classification
_COUNT = re.compile(r"[0-9]{1,18}")


def record_path(number: str) -> str:
    """Where a mirror keeps the record of a book."""
    return f"cache/epub/{number}/pg{number}.rdf"


def parse(data: bytes, number: str) -> Entry:
    """The entry of a book by its record.

    RDF has no order, so subjects, bookshelves, languages and people of a role are sorted. Roles other than
    that of the author are people of the book too, as in pg_catalog.csv.

    Raises:
        CatalogueError: it is not well-formed, or no record of this book.
    """
    root = _root(data)
    book = root.find(f".//{_PG}ebook")
    if book is None:
        raise CatalogueError("not an RDF record: no ebook in it")
    about = book.get(f"{_RDF}about", "")
    if about.rpartition("/")[2] != number:
        raise CatalogueError(f"it is the record of {about[:80] or 'no book'}")
    downloads = _text(book.find(f"{_PG}downloads"))
    return Entry(
        id=f"pg{number}",
        # Project Gutenberg gives a type to what is no text; many old texts have none.
        type=next(iter(_values(book, f"{_DC}type")), TEXT),
        issued=iso_date(_text(book.find(f"{_DC}issued"))),
        title=_text(book.find(f"{_DC}title")),
        languages=tuple(sorted(set(map(language_tag, _values(book, f"{_DC}language"))))),
        authors=_people(root, book),
        subjects=tuple(sorted(_values(book, f"{_DC}subject", _HEADINGS))),
        bookshelves=tuple(sorted(_values(book, f"{_PG}bookshelf"))),
        rights=_text(book.find(f"{_DC}rights")),
        downloads=int(downloads) if _COUNT.fullmatch(downloads) else None,
        files=plain_texts((file.get(f"{_RDF}about", "") for file in book.iter(f"{_PG}file")), number),
    )


def rights(data: bytes) -> str:
    """What a record states of a book's rights, empty if it states nothing.

    Raises:
        CatalogueError: it is not well-formed.
    """
    return _text(_root(data).find(f".//{_DC}rights"))


def plain_texts(addresses: Iterable[str], number: str) -> tuple[str, ...]:
    """The plain texts of a book among the files of its record, relative to a mirror, UTF-8 first.

    Source: Project Gutenberg, the file names of its mirrors: `-0` is UTF-8, `-8` an 8-bit encoding, neither
    is ASCII; the cache holds UTF-8, which records call by the address that leads there.
    """
    book = f"files/{number}/{number}"
    cached = f"cache/epub/{number}/pg{number}.txt"
    names = {f"{book}-0.txt": f"{book}-0.txt", cached: cached}
    names |= dict.fromkeys((f"ebooks/{number}.txt.utf-8", f"{cached}.utf8"), cached)
    names |= {path: path for path in (f"{book}-8.txt", f"{book}.txt")}
    given = {_path(address) for address in addresses if ".txt" in address}
    return tuple(dict.fromkeys(path for name, path in names.items() if name in given))


def _path(address: str) -> str:
    try:
        return urlsplit(address).path.lstrip("/")
    except ValueError:  # such as a host that begins a bracket
        return ""


def _root(data: bytes) -> Any:
    if len(data) > MAX_BYTES:
        raise CatalogueError(f"longer than {MAX_BYTES:,} bytes")
    # No entities, no network, no DTD: the record comes from outside.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise CatalogueError(f"not an RDF record: {error.msg}") from None
    if root is None:
        raise CatalogueError("not an RDF record: empty")
    return root


def _text(element: Any) -> str:
    return " ".join((element.text or "").split()) if element is not None else ""


def _values(book: Any, name: str, vocabulary: str = "") -> set[str]:
    """The values of a property; only of a vocabulary, if one is given."""
    found = set()
    for element in book.findall(name):
        member = element.find(f".//{_MEMBER}")
        within = member.get(f"{_RDF}resource", "") if member is not None else ""
        if within.endswith(vocabulary):
            found.add(_text(element.find(f".//{_RDF}value")))
    return found - {""}


def _people(root: Any, book: Any) -> tuple[str, ...]:
    # Who has several roles is described at one of them, the others refer to it.
    names = {agent.get(f"{_RDF}about"): _name(agent) for agent in root.iter(f"{_PG}agent")}
    authors: set[str] = set()
    others: set[str] = set()
    for element in book.iterchildren(f"{_DC}creator", f"{_MARC}*"):
        agent = element.find(f"{_PG}agent")
        name = names.get(element.get(f"{_RDF}resource"), "") if agent is None else _name(agent)
        (authors if element.tag == f"{_DC}creator" else others).add(name)
    return tuple(name for name in (*sorted(authors), *sorted(others - authors)) if name)


def _name(agent: Any) -> str:
    return _text(agent.find(f"{_PG}name"))
