"""Units to judge, sampled from the outputs of stages, with their context.

Sampled uniformly, by the hash of their ids: the paper takes random utterance pairs and dialogues, so books
are represented in proportion to theirs.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import pyarrow.dataset as ds

from dialogue_etl.audit.passages import Passage, Place, conversation, passage
from dialogue_etl.core import shards
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.labels.categories import Kind
    from dialogue_etl.sources.base import Source


@dataclass(frozen=True)
class Request:
    """What to sample from each language.

    Attributes:
        pairs: number of utterance pairs.
        dialogues: number of dialogues.
        seed: of the sampling.
        before: characters of context before the first utterance.
        after: characters of context after the last.
    """

    pairs: int = 100
    dialogues: int = 50
    seed: int = 0
    before: int = 1_000
    after: int = 1_000


class Drawn(NamedTuple):
    """A pair or dialogue to judge: the id of the dialogue, and for a pair the index of its first turn.

    `more`: following dialogues that are judged with it as one.
    """

    kind: Kind
    dialogue: str
    first: int = 0
    more: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Of the unit."""
        pair = f"#{self.first + 1}" if self.kind == "pair" else ""
        return f"{self.kind} {self.dialogue}{pair}"


@dataclass(frozen=True)
class Unit:
    """A unit to judge, with everything shown of it."""

    kind: Kind | Literal["label"]
    id: str
    language: str
    source_id: str
    title: str
    authors: str
    turns: tuple[str, ...]
    passage: Passage
    weight: float | None = None  # of a training pair: how many pairs of the data it stands for
    offered: tuple[str, ...] = ()  # keys of the categories to choose one of
    begins: tuple[int, ...] = ()  # turns that begin another dialogue, counted from 0


def units(source: Source, stages: Path, stage: str, language: str, request: Request) -> list[Unit]:
    """Sample units of one language: pairs first, then dialogues, each in the order of their hashes.

    Args:
        source: of the dialogues.
        stages: the folder that holds the outputs of all its stages, by stage and language.
        stage: whose dialogues; `split`: those of the last stage whose documents are assigned to a split,
            which are the ones that are packaged.
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
        *draw(pairs(lengths(folder, dealt)), request.pairs, request.seed),
        *draw(dialogues(lengths(folder, dealt)), request.dialogues, request.seed),
    ]
    of, table = source.documents
    documents = shards.shard_paths(stages / of / language, table)
    return shown(source, shards.shard_paths(folder, "dialogues"), documents, drawn, request)


def shown(
    source: Source, said: Sequence[Path], documents: Sequence[Path], drawn: Sequence[Drawn], request: Request
) -> list[Unit]:
    """Sampled units with their context, in the order of sampling.

    Args:
        source: of the dialogues.
        said: files of the dialogues.
        documents: files of the documents.
        drawn: the sampled units.
        request: how much context.

    Raises:
        DialogueEtlError: dialogues and documents do not belong together.
    """
    rows: dict[str, dict[str, Any]] = {}
    for row in where(said, "id", {id for unit in drawn for id in (unit.dialogue, *unit.more)}):
        rows.setdefault(row["id"], row)
    ids = {row["source_id"] for row in rows.values()}
    speech: defaultdict[str, list[Place]] | None = None
    if source.align == "spans":
        speech = defaultdict(list)
        for row in where(said, "source_id", ids):
            speech[row["source_id"]] += [place for turn in row["turns"] for place in _places(turn)]
    by_document: defaultdict[str, list[Drawn]] = defaultdict(list)
    for unit in drawn:
        by_document[rows[unit.dialogue]["source_id"]].append(unit)
    found: dict[Drawn, Unit] = {}
    for document in where(documents, "id", ids):
        places = None if speech is None else speech[document["id"]]
        for unit in by_document.pop(document["id"], []):
            of = [rows[id] for id in (unit.dialogue, *unit.more)]
            found[unit] = unit_of(unit, of, document, places, request)
    for id in by_document:
        raise _not_together(id)
    return [found[unit] for unit in drawn]


def pairs(lengths: Iterable[tuple[str, int]]) -> Iterator[Drawn]:
    """All pairs of consecutive utterances, given id and number of turns of every dialogue."""
    return (Drawn("pair", id, first) for id, turns in lengths for first in range(turns - 1))


def dialogues(lengths: Iterable[tuple[str, int]]) -> Iterator[Drawn]:
    """All dialogues of two or more turns."""
    return (Drawn("dialogue", id) for id, turns in lengths if turns > 1)


def draw(units: Iterable[Drawn], number: int, seed: int) -> list[Drawn]:
    """At most `number` units, those with the smallest seeded hashes, in the order of their hashes.

    The order of `units` does not matter. A larger number keeps the first ones, and the first few units are a
    random sample too.
    """

    def place(unit: Drawn) -> tuple[bytes, str]:
        return hashlib.sha256(f"{seed}\n{unit.id}".encode()).digest(), unit.id

    return heapq.nsmallest(number, units, key=place)


def allocate(sizes: Sequence[int], wanted: int) -> list[int]:
    """The number to sample from each stratum: equal shares; what a small one lacks comes from the others."""
    taken = [0] * len(sizes)
    for number, place in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
        taken[place] = min(sizes[place], (wanted - sum(taken)) // (len(sizes) - number))
    return taken


def lengths(folder: Path, dealt: set[str] | None) -> Iterator[tuple[str, int]]:
    """Id and number of turns of every dialogue, reading no more than that needs."""
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


def where(files: Sequence[Path], column: str, values: set[str]) -> Iterator[dict[str, Any]]:
    """Rows of a table by the values of a column, with few in memory at a time: texts of books are long."""
    if not files:
        return
    found = ds.dataset(list(map(str, files)), format="parquet")
    condition = ds.field(column).isin(sorted(values))
    batches = found.to_batches(
        filter=condition, batch_size=100, batch_readahead=0, fragment_readahead=1, use_threads=False
    )
    for batch in batches:
        yield from batch.to_pylist()


def unit_of(
    drawn: Drawn,
    rows: Sequence[Mapping[str, Any]],
    document: Mapping[str, Any],
    speech: Sequence[Place] | None,
    request: Request = Request(),
) -> Unit:
    """A unit with its context, from the text if there is one, otherwise from its dialogue."""
    turns = [turn for row in rows for turn in row["turns"]]
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
        language=rows[0]["language"],
        source_id=rows[0]["source_id"],
        title=document.get("title") or "",
        authors="; ".join(document.get("authors") or []),
        turns=tuple(turn["text"] for turn in judged),
        passage=shown,
        begins=tuple(accumulate(len(row["turns"]) for row in rows[:-1])),
    )


def _places(turn: Mapping[str, Any]) -> list[Place]:
    return [(span["start"], span["end"]) for span in turn["spans"]]


def _not_together(id: str) -> DialogueEtlError:
    return DialogueEtlError(
        f"{id}: its dialogues are not in its text: the stages are of different runs; run `dvc repro` first"
    )


def languages(
    source: Source, stages: Path, stage: str, wanted: Iterable[str], params: Params | None = None
) -> list[str]:
    """The languages to sample from: the requested ones, or all that the parameters name.

    Args:
        source: of the dialogues.
        stages: outputs of all its stages.
        stage: to sample from.
        wanted: BCP-47 tags; none for all.
        params: of the workspace; None if there are none.

    Raises:
        DialogueEtlError: the source has no such stage, there are no dialogues, or none of a requested
            language.
    """
    known = ("extract", *filter(None, [source.judged_stage]), source.last_stage, "split")
    if stage not in known:
        raise DialogueEtlError(f"--stage {stage}: of {source.name} it is one of {', '.join(known)}")
    folder = stages / stage
    there = source.built(folder, params)
    if not there:
        raise DialogueEtlError(f"{folder}: no dialogues here; run `dvc repro` in a workspace first")
    for language in wanted:
        if language not in there:
            raise DialogueEtlError(f"--language {language}: {folder} has {', '.join(there)}")
    return sorted(set(wanted)) or there
