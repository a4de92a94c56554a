"""`dialogue-etl books add`: adds books to the library, and asks for facts that a file does not state."""

import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from dialogue_etl import params as parameters
from dialogue_etl.cli.source_commands.books import book_facts, book_files
from dialogue_etl.cli.source_commands.books.book_facts import OPTIONS, Book, Given
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.errors import DialogueEtlError, UsageError
from dialogue_etl.filters.document import is_public_domain
from dialogue_etl.sources import folder
from dialogue_etl.sources.books import reading
from dialogue_etl.sources.books.catalogues import library, pg_catalogue
from dialogue_etl.sources.books.catalogues.entries import Entry, id_order
from dialogue_etl.sources.books.parameters import Books, Prefilter
from dialogue_etl.sources.books.reading import unsupported
from dialogue_etl.sources.folder import shown
from dialogue_etl.text.encoding import UndecodableError
from dialogue_etl.text.privacy import mask

NAME, SOURCE = "books", "library"
_QUESTIONS = {
    "language": "Language (BCP-47 tag)",
    "title": "Title",
    "author": "Author (Surname, First)",
    "rights": "Rights (such as Public domain, CC BY 4.0)",
}


def add(paths: list[Path], given: Given, catalogue_file: Path | None) -> None:
    """Copy books into the library of the workspace, and track it with DVC.

    What can't be added is named with its reason, and does not keep the others out.

    Raises:
        UsageError: an option is wrong; nothing was added.
        DialogueEtlError: not all books could be added; the others were.
    """
    from dialogue_etl.workspace import change
    from dialogue_etl.workspace import programs as tracked

    root = change.find_with(NAME)
    _check(given)
    found = book_files.find(paths)
    several = len(found.files) > 1 or any(path.is_dir() for path in paths)
    if len(found.files) > 1 and (given.title or given.id):
        raise UsageError(f"--title and --id are for a single file; here are {len(found.files)}")
    params = parameters.load(root / "params.yaml")
    listed = _listed(catalogue_file)
    books, problems = _books(found.files, given, listed, guess=several)
    problems = found.problems + problems
    books, unknown = _completed(books)
    kept = {entry.id: entry for entry in library.read_if_there(root / "library")}
    apart, same = _told_apart(books, kept)
    problems += unknown + same
    if apart:
        library.add(root / "library", _with_bytes(apart))
        tracked.track(root)
        _tell(params, apart)
        for note in change.speak(root, "languages", (book.language for book in apart.values())):
            _warn(note)
    if found.others:
        kinds = ", ".join(f"{number:,} {end}" for end, number in sorted(found.others.items()))
        typer.secho(f"not books: {kinds}", dim=True)
    if not (apart or problems):
        raise DialogueEtlError(f"no books in {', '.join(map(shown, paths))}: {book_files.FORMS} are read")
    _conclude(len(apart), problems)


def _conclude(added: int, problems: list[str]) -> None:
    total = added + len(problems)
    books = "book" if total == 1 else "books"
    if problems:
        counts = f"Added {added:,} of {total:,} {books}; {len(problems):,} not: see above"
        raise DialogueEtlError("\n".join([*problems, *([counts] if total > 1 else [])]))
    typer.echo(f"Added {added:,} {books}")


def _check(given: Given) -> None:
    if given.id:
        library.checked_id(given.id)
    if given.language:
        book_facts.language(given.language)


def _listed(file: Path | None) -> dict[str, Entry]:
    if file is None:
        return {}
    return {found.id: found for found in pg_catalogue.read(file, shown(file)) if isinstance(found, Entry)}


def _books(
    files: Mapping[Path, Given], given: Given, listed: dict[str, Entry], *, guess: bool
) -> tuple[list[Book], list[str]]:
    """What is known of each book, and a sentence for each file that is none."""
    books: list[Book] = []
    problems: list[str] = []
    for file, stated in files.items():
        name = shown(file)
        try:
            data = folder.read_file(file, name, reading.MAX_BYTES)
            read = reading.read(data)
            digest = hashlib.sha256(data).hexdigest()
            facts = given.or_else(stated)
            books.append(book_facts.of_file(file, read, digest, facts, listed, guess=guess))
        except (UndecodableError, reading.BadBookError) as error:
            problems.append(f"{name}: {unsupported.named(shown(Path(file.name))) or error}")
        except DialogueEtlError as error:
            problems.append(str(error) if str(error).startswith(f"{name}: ") else f"{name}: {error}")
    return books, problems


def _completed(books: list[Book]) -> tuple[list[Book], list[str]]:
    """The books of which all is known, after asking if there is a terminal, and a sentence for each other.

    Of several books the same question is asked once: it is what they have in common.
    """
    if sys.stdin.isatty():
        books = _asked(books)
    unknown = [
        f"{shown(book.file)}: {', '.join(book.missing)} not known; give "
        f"{' and '.join(OPTIONS[name] for name in book.missing)}, or a row of catalogue.csv in its folder"
        for book in books
        if book.missing
    ]
    return [book for book in books if not book.missing], unknown


def _asked(books: list[Book]) -> list[Book]:
    wanted = [name for name in OPTIONS if any(name in book.missing for book in books)]
    if wanted:
        number = sum(bool(book.missing) for book in books)
        names = shown(books[0].file) if len(books) == 1 else f"{number:,} of {len(books):,} books"
        typer.echo(f"{names}: {', '.join(wanted)} not known")
    for name in wanted:
        check: Callable[[str], str] = _supported if name == "language" else book_facts.plain
        answer: str = typer.prompt(_QUESTIONS[name], value_proc=check)
        books = [_with(book, name, answer) if name in book.missing else book for book in books]
    return books


def _supported(tag: str) -> str:
    try:
        return book_facts.language(tag.strip())
    except UsageError as error:
        raise typer.BadParameter(str(error)) from None


def _with(book: Book, name: str, answer: str) -> Book:
    values: dict[str, Any] = {"authors": (answer,)} if name == "author" else {name: answer}
    return replace(book, **values)


def _told_apart(books: list[Book], kept: Mapping[str, Entry]) -> tuple[dict[str, Book], list[str]]:
    """The books by distinct ids, and a sentence for each of the others.

    Of a book in several formats the best is taken, the first of `FORMATS`, and the others are only mentioned.

    Args:
        books: to add.
        kept: books of the library, by id; the same book replaces itself, another of the same name does not.
    """
    apart: dict[str, Book] = {}
    files: dict[str, Book] = {}
    problems = []
    for book in sorted(books, key=lambda book: reading.FORMATS.index(book.format)):
        if twin := files.get(book.sha256):
            problems.append(f"{shown(book.file)}: the same file as {shown(twin.file)}")
            continue
        id = book.id or library.name(book.authors or (), book.title)
        there = apart.get(id) or kept.get(id)
        if not book.id and there and (there.authors, there.title) != (book.authors, book.title):
            id = library.name(book.authors or (), book.title, distinct=True)
        if id not in apart:
            files[book.sha256] = apart[id] = book
        elif apart[id].format != book.format:
            _warn(f"{shown(book.file)}: {id} is taken from {shown(apart[id].file)}")
        else:
            other = shown(apart[id].file)
            problems.append(
                f"{shown(book.file)}: its id {id} is that of {other} too; add it by itself with --id"
            )
    return {id: apart[id] for id in sorted(apart, key=id_order)}, problems


def _with_bytes(books: Mapping[str, Book]) -> Iterator[tuple[Entry, bytes]]:
    """The books with their bytes, which are read again: of many books not all are held at once.

    Raises:
        DialogueEtlError: a file has changed since it was looked at.
    """
    for id, book in books.items():
        data = folder.read_file(book.file, shown(book.file), reading.MAX_BYTES)
        if hashlib.sha256(data).hexdigest() != book.sha256:
            raise DialogueEtlError(f"{shown(book.file)}: it changed while it was added: add it again")
        yield book.entry(id, data), data


def _tell(params: Params, books: Mapping[str, Book]) -> None:
    for id, book in books.items():
        facts = f"{book.title} ({book.language}; {book.rights}; {book.words:,} words)"
        typer.echo(mask(f"{id}: {'; '.join(book.authors or ())}: {facts}")[0])
        for note in [*book.notes, *_left_out(id, book, params)]:
            _warn(f"  {note}")
    if params[Books].source != SOURCE:
        _warn(f"books.source is {params[Books].source}: set it to library to build from these")


def _left_out(id: str, book: Book, params: Params) -> Iterator[str]:
    """Why a build with these parameters would drop a book."""
    if params[Prefilter].rights != "any" and not is_public_domain(book.rights):
        yield f"its rights are not public domain: set prefilter.rights to any, or {id} is left out"


def _warn(sentence: str) -> None:
    typer.secho(mask(sentence)[0], fg="yellow")
