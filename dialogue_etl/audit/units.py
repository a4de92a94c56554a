"""Units to judge, drawn from the outputs of stages, with their context."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl import shards
from dialogue_etl.audit import sampling
from dialogue_etl.audit.passages import Passage, Place, conversation, passage
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.audit.categories import Kind
    from dialogue_etl.audit.sampling import Drawn
    from dialogue_etl.sources.base import Source


@dataclass(frozen=True)
class Request:
    """What to draw, of each language.

    Attributes:
        pairs: number of utterance pairs.
        dialogues: number of dialogues.
        seed: another one draws others.
        before: characters of context before the first utterance.
        after: characters of context after the last.
    """

    pairs: int = 100
    dialogues: int = 50
    seed: int = 0
    before: int = 1_000
    after: int = 1_000


@dataclass(frozen=True)
class Unit:
    """Something to judge, with all that is shown of it."""

    kind: Kind
    id: str
    language: str
    source_id: str
    title: str
    authors: str
    turns: tuple[str, ...]
    passage: Passage


def units(source: Source, stages: Path, stage: str, language: str, request: Request) -> list[Unit]:
    """Draw units of one language: pairs first, then dialogues, each in the order of their hashes.

    Args:
        source: of the dialogues.
        stages: the folder that holds the outputs of all its stages, by stage and language.
        stage: whose dialogues; `split`: those of the last stage, of documents dealt to a split, which are the
            ones that are packaged.
        language: BCP-47 tag.
        request: how many.

    Raises:
        MissingTableError: the stage has not run.
        DialogueEtlError: the outputs of the stages do not belong together.
    """
    folder = stages / (source.last_stage if stage == "split" else stage) / language
    dealt = None
    if stage == "split":
        dealt = {row["source_id"] for row in shards.read(stages / "split" / language, "splits")}
    drawn = [
        *sampling.draw(sampling.pairs(_lengths(folder, dealt)), request.pairs, request.seed),
        *sampling.draw(sampling.dialogues(_lengths(folder, dealt)), request.dialogues, request.seed),
    ]
    rows = _rows(folder, {unit.dialogue for unit in drawn})
    ids = {row["source_id"] for row in rows.values()}
    speech = _speech(folder, ids) if source.align == "spans" else {}
    by_document: defaultdict[str, list[Drawn]] = defaultdict(list)
    for unit in drawn:
        by_document[rows[unit.dialogue]["source_id"]].append(unit)
    found: dict[Drawn, Unit] = {}
    stage_of_documents, table = source.documents
    for document in _documents(stages / stage_of_documents / language, table, ids):
        for unit in by_document.pop(document["id"], []):
            found[unit] = _unit(unit, rows[unit.dialogue], document, speech.get(document["id"]), request)
    for id in by_document:
        raise _not_together(id)
    return [found[unit] for unit in drawn]


def _lengths(folder: Path, dealt: set[str] | None) -> Iterator[tuple[str, int]]:
    """Id and number of turns of every dialogue, with only as much read as that takes."""
    columns = ["id", "source_id", "turns.list.element.speaker"]
    before = None
    for path in shards.shard_paths(folder, "dialogues"):
        for batch in shards.read_batches(path, columns):
            lengths = batch.column("turns").value_lengths().to_pylist()
            ids, sources = batch.column("id").to_pylist(), batch.column("source_id").to_pylist()
            for id, source, length in zip(ids, sources, lengths, strict=True):
                # With the profile `reference` two dialogues may begin in one paragraph: the first counts.
                if (dealt is None or source in dealt) and id != before:
                    yield id, length
                before = id


def _rows(folder: Path, ids: set[str]) -> dict[str, dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for row in _where(folder, "id", ids):
        rows.setdefault(row["id"], row)
    return rows


def _speech(folder: Path, sources: set[str]) -> dict[str, list[Place]]:
    """Places of all turns of the documents."""
    places: dict[str, list[Place]] = {source: [] for source in sources}
    for row in _where(folder, "source_id", sources):
        for turn in row["turns"]:
            places[row["source_id"]].extend(_places(turn))
    return places


def _where(folder: Path, column: str, values: set[str]) -> Iterator[dict[str, Any]]:
    wanted = pa.array(sorted(values), pa.string())
    for path in shards.shard_paths(folder, "dialogues"):
        for batch in shards.read_batches(path):
            yield from batch.filter(pc.is_in(batch.column(column), wanted)).to_pylist()


def _documents(folder: Path, table: str, ids: set[str]) -> Iterator[dict[str, Any]]:
    """The documents of the given ids; the texts of others are not read."""
    for path in shards.shard_paths(folder, table):
        with pq.ParquetFile(path) as file:
            columns = [name for name in ("id", "title", "authors", "text") if name in file.schema_arrow.names]
            for group in range(file.num_row_groups):
                if ids.isdisjoint(file.read_row_group(group, ["id"]).column("id").to_pylist()):
                    continue
                rows = file.read_row_group(group, columns).to_pylist()
                yield from (row for row in rows if row["id"] in ids)


def _unit(
    drawn: Drawn,
    row: Mapping[str, Any],
    document: Mapping[str, Any],
    speech: Sequence[Place] | None,
    request: Request,
) -> Unit:
    """A unit with what stands around it: in the text where there is one, else in its dialogue."""
    turns = row["turns"]
    end = drawn.first + 2 if drawn.kind == "pair" else len(turns)
    judged = turns[drawn.first : end]
    if speech is None:
        shown = conversation([turn["text"] for turn in turns], drawn.first, end)
    else:
        try:
            spans = [_places(turn) for turn in judged]
            shown = passage(document["text"], spans, speech, before=request.before, after=request.after)
        except IndexError:
            raise _not_together(document["id"]) from None
    return Unit(
        kind=drawn.kind,
        id=drawn.id,
        language=row["language"],
        source_id=row["source_id"],
        title=document.get("title") or "",
        authors="; ".join(document.get("authors") or []),
        turns=tuple(turn["text"] for turn in judged),
        passage=shown,
    )


def _places(turn: Mapping[str, Any]) -> list[Place]:
    return [(span["start"], span["end"]) for span in turn["spans"]]


def _not_together(id: str) -> DialogueEtlError:
    return DialogueEtlError(
        f"{id}: its dialogues are not in its text: the stages are of different runs; run `dvc repro` first"
    )


def languages(source: Source, stages: Path, stage: str, wanted: Iterable[str]) -> list[str]:
    """The languages to draw from: those asked for, or all there are.

    Raises:
        DialogueEtlError: the source has no such stage, there are no dialogues, or a language that is asked
            for is not there.
    """
    known = ("extract", source.last_stage, "split")
    if stage not in known:
        raise DialogueEtlError(f"--stage {stage}: of {source.name} it is one of {', '.join(known)}")
    folder = stages / stage
    there = sorted(path.name for path in folder.glob("*") if path.is_dir() and not path.name.startswith("."))
    if not there:
        raise DialogueEtlError(f"{folder}: no dialogues here; run `dvc repro` in a workspace first")
    for language in wanted:
        if language not in there:
            raise DialogueEtlError(f"--language {language}: {folder} has {', '.join(there)}")
    return sorted(set(wanted)) or there
