"""Stage `extract` of threads: a path of a tree, a comment with its answers, or a whole thread is a dialogue.

A job per shard, with a few thousand comments, or one tree, in memory.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core import run, shards, turns
from dialogue_etl.core.run import Job
from dialogue_etl.filters import Drop
from dialogue_etl.sources.threads import seeds
from dialogue_etl.sources.threads.blocks import blocks
from dialogue_etl.sources.threads.parameters import Threads
from dialogue_etl.sources.threads.trees import NO_PARENT, Tree, dialogue_id, stable_choice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.core.shards import ShardWriter
    from dialogue_etl.sources.threads.blocks import Block
    from dialogue_etl.sources.threads.parameters import Speakers

_STAGE = "extract"
_PARAMETERS = (
    *("banned", "dialogues", "self_replies", "max_depth", "max_paths", "max_openings"),
    *("min_turns", "speakers"),
)
_COUNTED = (
    *("threads_in", "threads", "comments_in", "comments", "dialogues_in", "dialogues"),
    *("single_turn", "multi_turn", "utterances_in", "utterances", "characters"),
)
WHOLE = "*"
"""Ends the id of a dialogue that is a whole thread."""
_EXCERPT = 200
_TURNS = 20_000
_BYTES = 8_000_000


def extract(
    *, language: str, threads: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Extract the dialogues of a language.

    Raises:
        MissingTableError: `threads` is not the output of `ingest`.
        UnknownAccountError: an account of `seed_accounts` has started no thread.
    """
    parameters = params[Threads]
    paths, comments = (shards.shard_paths(threads, name) for name in ("threads", "comments"))
    surveyed = seeds.survey(language, paths, comments, parameters, runtime)
    settings = {**settings_of(language, parameters), "seeds": [found.key for found in surveyed]}
    run.finish_stage(
        _STAGE,
        language,
        walk_shard,
        [
            Job(pair, settings, tuple(found.folder for found in surveyed))
            for pair in zip(paths, comments, strict=True)
        ],
        Counter(dict.fromkeys(_COUNTED, 0)),
        output=output,
        metrics=metrics,
        runtime=runtime,
    )


def settings_of(language: str, params: Threads) -> dict[str, Any]:
    """The settings of a job."""
    return {"language": language, "parameters": {name: getattr(params, name) for name in _PARAMETERS}}


def walk_shard(job: Job, folder: Path) -> dict[str, Any]:
    """Walk the threads of a shard, as a job: tables of dialogues and drops."""
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        walk = _Walk(job, writer)
        for block in blocks(*job.inputs):
            walk.block(block)
    return {"totals": walk.totals, "dropped": run.as_rows(walk.dropped)}


class _Walk:
    """Walks the threads of a shard, and counts."""

    def __init__(self, job: Job, writer: ShardWriter) -> None:
        self._parameters = Threads(**job.settings["parameters"])
        self._banned = frozenset(self._parameters.banned)
        self._seeds = seeds.SeedUsers(job.paths)
        self._language = job.settings["language"]
        self._writer = writer
        self.totals: Counter[str] = Counter()
        self.dropped: Counter[tuple[str, str]] = Counter()

    def block(self, block: Block) -> None:
        """Write the dialogues of some threads."""
        rows = _PathRows(block, self._language, self._parameters.speakers, self._writer)
        self.totals.update(threads_in=len(block.threads), comments_in=block.edges[-1])
        for thread, (start, end) in zip(block.threads, pairwise(block.edges), strict=True):
            if drop := self._against(thread):
                self._drop("thread", thread["id"], thread["id"], drop)
                self.dropped["comment", drop.reason] += end - start
            else:
                self._thread(thread["id"], block, start, end, rows)
        rows.flush()
        self.totals.update(rows.totals)

    def _against(self, thread: Mapping[str, Any]) -> Drop | None:
        if not self._banned.isdisjoint((thread["id"], thread["corpus"])):
            return Drop("banned", detail=f"{thread['id']} is in threads.banned")
        if not self._seeds.began(thread["corpus"], thread["root_author"]):
            return Drop(
                "seed_accounts", detail=f"begun by {thread['root_author'] or 'nobody named'}"[:_EXCERPT]
            )
        return None

    def _thread(self, id: str, block: Block, start: int, end: int, rows: _PathRows) -> None:
        parameters = self._parameters
        names = block.ids[start:end]
        parents, authors = _parents(names, block.parents[start:end]), block.authors[start:end]
        tree = Tree(parents, parameters.max_depth)
        self.totals.update(threads=1, comments=end - start - len(tree.deep))
        for number in tree.deep:
            drop = Drop(
                "max_depth", threshold=parameters.max_depth, detail=rows.text(start + number)[:_EXCERPT]
            )
            self._drop("comment", names[number], id, drop)
        goes_on = any(
            parent != NO_PARENT and author is not None and author == authors[parent]
            for author, parent in zip(authors, parents, strict=True)
        )
        for several in tree.siblings() if parameters.dialogues == "siblings" else ():
            self.totals.update(dialogues_in=1, utterances_in=len(several))
            name = dialogue_id(id, names[several[0]], names[several[-1]], whole=False)
            self._dialogue(name, id, [start + number for number in several], rows, goes_on=True)
        if parameters.dialogues in {"paths", "both"}:
            self.totals.update(dialogues_in=len(tree.ends), utterances_in=sum(tree.lengths))
            for path in tree.paths(self._wanted(id, names, tree)):
                name = dialogue_id(id, names[path[0]], names[path[-1]], whole=True)
                self._dialogue(name, id, [start + number for number in path], rows, goes_on=goes_on)
        if parameters.dialogues == "threads" or (parameters.dialogues == "both" and len(tree.ends) > 1):
            deep = frozenset(tree.deep)
            every = [start + number for number in range(end - start) if number not in deep]
            self.totals.update(dialogues_in=1, utterances_in=len(every))
            self._dialogue(f"{id}:{WHOLE}", id, every, rows, goes_on=True)

    def _dialogue(
        self, name: str, thread: str, numbers: list[int], rows: _PathRows, *, goes_on: bool
    ) -> None:
        """Write the dialogue of some rows of the block, or drop it.

        Args:
            name: id of the dialogue.
            thread: id of its thread.
            numbers: the rows.
            rows: writes them.
            goes_on: whether two rows in succession may be of one account.
        """
        parameters = self._parameters
        joined = rows.self_replies(numbers) if goes_on and parameters.self_replies != "keep" else []
        turns = len(numbers) - len(joined)
        if joined and parameters.self_replies == "drop":
            drop = Drop("self_replies", detail=rows.text(numbers[-1])[:_EXCERPT])
            self._drop_dialogue(name, thread, len(numbers), drop)
        elif turns < parameters.min_turns:
            drop = Drop("min_turns", turns, parameters.min_turns, rows.text(numbers[-1])[:_EXCERPT])
            self._drop_dialogue(name, thread, len(numbers), drop)
        else:
            rows.add(name, thread, numbers, joined)
            if joined:
                self.dropped["utterance", "joined"] += len(joined)

    def _wanted(self, id: str, names: Sequence[str], tree: Tree) -> frozenset[int] | None:
        """The ends of the chosen paths, None for all; writes drops for the others."""
        parameters = self._parameters
        if not (parameters.max_openings or 0 < parameters.max_paths < len(tree.ends)):
            return None
        left = {number: f"{id}:{names[number]}" for number in tree.ends}
        groups: dict[tuple[int, ...], list[int]] = {(): tree.ends}
        drops: dict[int, Drop] = {}
        for reason, cap in (("max_openings", parameters.max_openings), ("max_paths", parameters.max_paths)):
            if reason == "max_openings" and cap and len(tree.ends) > cap:
                groups = {}
                for path in tree.paths():
                    groups.setdefault(tuple(path[:2]), []).append(path[-1])
            for group in groups.values() if cap else ():
                ends = [number for number in group if number in left]
                if len(ends) > cap:
                    chosen = stable_choice([left[number] for number in ends], cap)
                    out = {*ends} - {ends[place] for place in chosen}
                    drops |= dict.fromkeys(out, Drop(reason, len(ends), cap))
                    left = {number: name for number, name in left.items() if number not in out}
            groups = {(): tree.ends}
        for number, length in zip(tree.ends, tree.lengths, strict=True) if drops else ():
            if number in drops:
                self._drop_dialogue(f"{id}:{names[number]}", id, length, drops[number])
        return frozenset(left) if drops else None

    def _drop_dialogue(self, id: str, thread: str, turns: int, drop: Drop) -> None:
        self._drop("dialogue", id, thread, drop)
        self.dropped["utterance", drop.reason] += turns

    def _drop(self, unit: str, id: str, thread: str, drop: Drop) -> None:
        self._writer.add("drops", [drop.row(stage=_STAGE, unit=unit, id=id, source_id=thread)])
        self.dropped[unit, drop.reason] += 1


def _parents(names: Sequence[str], parents: Sequence[str | None]) -> list[int]:
    """For each comment the index of its parent, or `NO_PARENT`."""
    numbers = {name: number for number, name in enumerate(names)}
    return [NO_PARENT if parent is None else numbers[parent] for parent in parents]


class _PathRows:
    """Writes paths of a block as dialogues, a few megabytes at a time.

    As columns, since a dict per turn would take more time than the walk.

    Attributes:
        totals: counts of dialogues, utterances and characters.
    """

    def __init__(self, block: Block, language: str, speakers: Speakers, writer: ShardWriter) -> None:
        self.totals: Counter[str] = Counter()
        self._block = block
        self._language = language
        self._speakers = speakers
        self._writer = writer
        self._sizes: list[int] = pc.binary_length(block.comments.column("text")).to_pylist()
        self._clear()

    def _clear(self) -> None:
        self._ids: list[str] = []
        self._threads: list[str] = []
        self._lengths: list[int] = []
        self._rows: list[int] = []
        self._starts: list[int] = []
        self._names: list[str | None] = []
        self._held = 0

    def text(self, row: int) -> str:
        """The text of the comment in a row of the block."""
        found: str = self._block.comments.column("text")[row].as_py()
        return found

    def self_replies(self, rows: Sequence[int]) -> list[int]:
        """The rows whose author is that of the row before."""
        authors = [self._block.authors[row] for row in rows]
        return [
            row
            for row, author, before in zip(rows[1:], authors[1:], authors, strict=False)
            if author is not None and author == before
        ]

    def add(self, id: str, thread: str, rows: Sequence[int], joined: Sequence[int]) -> None:
        """Add a dialogue.

        Args:
            id: of the dialogue.
            thread: id of its thread.
            rows: of its comments in the block.
            joined: those that belong to the turn of the row before.
        """
        turns = [row for row in rows if row not in joined] if joined else rows
        starts = range(len(self._rows), len(self._rows) + len(rows))
        self._starts += (
            [start for start, row in zip(starts, rows, strict=True) if row not in joined]
            if joined
            else starts
        )
        self._ids.append(id)
        self._threads.append(thread)
        self._rows += rows
        self._lengths.append(len(turns))
        self._names += self._who(turns)
        self._held += sum([self._sizes[row] for row in rows])
        if len(self._rows) > _TURNS or self._held > _BYTES:
            self.flush()

    def _who(self, rows: Sequence[int]) -> list[str | None]:
        """The speaker of each turn; numbers begin with 1 in each dialogue."""
        if self._speakers == "none":
            return [None] * len(rows)
        authors = [self._block.authors[row] for row in rows]
        if self._speakers == "names":
            return authors
        numbers: dict[str, str] = {}
        return [
            None if author is None else numbers.setdefault(author, str(len(numbers) + 1))
            for author in authors
        ]

    def flush(self) -> None:
        """Write the buffered dialogues."""
        if self._ids:
            self._writer.write("dialogues", self._table())
        self._clear()

    def _table(self) -> pa.Table:
        rows = pa.array(self._rows, pa.int64())
        texts = self._block.comments.column("text").take(rows)
        if len(self._starts) < len(rows):
            edges = pa.array([*self._starts, len(rows)], pa.int32())
            texts = pc.binary_join(pa.ListArray.from_arrays(edges, texts), "\n")
            rows = rows.take(pa.array(self._starts, pa.int64()))
        self.totals.update(
            dialogues=len(self._lengths),
            utterances=len(rows),
            single_turn=self._lengths.count(2),
            multi_turn=sum(length > 2 for length in self._lengths),
            characters=pc.sum(pc.utf8_length(texts)).as_py(),
        )
        said = turns.build(
            texts, utterance_ids=self._block.comments.column("id").take(rows), speakers=self._names
        )
        return turns.dialogues(self._ids, self._threads, self._language, said, self._lengths)
