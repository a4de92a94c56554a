"""EPUB books, versions 2 and 3: the pages that the package document lists, in order (EPUB 3.3, section 5)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from lxml import etree

from dialogue_etl.sources.books.reading.archives import Archive
from dialogue_etl.sources.books.reading.errors import BadBookError
from dialogue_etl.sources.books.reading.markup import Page, Stated
from dialogue_etl.text import encoding

_TYPE = b"application/epub+zip"
_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = frozenset(["application/xhtml+xml", "text/html", "application/html", "text/x-oeb1-document"])
_FONTS = frozenset(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"])
"""Algorithms that only make fonts useless outside of the book."""
_MOST = 1_000_000  # characters of a fact


def is_epub(archive: Archive) -> bool:
    """Whether an archive is an EPUB book, by any of its marks: each of them may be missing."""
    if archive.find(_CONTAINER) is not None or _package_name(archive) is not None:
        return True
    return "mimetype" in archive.names and archive.read("mimetype").startswith(_TYPE)


def read(archive: Archive) -> tuple[str, str, Stated]:
    """The text of a book, the encoding of its pages, and what its metadata say.

    Raises:
        BadBookError: it is encrypted, broken, lacks a page that it lists, or has no text.
        UndecodableError: a page is in no known encoding.
    """
    package = _package(archive)
    document = _parsed(archive, package)
    names = list(_pages(document, posixpath.dirname(package)))
    if locked := _encrypted(archive) & set(names):
        raise BadBookError(f"an EPUB book encrypted by its shop (DRM), such as {min(locked)}")
    page, codecs = Page(), []
    for name in names:
        there = archive.find(name)
        if there is None:
            raise BadBookError(f"a broken EPUB book: it lists {name}, which is not in it")
        if data := archive.read(there).strip():
            text, codec = encoding.decode(data)
            page.add(text)
            codecs.append(codec)
    text = page.text()
    if not text:
        raise BadBookError("an EPUB book without text: its pages are pictures, or it has none")
    return text, codecs[0], _stated(document)


def _package_name(archive: Archive) -> str | None:
    return next((name for name in archive.names if name.lower().endswith(".opf")), None)


def _package(archive: Archive) -> str:
    """The name of the package document."""
    container = archive.find(_CONTAINER)
    if container is not None:
        for element in _parsed(archive, container).iter("{*}rootfile"):
            if found := archive.find(unquote(element.get("full-path") or "")):
                return found
    found = _package_name(archive)
    if found is None:
        raise BadBookError("a broken EPUB book: no package document (.opf) is in it")
    return found


def _parsed(archive: Archive, name: str) -> etree._Element:
    """An XML document of the book, without entities of its own and without a look at the network."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    root = None
    data = archive.read(name).strip()
    if data:
        root = etree.fromstring(data, parser)
    if root is None:
        raise BadBookError(f"a broken EPUB book: {name} is not XML")
    return root


def _pages(package: etree._Element, folder: str) -> Iterator[str]:
    """The names of the pages in reading order, without the contents and what is next to the text."""
    items = {item.get("id"): item for item in package.iter("{*}item")}
    read = (reference.get("idref") for reference in package.iter("{*}itemref") if _is_read(reference))
    listed = [items[id] for id in read if id in items]
    pages = [item.get("href", "") for item in listed if item.get("media-type", "").lower() in _PAGES]
    beside = {item.get("href", "") for item in listed if "nav" in item.get("properties", "").split()}
    beside |= {
        reference.get("href", "")
        for reference in package.iter("{*}reference")
        if reference.get("type", "").lower() == "toc"
    }
    # A book of one page has its contents there, too.
    for link in [page for page in pages if page not in beside] or pages:
        yield posixpath.normpath(posixpath.join(folder, unquote(link.partition("#")[0])))


def _is_read(reference: etree._Element) -> bool:
    return (reference.get("linear") or "").lower() != "no"


def _encrypted(archive: Archive) -> set[str]:
    """The names of the members that are encrypted, fonts aside."""
    name = archive.find(_ENCRYPTION)
    if name is None:
        return set()
    found = set()
    for data in _parsed(archive, name).iter("{*}EncryptedData"):
        method = next(data.iter("{*}EncryptionMethod"), None)
        if method is None or method.get("Algorithm") not in _FONTS:
            found |= {unquote(one.get("URI") or "") for one in data.iter("{*}CipherReference")}
    return found


def _stated(package: etree._Element) -> Stated:
    """The metadata, by Dublin Core; a person's name as sorted, where that is stated."""
    metadata = next(package.iter("{*}metadata"), package)
    sorted_as = {
        (meta.get("refines") or "").removeprefix("#"): meta.text
        for meta in metadata.iter("{*}meta")
        if meta.get("property") == "file-as"
    }

    def said(name: str) -> list[etree._Element]:
        return [one for one in metadata.iter(f"{{*}}{name}") if _plain(one.text)]

    authors = [
        _plain(_attribute(one, "file-as") or sorted_as.get(one.get("id") or " ") or one.text)
        for one in said("creator")
        if (_attribute(one, "role") or "aut") == "aut"
    ]
    first = {name: _plain(one.text) for name in ("title", "language", "rights") for one in said(name)[:1]}
    return Stated(
        first.get("title", ""),
        tuple(dict.fromkeys(authors)),
        first.get("language", ""),
        first.get("rights", ""),
    )


def _attribute(element: etree._Element, name: str) -> str | None:
    """An attribute in any namespace."""
    return next((value for key, value in element.items() if key.rpartition("}")[2] == name), None)


def _plain(text: str | None) -> str:
    return " ".join((text or "")[:_MOST].split())
