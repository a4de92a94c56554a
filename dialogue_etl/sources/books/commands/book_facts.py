"""Collects the facts about a book from options, its header, a catalogue, its file name, and the user."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import typer

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources import language_notes
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.books.gutenberg import Header
from dialogue_etl.sources.folder import shown

UNKNOWN = "Unknown"
_SAFE_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*")
_NUMBERED = re.compile(r"(?:pg)?(\d+)(?:-\d)?")


@dataclass(frozen=True)
class Given:
    """The values of the options; None or empty if not given."""

    language: str | None
    title: str | None
    authors: tuple[str, ...]
    rights: str | None
    id: str | None


@dataclass(frozen=True)
class Book:
    """A file on its way into the library.

    Attributes:
        file: its source.
        data: its bytes.
        entry: for the library's catalogue.
        notes: about facts that were guessed.
        unfit: why the download stage will quarantine it; empty for a text.
    """

    file: Path
    data: bytes
    entry: Entry
    notes: tuple[str, ...] = ()
    unfit: str = ""


def of_text(
    file: Path, data: bytes, text: str, given: Given, listed: Mapping[str, Entry], *, several: bool
) -> Book:
    """A book whose file is a text.

    Args:
        file: its source.
        data: its bytes.
        text: decoded.
        given: the options.
        listed: books of a catalogue, by id.
        several: whether it is one of several files: if the title is unknown, the file name is used.

    Raises:
        DialogueEtlError: a required fact is unknown and nobody can be asked, or an option is wrong.
    """
    head = gutenberg.header(text)
    number = head.number or (_number_in_name(file) if "project gutenberg" in text.lower() else "")
    known = listed.get(f"pg{number}")
    language = _language(file, given, head)
    title = given.title or (known.title if known else "") or head.title
    authors = given.authors or (known.authors if known else ()) or tuple(filter(None, [head.author]))
    notes: list[str] = []
    if not title:
        title = _ask(file, "--title", "Title", notes, instead=_title(file) if several else "")
    if not authors and not known:  # a catalogued book without authors is anonymous
        question = "Author (Surname, First)"
        authors = (_ask(file, "--author", question, notes, instead=UNKNOWN if several else ""),)
    notes += language_notes.of_document(
        gutenberg.strip(text), language, "prefilter.other_language", LANGUAGES
    )
    rights = given.rights or head.rights
    rights = rights or _ask(file, "--rights", "Rights (such as Public domain, CC BY 4.0)", notes)
    if given.id and not _SAFE_ID.fullmatch(given.id):
        raise DialogueEtlError(f"--id {given.id}: letters, digits, dots, hyphens and underscores only")
    id = given.id or (f"pg{number}" if number else library.name(authors, title))
    book = library.entry(id=id, language=language, title=title, authors=authors, rights=rights, data=data)
    return Book(file, data, book, tuple(notes))


def of_unfit(file: Path, data: bytes, unfit: str, given: Given, *, language: str) -> Book:
    """A file that is not a text, which is added to the library so that the run reports it.

    Args:
        file: its source.
        data: its bytes.
        unfit: what is wrong with it.
        given: the options.
        language: of the run that reports it, if the options do not state one.
    """
    title = _title(file)
    facts = {"id": library.name((), title), "title": title, "rights": given.rights or ""}
    book = library.entry(**facts, language=given.language or language, authors=given.authors, data=data)
    return Book(file, data, book, unfit=unfit)


def _language(file: Path, given: Given, head: Header) -> str:
    tags = [tag for tag, language in LANGUAGES.items() if language.name.lower() == head.language.lower()]
    tag = given.language or (tags[0] if tags else "") or _ask(file, "--language", "Language (BCP-47 tag)", [])
    if tag not in LANGUAGES:
        raise DialogueEtlError(f"{shown(file)}: --language {tag}: not one of {', '.join(LANGUAGES)}")
    return tag


def _title(file: Path) -> str:
    return " ".join(shown(Path(file.stem)).split())


def _number_in_name(file: Path) -> str:
    """The number of a Gutenberg text whose old header does not hold it: 1342.txt, pg1342.txt, 1342-0.txt."""
    found = _NUMBERED.fullmatch(file.stem)
    return found.group(1) if found else ""


def _ask(file: Path, option: str, question: str, notes: list[str], *, instead: str = "") -> str:
    """The answer of a person, or what stands instead of it where nobody can be asked, with a note."""
    what = question.split(" (", maxsplit=1)[0].lower()
    if sys.stdin.isatty():
        answer: str = typer.prompt(f"{shown(Path(file.name))}: {question}")
        return answer.strip()
    if not instead:
        raise DialogueEtlError(f"{shown(file)}: its {what} is not known; say it with {option}")
    notes.append(f"its {what} is not known: {instead} is put in its place")
    return instead
