"""Reads a folder of real books; MANIFEST.tsv lists their files and languages."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.text import encoding

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.languages import Language

MANIFEST = "MANIFEST.tsv"
_FILE, _LANGUAGE = "file", "lang"


class BadManifestError(DialogueEtlError):
    """The list of books is missing, or has no column or book that is needed; the message says which."""


class Entry(NamedTuple):
    """A book of the list: its file and the BCP-47 tag of its language."""

    path: Path
    language: str


class Book(NamedTuple):
    """A book without the header and footer of Project Gutenberg.

    Attributes:
        id: the name of its file.
        language: of the book.
        text: of the work; offsets count its characters.
    """

    id: str
    language: Language
    text: str


def entries(folder: Path) -> list[Entry]:
    """The books of a folder in supported languages, sorted by language and file.

    Raises:
        BadManifestError: MANIFEST.tsv is missing, has no columns `file` and `lang`, or lists no such book.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise BadManifestError(f"{path}: no such file")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    if missing := {_FILE, _LANGUAGE} - set(rows[0] if rows else ()):
        raise BadManifestError(f"{path}: no column {', '.join(sorted(missing))}")
    found = [Entry(folder / row[_FILE], row[_LANGUAGE]) for row in rows if row[_LANGUAGE] in LANGUAGES]
    if not found:
        raise BadManifestError(f"{path}: no book in {', '.join(LANGUAGES)}")
    return sorted(found, key=lambda entry: (entry.language, entry.path.name))


def read(entry: Entry) -> Book:
    """Read a book; its encoding is detected.

    Raises:
        OSError: the file cannot be read.
        UndecodableError: it is not text.
    """
    text, _ = encoding.decode(entry.path.read_bytes())
    stripped = gutenberg.taken_apart(text)
    return Book(entry.path.stem, LANGUAGES[entry.language], stripped.text)
