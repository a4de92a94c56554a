"""Metadata of films in exports, and the dataset's list of films."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dialogue_etl.formats.dialogue import Document

COLUMNS = ["id", "title", "corpus", "rights", "url", "sha256"]
IMDB = re.compile(r"tt\d{7,10}")
FILE = "films.tsv"
_HEADER = ["id", "film", "title", "language", "split", "dialogues", "corpus", "rights", "url", "sha256"]


_OF_FILM = ("title", "year", "genres", "countries", "original_languages", "minutes", "encoding", "adult")
PAIR_COLUMNS = ["id", "film_id", *_OF_FILM, "certifications", "film_rating", "subtitle_rating", "url"]


def pair_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the films table as a row of `tables.PAIR_DOCUMENTS`."""
    return {name: row[name] for name in (*_OF_FILM, "certifications", "subtitle_rating")} | {
        "imdb_id": row["film_id"] if IMDB.fullmatch(row["film_id"]) else None,
        "movie_rating": row["film_rating"],
        "path": row["url"],
    }


def facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the films table as a `Document`."""
    return {key: row[key] for key in COLUMNS} | {"rights": row["rights"] or ""}


class Listing:
    """The list of subtitle files that gave dialogues, with their films."""

    def __init__(self) -> None:
        self._films: list[Document] = []

    def add(self, document: Document) -> None:
        """Add a film that has dialogues."""
        self._films.append(document)

    def write(self, folder: Path, _stages: Path) -> None:
        """Write films.tsv, by language and id."""
        with (folder / FILE).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(_HEADER)
            for film in sorted(self._films, key=lambda film: (film.language, film.id)):
                counts = [film.language, film.split, film.dialogues]
                origin = [film.corpus, film.rights, film.url, film.sha256]
                writer.writerow([film.id, film.work_id, film.title, *counts, *origin])

    def rights(self) -> str:
        """The corpora with their licences."""
        lines = ["| corpus | licence | films | dialogues |", "|---|---|---:|---:|"]
        films: Counter[tuple[str, str]] = Counter()
        dialogues: Counter[tuple[str, str]] = Counter()
        for film in self._films:
            key = (film.corpus or "", film.rights or "not stated")
            films[key] += 1
            dialogues[key] += film.dialogues
        lines += [f"| {' | '.join(key)} | {films[key]:,} | {dialogues[key]:,} |" for key in sorted(films)]
        return "\n".join(lines) if films else "No films."
