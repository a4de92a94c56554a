"""`dialogue-etl books list` and `remove`: the books of a workspace's library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer

from dialogue_etl.core import shards
from dialogue_etl.sources.books import SOURCE
from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.inspecting import drops, reason
from dialogue_etl.text.privacy import mask
from dialogue_etl.workspace import change, programs

_FOLDER = "library"
_NOT_BUILT = "not built yet"


def show(*, as_json: bool) -> None:
    """Print the books of the library, each with its size and what the latest build made of it.

    Raises:
        CatalogueError: the catalogue can't be read.
    """
    root = change.find_with(SOURCE.name)
    books = library.read_if_there(root / _FOLDER)
    built = _built(root / "data" / SOURCE.name, books)
    rows = [_row(book, root / _FOLDER, built.get(book.id, {})) for book in books]
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        words = "" if row["words"] is None else f"{row['words']:,} words, "
        size = "its file is not there" if row["bytes"] is None else f"{row['bytes'] / 1e3:,.0f} kB"
        authors = "; ".join(row["authors"])
        facts = f"{authors}: {row['title']} ({', '.join(row['languages'])}; {words}{size}, {row['form']})"
        typer.echo(mask(f"{row['id']}: {facts}: {row['state']}")[0])
    if not rows:
        typer.echo("no books; `dialogue-etl books add` brings some in")


def _row(book: Entry, folder: Path, built: dict[str, Any]) -> dict[str, Any]:
    file = folder / str(book.file)
    return {
        "id": book.id,
        "title": book.title,
        "authors": list(book.authors),
        "languages": list(book.languages),
        "rights": book.rights,
        "file": book.file,
        "form": str(book.file).rpartition("/")[2].removeprefix(f"{book.id}."),
        "bytes": file.stat().st_size if file.is_file() else None,
        "words": built.get("words"),
        "state": built.get("state", _NOT_BUILT),
    }


def _built(stages: Path, books: list[Entry]) -> dict[str, dict[str, Any]]:
    """By id: words of a book, and its state, as far as the stages have run over its present file."""
    found: dict[str, dict[str, Any]] = {}
    digests = {book.id: book.sha256 for book in books}
    for language in sorted({tag for book in books for tag in book.languages}):
        for row in _rows(stages, "download", language, "texts", ["id", "sha256"]):
            if row["id"] in digests and digests[row["id"]] in {None, row["sha256"]}:
                found[row["id"]] = {"state": "built, no dialogues"}
        for row in _rows(stages, "prefilter", language, "kept", ["id", "words"]):
            if row["id"] in found:
                found[row["id"]]["words"] = row["words"]
        for row in drops(stages, SOURCE.dropping_stages, language):
            known = (
                found if row["unit"] == "book" else digests
            )  # of a file that can't be read there is no text
            if row["unit"] in {"book", "file"} and row["source_id"] in known:
                left_out = f"left out by {reason(row, detail=True)}"
                found.setdefault(row["source_id"], {})["state"] = left_out
        for row in _rows(stages, "split", language, "splits"):
            if row["source_id"] in found:
                counts = f"{row['dialogues']:,} dialogues, {row['utterances']:,} utterances"
                found[row["source_id"]]["state"] = f"{row['split']}: {counts}"
    return found


def _rows(
    stages: Path, stage: str, language: str, table: str, columns: list[str] | None = None
) -> list[dict[str, Any]]:
    folder = stages / stage / language
    return list(shards.read(folder, table, columns)) if (folder / table).is_dir() else []


def remove(ids: list[str]) -> None:
    """Take books out of the library, and let DVC take note of it.

    Raises:
        CatalogueError: one is not there; none is removed then.
    """
    root = change.find_with(SOURCE.name)
    removed = library.remove(root / _FOLDER, ids)
    programs.track(root)
    for book in removed:
        typer.echo(mask(f"{book.id} is out of {_FOLDER}: {'; '.join(book.authors)}: {book.title}")[0])
    books = "book" if len(removed) == 1 else "books"
    typer.echo(f"Removed {len(removed):,} {books}; {len(library.read(root / _FOLDER)):,} left")
