"""Dialogues made of a few words, for the tests of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl.compare import books
from dialogue_etl.compare.fates import Book, described
from dialogue_etl.tables import DIALOGUES, DROPS, SPLITS, TEXTS, WORKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Turn = tuple[str, int, int]


def turn(text: str, start: int, end: int, speaker: str | None = None) -> dict[str, Any]:
    spans = [{"start": start, "end": end}]
    return {"text": text, "spans": spans, "speaker": speaker, "speaker_confidence": speaker and 0.5}


def table(books: Mapping[str, Sequence[Sequence[Turn]]]) -> pa.Table:
    """Books as lists of dialogues, these as lists of turns: text, start, end, perhaps a speaker."""
    rows = [
        {"id": f"{id}:{said[0][1]}", "source_id": id, "language": "en", "turns": [turn(*one) for one in said]}
        for id in sorted(books)
        for said in books[id]
    ]
    return pa.Table.from_pylist(rows, DIALOGUES)


def grid(*dialogues: str) -> list[list[tuple[str, int, int]]]:
    """Dialogues whose turns are letters: a stands at 10, b at 20 and so on, each 8 long."""
    return [
        [(letter, 10 * (ord(letter) - 96), 10 * (ord(letter) - 96) + 8) for letter in said]
        for said in dialogues
    ]


SAME = {"title": "A Title", "authors": ["Doe, Jane"]}


def _rows(schema: pa.Schema, columns: list[str], made: list[dict[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(made, pa.schema([schema.field(name) for name in columns]))


def version(
    splits: Mapping[str, str],
    *,
    texts: Mapping[str, str] | None = None,
    works: Sequence[tuple[str, str]] = (),
    drops: Sequence[tuple[str, str, str, str]] = (),
    selected: bool = True,
) -> books.Version:
    """Books as id to split; texts as id to hash; works as id to work; drops as id, stage and reason."""
    work = dict(works)
    said = [
        {"source_id": id, "work_id": work.get(id, id), "split": split, "dialogues": 3, "utterances": 9}
        for id, split in splits.items()
    ]
    known = dict.fromkeys(splits, "0") | (dict(texts or {}))
    facts = [{"id": id, "sha256": sha, "pieces": [], **SAME} for id, sha in known.items()]
    left_out = [dict(zip(("source_id", "stage", "unit", "reason"), drop, strict=True)) for drop in drops]
    return books.Version(
        splits=_rows(SPLITS, books.SPLITS, said),
        texts=_rows(TEXTS, books.TEXTS, facts),
        works=_rows(WORKS, books.WORKS, [{"id": id, "work_id": work.get(id, id)} for id in known]),
        drops=_rows(DROPS, books.DROPS, left_out),
        selected=selected,
    )


def listed(
    before: books.Version, after: books.Version, kinds: dict[str, dict[str, tuple[int, int]]] | None = None
) -> dict[str, Book]:
    """The books that differ, by id."""
    compared = books.compare(before, after)
    found = described(compared, compared.differing(kinds or {}), (before, after), kinds or {})
    return {book.id: book for book in found}
