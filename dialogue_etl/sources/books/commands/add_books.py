"""`dialogue-etl books add`: adds books to the library, and asks for facts that a file does not state."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import typer

from dialogue_etl import params as parameters
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters.document import is_public_domain
from dialogue_etl.params import Params
from dialogue_etl.sources import folder
from dialogue_etl.sources.books import quarantine
from dialogue_etl.sources.books.catalogues import library, pg_catalogue
from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.books.commands import book_facts
from dialogue_etl.sources.books.commands.book_facts import Book, Given
from dialogue_etl.sources.books.mirrors.layouts import MAX_BYTES
from dialogue_etl.sources.folder import shown
from dialogue_etl.text.encoding import UndecodableError

NAME, SOURCE = "books", "library"


def add(paths: list[Path], given: Given, catalogue_file: Path | None) -> None:
    """Copy books into the library of the workspace, and track it with DVC.

    Of several files those that are not texts are copied, too, so that the run reports them; a single one is
    rejected.

    Raises:
        DialogueEtlError: a file can't be read, or a required fact is unknown and nobody can be asked.
    """
    from dialogue_etl.workspace import change
    from dialogue_etl.workspace import programs as tracked
    from dialogue_etl.workspace.root import find_root

    root = find_root()
    change.need(root, NAME)
    files = _files(paths)
    several = len(files) > 1 or any(path.is_dir() for path in paths)
    if len(files) > 1 and (given.title or given.id):
        raise DialogueEtlError(f"--title and --id are for a single file; here are {len(files)}")
    params = parameters.load(root / "params.yaml")
    books, refused = _books(files, given, _listed(catalogue_file), params, several=several)
    books, same = _told_apart(books, {entry.id: entry for entry in library.read_if_there(root / "library")})
    refused += same
    if books:
        library.add(root / "library", [(book.entry, book.data) for book in books])
        tracked.track(root)
        _tell(params, books)
        for note in change.speak(root, "languages", (book.entry.languages[0] for book in books)):
            _warn(note)
    if refused:
        raise DialogueEtlError("\n".join([*refused, f"{len(refused)} of {len(files)} files not added"]))


def _files(paths: list[Path]) -> list[Path]:
    """The files to add, each once."""
    files: list[Path] = []
    for path in paths:
        found = sorted(path.rglob("*.txt")) if path.is_dir() else [path]
        files += [file for file in found if not file.is_dir()]
    if not files:
        raise DialogueEtlError(f"no *.txt in {', '.join(map(shown, paths))}")
    return list(dict.fromkeys(files))


def _listed(file: Path | None) -> dict[str, Entry]:
    if file is None:
        return {}
    return {found.id: found for found in pg_catalogue.read(file, shown(file)) if isinstance(found, Entry)}


def _books(
    files: list[Path], given: Given, listed: dict[str, Entry], params: Params, *, several: bool
) -> tuple[list[Book], list[str]]:
    """The books of files, those that are not texts at the end, and a message for each rejected file."""
    books: list[Book] = []
    unfit: list[tuple[Path, bytes, str]] = []
    refused: list[str] = []
    for file in files:
        data = b""
        try:
            data = folder.read_file(file, shown(file), MAX_BYTES)
            text, _ = quarantine.text_of(data)
            books.append(book_facts.of_text(file, data, text, given, listed, several=several))
        except (UndecodableError, quarantine.BadBookError) as error:
            unfit.append((file, data, str(error)))
        except DialogueEtlError as error:
            refused.append(str(error))
    if not several:
        return books, [*refused, *(f"{shown(file)}: {reason}" for file, _, reason in unfit)]
    # A file that says nothing is taken to be in the language of those around it.
    tags = Counter(book.entry.languages[0] for book in books)
    language = max(tags, key=lambda tag: (tags[tag], tag), default=params.languages[0])
    books += [book_facts.of_unfit(*file, given, language=language) for file in unfit]
    return books, refused


def _told_apart(books: list[Book], kept: dict[str, Entry]) -> tuple[list[Book], list[str]]:
    """The books with distinct ids, and a message for each of the others.

    Args:
        books: to add.
        kept: books of the library, by id; a text replaces a text, a file that is not a text does not.
    """
    apart: dict[str, Book] = {}
    refused = []
    for book in books:
        id, file = book.entry.id, shown(book.file)
        if id in apart:
            other = shown(apart[id].file)
            refused.append(f"{file}: its id {id} is that of {other} too; add it by itself with --id")
        elif book.unfit and id in kept and kept[id].sha256 != book.entry.sha256:
            refused.append(f"{file}: {book.unfit}; the library keeps the {id} it has")
        else:
            apart[id] = book
    return list(apart.values()), refused


def _tell(params: Params, books: list[Book]) -> None:
    for book in books:
        if book.unfit:
            _warn(f"{shown(book.file)}: {book.unfit}: the download stage will quarantine it")
        else:
            entry = book.entry
            facts = f"{entry.title} ({entry.languages[0]}; {entry.rights})"
            typer.echo(f"{entry.id}: {'; '.join(entry.authors)}: {facts}")
        for note in [*book.notes, *_left_out(book, params)]:
            _warn(f"  {note}")
    if params.books.source != SOURCE:
        _warn(f"books.source is {params.books.source}: set it to library to build from these")


def _left_out(book: Book, params: Params) -> Iterator[str]:
    """Why a build with these parameters would drop a book."""
    entry = book.entry
    wanted = params.prefilter.rights == "any" or is_public_domain(entry.rights or "")
    if not book.unfit and not wanted:
        yield f"its rights are not public domain: set prefilter.rights to any, or {entry.id} is left out"


def _warn(sentence: str) -> None:
    typer.secho(sentence, fg="yellow")
