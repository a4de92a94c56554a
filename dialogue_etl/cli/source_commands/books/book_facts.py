"""Collects the facts about a book: from options, catalogues, its own header or metadata, its file's name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dialogue_etl.errors import UsageError
from dialogue_etl.languages.names import is_supported, meant, unsupported, without_file
from dialogue_etl.sources import language_notes
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.books.catalogues.entries import NUMBER, Entry
from dialogue_etl.sources.books.reading import HTML, Reading
from dialogue_etl.sources.folder import shown

UNKNOWN = "Unknown"
OPTIONS = {"language": "--language", "title": "--title", "author": "--author", "rights": "--rights"}
"""The facts that every book needs, by the option that states them."""
_LONGEST = 500  # characters of a fact
_NUMBERED = re.compile(r"(?:pg)?(\d+)(?:-\d|-h|-images(?:-\d)?)?")
_NAMED = re.compile(
    r"(?P<author>[^-]+, [^-]+) - (?P<title>.+)|(?P<title_first>.+) - (?P<author_last>[^-]+, [^-]+)"
)


@dataclass(frozen=True)
class Given:
    """What is stated outside of a file: the options, or a row of a catalogue; None or empty if it is not."""

    language: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    rights: str | None = None
    id: str | None = None

    def or_else(self, other: "Given") -> "Given":
        """What this does not state, from another one."""
        return Given(
            self.language or other.language,
            self.title or other.title,
            self.authors or other.authors,
            self.rights or other.rights,
            self.id or other.id,
        )


@dataclass(frozen=True)
class Book:
    """A file on its way into the library.

    Attributes:
        file: its source.
        format: text, html or epub.
        suffix: of the file in the library.
        sha256: of its bytes.
        words: of its text.
        language: BCP-47 tag; empty if unknown, as the facts below.
        title: on one line.
        authors: `Surname, First`; None if unknown, empty if a catalogue says that it has none.
        rights: as stated.
        id: given, or of Project Gutenberg; empty if it is to be made of author and title.
        notes: about facts that were guessed.
    """

    file: Path
    format: str
    suffix: str
    sha256: str
    words: int
    language: str
    title: str
    authors: tuple[str, ...] | None
    rights: str
    id: str
    notes: tuple[str, ...] = field(default=())

    @property
    def missing(self) -> tuple[str, ...]:
        """The facts that are unknown, by their names in `OPTIONS`."""
        known = {"language": self.language, "title": self.title, "rights": self.rights}
        unknown = {name for name, value in known.items() if not value}
        if self.authors is None:
            unknown.add("author")
        return tuple(name for name in OPTIONS if name in unknown)

    def entry(self, id: str, data: bytes) -> Entry:
        """Its row in the catalogue of the library, made of its bytes."""
        return library.entry(
            id=id,
            language=self.language,
            title=self.title,
            authors=self.authors or (),
            rights=self.rights,
            data=data,
            suffix=self.suffix,
        )


def of_file(
    file: Path, read: Reading, sha256: str, given: Given, listed: Mapping[str, Entry], *, guess: bool
) -> Book:
    """What is known of a book.

    Args:
        file: its source.
        read: what it holds.
        sha256: of its bytes.
        given: what options or a catalogue.csv state.
        listed: books of a pg_catalog.csv, by id.
        guess: whether title and author may be guessed: from the title of a page, from the file's name.

    Raises:
        DialogueEtlError: an id or language can't be used.
    """
    head = gutenberg.header(read.text)
    number = head.number or (_number_in_name(file) if "project gutenberg" in read.text.lower() else "")
    id = f"pg{number}" if re.fullmatch(NUMBER, number) else ""
    known, stated = listed.get(id), read.stated
    title = given.title or (known.title if known else "") or head.title
    authors = given.authors or (known.authors if known else ()) or tuple(filter(None, [head.author]))
    notes: list[str] = []
    # The title of an HTML page is often that of its site, so it is a guess as the file's name is.
    title = title or (stated.title if read.format != HTML or head.number else "")
    authors = authors or stated.authors
    if guess and not title:
        title = stated.title or _named(file)[1]
        notes.append(f"its title is a guess from {'the page' if stated.title else 'the file name'}: {title}")
    if guess and not authors and not known:
        authors = (_named(file)[0] or UNKNOWN,)
        notes.append(
            f"its author is a guess from the file name: {authors[0]}"
            if authors[0] != UNKNOWN
            else "its author is unknown"
        )
    tag = language(given.language) if given.language else _language(head.language or stated.language)
    if tag:
        work = gutenberg.strip(read.text)
        notes += language_notes.of_document(work, tag, "prefilter.other_language")
        notes += filter(None, [without_file(tag)])
    return Book(
        file=file,
        format=read.format,
        suffix=read.suffix,
        sha256=sha256,
        words=len(read.text.split()),
        language=tag,
        title=plain(title),
        authors=tuple(plain(author).replace(";", ",") for author in authors) if authors or known else None,
        rights=plain(given.rights or head.rights or stated.rights),
        id=library.checked_id(given.id) if given.id else id,
        notes=tuple(notes),
    )


def plain(text: str) -> str:
    """A fact on one line, without what can't be printed, and not longer than a catalogue is good for."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:_LONGEST].rstrip()


def language(tag: str) -> str:
    """A tag of a supported language.

    Raises:
        UsageError: it is not supported.
    """
    if not is_supported(tag):
        raise UsageError(f"--language: {unsupported(tag)}")
    return tag


def _language(stated: str) -> str:
    """The tag of a language that a file states by name or tag; empty if it states none."""
    base = meant(stated).partition("-")[0]
    return base if is_supported(base) else ""


def _named(file: Path) -> tuple[str, str]:
    """Author and title as the name of a file says them; the author only where a comma makes it sure."""
    stem = shown(Path(file.name))
    while (shorter := Path(stem)).suffix.lower() in {
        ".gz",
        ".zip",
        ".txt",
        ".html",
        ".htm",
        ".xhtml",
        ".epub",
    }:
        stem = shorter.stem
    name = plain(stem.replace("_", " "))
    found = _NAMED.fullmatch(name)
    if found is None:
        return "", name
    return found["author"] or found["author_last"], found["title"] or found["title_first"]


def _number_in_name(file: Path) -> str:
    """The number of a Gutenberg text whose old header does not hold it: 1342.txt, pg1342.txt, 1342-0.txt."""
    found = _NUMBERED.fullmatch(file.name.partition(".")[0])
    return found.group(1) if found else ""
