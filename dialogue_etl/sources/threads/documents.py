"""Metadata of threads in exports, and the dataset's list of corpora."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from dialogue_etl.core.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dialogue_etl.formats.dialogue import Document

COLUMNS = ["id", "corpus", "rights"]
FILE = "corpora.tsv"


PAIR_COLUMNS = ["id", "corpus"]


def pair_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a thread for `tables.PAIR_DOCUMENTS`, from its row."""
    return {"path": row["corpus"]}


def facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a thread for `Document`, from its row."""
    return {**row, "rights": row["rights"] or ""}


class Listing:
    """The list of corpora with their counts; a line per corpus, language and licence."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)

    def add(self, document: Document) -> None:
        """Count a thread that has dialogues."""
        counts = self._counts[document.corpus or "", document.language, document.rights]
        counts["threads"] += 1
        counts["dialogues"] += document.dialogues
        counts["utterances"] += document.utterances
        counts[document.split] += document.dialogues

    def write(self, folder: Path, _stages: Path) -> None:
        """Write corpora.tsv, by language and corpus."""
        names = ("threads", "dialogues", "utterances", *SPLIT_NAMES)
        with (folder / FILE).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(["corpus", "language", "rights", *names])
            writer.writerows([*key, *(counts[name] for name in names)] for key, counts in self._sorted())

    def rights(self) -> str:
        """The corpora with their licences."""
        lines = ["| corpus | language | licence | threads | dialogues |", "|---|---|---|---|---|"]
        for (corpus, language, rights), counts in self._sorted():
            cells = (corpus, language, rights or "not stated")
            lines.append(f"| {' | '.join(cells)} | {counts['threads']:,} | {counts['dialogues']:,} |")
        return "\n".join(lines) if self._counts else "No corpora."

    def _sorted(self) -> list[tuple[tuple[str, str, str], Counter[str]]]:
        return sorted(self._counts.items(), key=lambda item: (item[0][1], item[0]))
