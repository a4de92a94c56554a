"""A document of the shared table, its dialogues and what was dropped of it, for `dialogue-etl inspect`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.core import shards
from dialogue_etl.sources.inspecting import Context, Piece, Rows, drops, reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.sources.base import Source


class Part:
    """The part `inspection` of a source."""

    def __init__(self, source: Source) -> None:
        """Of a source."""
        self._source = source

    def listing(self, stages: Path, language: str) -> Iterator[str]:
        """A line per document of a language, and per document or file that was left out."""
        stage, table = self._source.documents
        for row in shards.read(stages / stage / language, table):
            yield f"{language}  {row['id']}  {row['title'] or ''}"
        for row in drops(stages, self._source.dropping_stages, language):
            if row["unit"] in {"file", self._source.unit}:
                yield f"{language}  {row['id']}  left out: {reason(row, detail=False)}"

    def show(self, id: str, stages: Path, languages: Sequence[str], _context: Context) -> Iterator[Piece]:
        """The dialogues of a document, or one dialogue, and what was dropped."""
        for language in languages:
            for row in shards.read(stages / self._source.last_stage / language, "dialogues"):
                if id in {row["id"], row["source_id"]}:
                    yield Piece(f"── {row['id']} ──\n", "cyan")
                    for turn in row["turns"]:
                        yield Piece(f"  {turn['speaker']}: " if turn["speaker"] else "  ")
                        yield Piece(f"{turn['text']}\n")
            for row in drops(stages, self._source.dropping_stages, language):
                if id in {row["id"], row["source_id"]}:
                    yield Piece(f"{row['unit']} {row['id']}: {reason(row, detail=True)}\n", dim=True)

    @staticmethod
    def origin(document: Mapping[str, Any], _context: Context) -> str:
        """The file of a document."""
        return f"{document['url'] or document['corpus']}"

    @staticmethod
    def around(_dialogue: Mapping[str, Any], _rows: Rows, _context: Context) -> Iterator[Piece]:
        """Nothing: what is kept of a document is its dialogues."""
        return iter(())
