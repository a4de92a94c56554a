"""Sentences of made films for the tests, and the stages from `sentences` on over them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl import params as parameters
from dialogue_etl.core import shards
from dialogue_etl.sources.subtitles.tables import SCHEMAS
from tests import conftest
from tests.conftest import REGISTRY, quick_runtime

if TYPE_CHECKING:
    Row = dict[str, Any]
    Block = tuple[int | None, int | None, Sequence[str]]

LANGUAGE = "en"


def film(source: str, blocks: Sequence[Block]) -> list[Row]:
    """The sentences of a subtitle file.

    Args:
        source: its id.
        blocks: start, end and sentences of each; one that begins with `+` goes on in its line.
    """
    rows: list[Row] = []
    for number, (start, end, texts) in enumerate(blocks, 1):
        for place, text in enumerate(texts):
            times = {"start_ms": None if place else start, "end_ms": end if place == len(texts) - 1 else None}
            said = {"text": text.removeprefix("+"), "new_line": not text.startswith("+"), "emphasis": False}
            key = {"source_id": source, "number": len(rows) + 1, "block": number, "end_block": number}
            rows.append({**key, **said, **times, "speaker": None})
    return rows


def spoken(*texts: str, source: str = "f:1", step: int = 2_000) -> list[Row]:
    """A block for each sentence, with a tenth of a second between two."""
    return film(source, [(step * n, step * (n + 1) - 100, [text]) for n, text in enumerate(texts)])


def film_row(rows: Sequence[Row], **facts: Any) -> Row:
    """The row of its table for a film of some sentences."""
    known = dict.fromkeys(SCHEMAS["films"].names)
    source = rows[0]["source_id"]
    last = max(row["end_ms"] or 0 for row in rows)
    own = {"id": source, "film_id": source.partition(":")[0], "sentences": len(rows), "duration_ms": last}
    return {**known, "genres": ["Drama"], **own, **facts}


def talk(source: str, seed: int, blocks: int = 60) -> list[Row]:
    """A film whose dashes follow from its words: who is asked answers, the rest goes on."""
    dice = random.Random(seed)
    found: list[Block] = []
    for number in range(blocks):
        word, other = dice.choice("abcdefgh"), dice.choice("ijklmnop")
        if dice.random() < 0.4:
            texts = [f"- Do you {word}{word} it?", f"- Yes, {other}{other} it is."]
        else:
            texts = [f"We {word}{word} it.", f"Then {other}{other} we do."]
        found.append((3_000 * number, 3_000 * number + 2_500, texts))
    return film(source, found)


def write(folder: Path, films: Sequence[Sequence[Row]], count: int = 2, *, kept: Any = None) -> None:
    """Sentences and films as the stages `read` and `films` leave them."""
    for index in range(count):
        own = [rows for rows in films if shards.shard_of(rows[0]["source_id"], count) == index]
        own.sort(key=lambda rows: rows[0]["source_id"])
        for stage, table in (("read", "sentences"), ("films", "films")):
            output = folder / "data" / "subtitles" / stage / LANGUAGE
            with shards.ShardWriter(output, index, count, [], **{table: SCHEMAS[table]}) as writer:
                for rows in own:
                    if table == "sentences":
                        writer.add(table, rows)
                    elif kept is None or rows[0]["source_id"] in kept:
                        writer.add(table, [film_row(rows)])


class Build(conftest.Build):
    """The stages from `sentences` on, of one language."""

    @classmethod
    def of(
        cls,
        folder: Path,
        films: Sequence[Sequence[Row]],
        changes: Mapping[str, Any] | None = None,
        *,
        shards: int = 2,
        workers: int = 1,
        **rest: Any,
    ) -> Build:
        write(folder, films, shards, kept=rest.pop("kept", None))
        runtime = quick_runtime(workers=workers, alone_below=0)
        values = parameters.parse(parameters.override({}, changes or {}))
        return cls(folder, values, runtime, source="subtitles", **rest)

    def run(self, *names: str) -> Build:
        for name in names or ("sentences", "train", "turns", "dialogues", "clean"):
            self._run(REGISTRY[f"subtitles-{name}"], LANGUAGE)
        return self

    def changed(self, changes: Mapping[str, Any]) -> Build:
        values = parameters.override(self.params.model_dump(), dict(changes))
        return replace(self, params=parameters.parse(values))

    def table(self, stage: str, table: str) -> list[Row]:
        return self.rows(stage, LANGUAGE, table)

    def figures(self, stage: str) -> dict[str, Any]:
        return self.metrics(stage, LANGUAGE)
