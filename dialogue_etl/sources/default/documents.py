"""Metadata of documents for dialogues and pairs, and a dataset's list of documents, by the shared table."""

from __future__ import annotations

import csv
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from dialogue_etl.formats.dialogue import Document
    from dialogue_etl.sources.base import Source

COLUMNS = ("id", "title", "corpus", "rights", "url", "sha256")


def facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a document for `Document`, from its row."""
    return {name: row[name] for name in COLUMNS} | {"rights": row["rights"] or ""}


class Listing:
    """The list of the documents that gave dialogues, named after their unit: `films.tsv`."""

    def __init__(self, unit: str) -> None:
        """An empty list.

        Args:
            unit: what a document's work is called: the name of its column, and in the plural of the file.
        """
        self._unit = unit
        self._documents: list[Document] = []

    def add(self, document: Document) -> None:
        """Add a document that has dialogues."""
        self._documents.append(document)

    def write(self, folder: Path, _stages: Path) -> None:
        """Write the list, by language and id."""
        names = ("title", "language", "split", "dialogues", "corpus", "rights", "url", "sha256")
        with (folder / f"{self._unit}s.tsv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(["id", self._unit, *names])
            for one in sorted(self._documents, key=lambda one: (one.language, one.id)):
                writer.writerow([one.id, one.work_id, *(getattr(one, name) for name in names)])

    def rights(self) -> str:
        """The corpora with their licences, as Markdown."""
        lines = [f"| corpus | licence | {self._unit}s | dialogues |", "|---|---|---:|---:|"]
        documents: Counter[tuple[str, str]] = Counter()
        dialogues: Counter[tuple[str, str]] = Counter()
        for one in self._documents:
            key = (one.corpus or "", one.rights or "not stated")
            documents[key] += 1
            dialogues[key] += one.dialogues
        lines += [
            f"| {' | '.join(key)} | {documents[key]:,} | {dialogues[key]:,} |" for key in sorted(documents)
        ]
        return "\n".join(lines) if documents else f"No {self._unit}s."


class Part:
    """The part `documents` of a source."""

    COLUMNS = COLUMNS
    PAIR_COLUMNS = ("id", "title", "url")
    facts = staticmethod(facts)

    def __init__(self, source: Source) -> None:
        """Of a source."""
        self.Listing: Callable[[], Listing] = partial(Listing, source.unit)

    @staticmethod
    def pair_facts(row: Mapping[str, Any]) -> dict[str, Any]:
        """The metadata of a document for `tables.PAIR_DOCUMENTS`, from its row."""
        return {"title": row["title"], "path": row["url"]}
