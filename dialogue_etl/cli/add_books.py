"""`dialogue-etl books add`: what a book's file leaves open is asked for here, not filtered silently later."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from dialogue_etl import params as knobs
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters.books import BookMeasures
from dialogue_etl.filters.books import rights as rights_filter
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books import catalogue, gutenberg, library
from dialogue_etl.text.encoding import UndecodableError, decode

if TYPE_CHECKING:
    from dialogue_etl.sources.books.catalogue import Entry

SOURCE = "library"
_SAFE_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*")
_NUMBERED = re.compile(r"(?:pg)?(\d+)(?:-\d)?")


@dataclass(frozen=True)
class Given:
    """What the options say; None or empty where they say nothing."""

    language: str | None
    title: str | None
    authors: tuple[str, ...]
    rights: str | None
    id: str | None


def add(paths: list[Path], given: Given, catalogue_file: Path | None) -> None:
    """Copy books into the library of the workspace and let DVC track it.

    Raises:
        DialogueEtlError: a file is no text, or something needed is not known and can't be asked for.
    """
    from dialogue_etl.workspace import library as tracked
    from dialogue_etl.workspace.root import find_root

    root = find_root()
    files = _files(paths)
    if len(files) > 1 and (given.title or given.id):
        raise DialogueEtlError(f"--title and --id are for a single file; here are {len(files)}")
    listed = _listed(catalogue_file)
    books, problems = [], []
    for file in files:
        try:
            books.append(_book(file, given, listed))
        except DialogueEtlError as error:
            problems.append(str(error))
    if books:
        library.add(root / "library", books)
        tracked.track(root)
        _tell(root, [book for book, _ in books])
    if problems:
        raise DialogueEtlError("\n".join([*problems, f"{len(problems)} of {len(files)} files not added"]))


def _files(paths: list[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        files += sorted(path.rglob("*.txt")) if path.is_dir() else [path]
    if not files:
        raise DialogueEtlError(f"no *.txt in {', '.join(map(str, paths))}")
    return files


def _listed(file: Path | None) -> dict[str, Entry]:
    return {entry.id: entry for entry in catalogue.parse(file.read_bytes())} if file else {}


def _book(file: Path, given: Given, listed: dict[str, Entry]) -> tuple[Entry, bytes]:
    try:
        data = file.read_bytes()
        text, _ = decode(data)
    except OSError as error:
        raise DialogueEtlError(f"{file}: {error.strerror}") from None
    except UndecodableError as error:
        raise DialogueEtlError(f"{file}: {error}") from None
    head = gutenberg.header(text)
    number = head.number or _number_in_name(file, text)
    known = listed.get(f"pg{number}")
    tags = [tag for tag, language in LANGUAGES.items() if language.name.lower() == head.language.lower()]
    language = (
        given.language or (tags[0] if tags else None) or _ask(file, "--language", "Language (BCP-47 tag)")
    )
    if language not in LANGUAGES:
        raise DialogueEtlError(f"{file}: --language {language}: not one of {', '.join(LANGUAGES)}")
    title = given.title or (known.title if known else "") or head.title or _ask(file, "--title", "Title")
    authors = given.authors or (known.authors if known else ()) or tuple(filter(None, [head.author]))
    if not authors and not known:  # a catalogued book without authors is anonymous
        authors = (_ask(file, "--author", "Author (Surname, First)"),)
    rights = (
        given.rights or head.rights or _ask(file, "--rights", "Rights (such as Public domain, CC BY 4.0)")
    )
    if given.id and not _SAFE_ID.fullmatch(given.id):
        raise DialogueEtlError(f"--id {given.id}: letters, digits, dots, hyphens and underscores only")
    id = given.id or (f"pg{number}" if number else library.name(authors, title))
    book = library.entry(id=id, language=language, title=title, authors=authors, rights=rights, data=data)
    return book, data


def _number_in_name(file: Path, text: str) -> str:
    """The number of a Gutenberg text whose old header does not hold it: 1342.txt, pg1342.txt, 1342-0.txt."""
    found = _NUMBERED.fullmatch(file.stem)
    return found.group(1) if found and "project gutenberg" in text.lower() else ""


def _ask(file: Path, option: str, question: str) -> str:
    if not sys.stdin.isatty():
        raise DialogueEtlError(
            f"{file}: its {question.split(' (', maxsplit=1)[0].lower()} is not known; say it with {option}"
        )
    answer: str = typer.prompt(f"{file.name}: {question}")
    return answer.strip()


def _tell(root: Path, books: list[Entry]) -> None:
    params = knobs.load(root / "params.yaml")
    for book in books:
        typer.echo(f"{book.id}: {'; '.join(book.authors)}: {book.title} ({book.languages[0]}; {book.rights})")
        measures = BookMeasures("", "", book.rights or "", 1, 0)
        if rights_filter(measures, params.prefilter):
            typer.secho(
                f"  its rights are not public domain: set prefilter.rights to any, or {book.id} is left out",
                fg="yellow",
            )
        if book.languages[0] not in params.languages:
            typer.secho(f"  {book.languages[0]} is not in `languages` of params.yaml: add it", fg="yellow")
    if params.books.source != SOURCE:
        typer.secho(
            f"books.source is {params.books.source}: set it to library to build from these", fg="yellow"
        )
