"""Pairs and utterances of the data to learn from: a draw by hash, of bounded size, whatever the corpus."""

from __future__ import annotations

import heapq
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyarrow import feather

from dialogue_etl import run, shards
from dialogue_etl.labels.classifiers.examples import FIRST, HIT, LATER, PAIR, Draw, Drawn, rank
from dialogue_etl.run import Job
from dialogue_etl.sources.threads.trees import dialogue_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from dialogue_etl.runtime import Runtime

_KINDS = (PAIR, FIRST, LATER, HIT)
_FILE = "drawn.arrow"
_MOST_OF_A_THREAD = 20  # of each kind: a thread of 100,000 answers would teach how it is written
_STRUCTURE = frozenset({"min_turns", "long_dialogues", "all_same", "duplicate"})
"""Reasons of the rules stage that say nothing about a pair."""
_SCHEMA = pa.schema(
    [("rank", pa.int64()), ("kind", pa.string()), ("thread", pa.string()), ("texts", pa.list_(pa.string()))]
)


def draw(
    language: str, dialogues: Path, extracted: Path | None, *, most: int, seed: int, runtime: Runtime
) -> Draw:
    """Draw at most so many of each kind from all dialogues; the same for any number of shards and workers.

    Dialogues of `extracted` that the rules, whose output is `dialogues`, left out have rule hits.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    columns = [shards.shard_paths(dialogues, "dialogues")]
    if extracted:
        columns += [shards.shard_paths(extracted, "dialogues"), shards.shard_paths(dialogues, "drops")]
    settings = {"most": most, "seed": seed}
    jobs = [Job(inputs=paths, settings=settings) for paths in zip(*columns, strict=True)]
    finished = run.over_shards(f"draw {language}", _shard, jobs, runtime=runtime)
    rows = (row for shard in finished for row in _read(shard.folder / _FILE))
    of = {kind: _spread(kept) for kind, kept in _least(rows, most).items()}
    never_first = {row.texts for row in of[FIRST]}
    laters = [row for row in of[LATER] if row.texts not in never_first]
    return Draw(of[PAIR], of[FIRST], laters, of[HIT])


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    seed, most = job.settings["seed"], job.settings["most"]
    found = _of_dialogues(job.inputs[0], seed)
    kept = _least(found, most)
    if len(job.inputs) > 1:
        kept[HIT] = _least(_hits(job.inputs[1], job.inputs[2], seed), most)[HIT]
    rows = [row._asdict() for kind in _KINDS for row in kept[kind]]
    feather.write_feather(pa.Table.from_pylist(rows, _SCHEMA), folder / _FILE)
    return {}


def _read(path: Path) -> Iterator[Drawn]:
    for row in feather.read_table(path).to_pylist():
        yield Drawn(row["rank"], row["kind"], row["thread"], tuple(row["texts"]))


def _least(rows: Iterable[Drawn], most: int) -> dict[str, list[Drawn]]:
    """The rows of least rank of each kind, each once, in that order; never many more in memory."""
    held: dict[str, set[Drawn]] = {kind: set() for kind in _KINDS}
    for row in rows:
        kept = held[row.kind]
        kept.add(row)
        if len(kept) > 2 * most:
            held[row.kind] = set(heapq.nsmallest(most, kept))
    return {kind: heapq.nsmallest(most, kept) for kind, kept in held.items()}


def _spread(rows: list[Drawn]) -> list[Drawn]:
    """Without what a thread has too many of."""
    seen: Counter[str] = Counter()
    kept = []
    for row in rows:
        seen[row.thread] += 1
        if seen[row.thread] <= _MOST_OF_A_THREAD:
            kept.append(row)
    return kept


def _of_dialogues(path: Path, seed: int) -> Iterator[Drawn]:
    for row in shards.read_shard(path, ["id", "source_id", "turns"]):
        thread, turns = row["source_id"], row["turns"]
        texts = [turn["text"] for turn in turns]
        for pair in pairwise(texts):
            yield _drawn(PAIR, thread, pair, seed)
        ends = (turns[0]["utterance_id"], turns[-1]["utterance_id"]) if turns else ("", "")
        begins = row["id"] == dialogue_id(thread, *ends, whole=True)
        for number, text in enumerate(texts):
            yield _drawn(LATER if number or not begins else FIRST, thread, (text,), seed)


def _drawn(kind: str, thread: str, texts: tuple[str, ...], seed: int) -> Drawn:
    return Drawn(rank(seed, kind, thread, *texts), kind, thread, texts)


def _hits(extracted: Path, drops: Path, seed: int) -> Iterator[Drawn]:
    """Pairs whose response a rule left out, and the only pair of a dialogue that a rule left out."""
    # Numbers in place of names: a shard may have dropped millions.
    dropped = {
        rank(row["source_id"], row["id"])
        for row in shards.read_shard(drops, ["source_id", "id", "reason"])
        if row["reason"] not in _STRUCTURE
    }
    for row in shards.read_shard(extracted, ["id", "source_id", "turns"]):
        thread, turns = row["source_id"], row["turns"]
        alone = len(turns) == 2 and rank(thread, row["id"]) in dropped
        for post, response in pairwise(turns):
            if alone or rank(thread, response["utterance_id"]) in dropped:
                yield _drawn(HIT, thread, (post["text"], response["text"]), seed)
