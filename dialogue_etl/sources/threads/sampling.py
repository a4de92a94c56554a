"""Pairs and utterances of the data to learn from: a draw by hash, of bounded size, whatever the corpus."""

from __future__ import annotations

import heapq
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import feather

from dialogue_etl import run, shards, turns
from dialogue_etl.labels.classifiers.examples import FIRST, HIT, LATER, PAIR, Draw, Drawn, rank
from dialogue_etl.run import Job
from dialogue_etl.sources.threads.trees import dialogue_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.runtime import Runtime

_COLUMNS = ["id", "source_id", "turns.list.element.text", "turns.list.element.utterance_id"]
_KINDS = (PAIR, FIRST, LATER, HIT)
_FILE = "drawn.arrow"
_MOST_OF_A_THREAD = 20  # of each kind: a thread of 100,000 answers would teach how it is written
_STRUCTURE = frozenset({"min_turns", "long_dialogues", "all_same", "duplicate", "duplicates"})
"""Reasons of the rules stage that say nothing about a pair."""
_SCHEMA = pa.schema(
    [("rank", pa.int64()), ("kind", pa.string()), ("thread", pa.string()), ("texts", pa.list_(pa.string()))]
)


def draw(
    language: str,
    dialogues: Path,
    extracted: Path | None,
    *,
    corpora: Sequence[str] = (),
    most: int,
    seed: int,
    runtime: Runtime,
) -> Draw:
    """Draw at most so many of each kind from all dialogues; the same for any number of shards and workers.

    Only from some corpora, if any are named.

    Dialogues of `extracted` that the rules, whose output is `dialogues`, left out have rule hits.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    columns = [shards.shard_paths(dialogues, "dialogues")]
    if extracted:
        columns += [shards.shard_paths(extracted, "dialogues"), shards.shard_paths(dialogues, "drops")]
    settings = {"most": most, "seed": seed, "corpora": list(corpora)}
    jobs = [Job(inputs=paths, settings=settings) for paths in zip(*columns, strict=True)]
    finished = run.over_shards(f"draw {language}", _shard, jobs, runtime=runtime)
    drawn = _among_least([shard.folder / _FILE for shard in finished], most)
    of = {kind: _spread(_least_of(drawn, kind, most)) for kind in _KINDS}
    never_first = {row.texts for row in of[FIRST]}
    laters = [row for row in of[LATER] if row.texts not in never_first]
    return Draw(of[PAIR], of[FIRST], laters, of[HIT])


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    drawn = {kind: _Least(kind, job.settings["most"], job.settings["seed"]) for kind in _KINDS}
    _of_dialogues(_paths(job, 0), drawn)
    if len(job.inputs) > 1:
        _hits(_paths(job, 1), job.inputs[2], drawn[HIT])
    tables = [drawn[kind].table() for kind in _KINDS]
    feather.write_feather(pa.concat_tables(tables).combine_chunks(), folder / _FILE)
    return {}


class _Path(NamedTuple):
    """A dialogue: its id, its thread, and of each turn what it says and its id."""

    id: str
    thread: str
    texts: list[str]
    ids: list[str]


def _paths(job: Job, place: int) -> Iterator[_Path]:
    """The dialogues of an input that are of the wanted corpora."""
    wanted = frozenset(job.settings["corpora"])
    for batch in shards.read_batches(job.inputs[place], _COLUMNS):
        ids, threads = (batch.column(name).to_pylist() for name in ("id", "source_id"))
        said, own = (turns.lists(batch.column("turns"), field) for field in ("text", "utterance_id"))
        for path in map(_Path, ids, threads, said, own):
            if not wanted or path.thread.partition(":")[0] in wanted:
                yield path


def _among_least(files: Sequence[Path], most: int) -> pa.Table:
    """The rows of shards that may be among the least of their kind: of most shards a few."""
    ranks = pa.concat_tables([feather.read_table(file, columns=["rank", "kind"]) for file in files])
    limits = {}
    for kind in _KINDS:
        of_kind = ranks.filter(pc.equal(ranks["kind"], kind))["rank"].to_numpy()
        limits[kind] = np.partition(of_kind, most)[most] if len(of_kind) > most else 2**63 - 1
    kept = []
    for table in map(feather.read_table, files):
        limit = pc.choose(pc.index_in(table["kind"], pa.array(_KINDS)), *limits.values())
        kept.append(table.filter(pc.less_equal(table["rank"], limit)))
    return pa.concat_tables(kept)


def _least_of(drawn: pa.Table, kind: str, most: int) -> list[Drawn]:
    """As `_least`, of what shards drew: no two have the same."""
    of_kind = drawn.filter(pc.equal(drawn.column("kind"), kind))
    least = of_kind.take(
        pc.select_k_unstable(of_kind, most, [("rank", "ascending"), ("thread", "ascending")])
    )
    return [Drawn(row["rank"], kind, row["thread"], tuple(row["texts"])) for row in least.to_pylist()]


class _Least:
    """The texts of a kind of least rank, each once; never many more in memory."""

    def __init__(self, kind: str, most: int, seed: int) -> None:
        self._kind, self._most, self._seed = kind, most, seed
        self._worst = 2**63
        self._held: dict[int, tuple[str, Sequence[str]]] = {}

    def add(self, thread: str, *texts: str) -> None:
        number = rank(self._seed, self._kind, thread, *texts)
        if number <= self._worst:
            self._held[number] = thread, texts
            if len(self._held) > 2 * self._most:
                kept = heapq.nsmallest(self._most, self._held)
                self._held, self._worst = {one: self._held[one] for one in kept}, kept[-1]

    def table(self) -> pa.Table:
        """Those kept, by rank."""
        ranks = heapq.nsmallest(self._most, self._held)
        threads, texts = [[self._held[one][column] for one in ranks] for column in (0, 1)]
        return pa.table([ranks, [self._kind] * len(ranks), threads, texts], _SCHEMA)


def _spread(rows: list[Drawn]) -> list[Drawn]:
    """Without what a thread has too many of."""
    seen: Counter[str] = Counter()
    kept = []
    for row in rows:
        seen[row.thread] += 1
        if seen[row.thread] <= _MOST_OF_A_THREAD:
            kept.append(row)
    return kept


def _of_dialogues(paths: Iterable[_Path], drawn: Mapping[str, _Least]) -> None:
    """Draw of pairs and utterances, each once for a thread, whose dialogues lie together."""
    last, seen, told = "", set[tuple[str, str]](), dict[str, set[str]]()
    for path in paths:
        thread, texts = path.thread, path.texts
        if thread != last:
            last, seen, told = thread, set(), {FIRST: set(), LATER: set()}
        for pair in pairwise(texts):
            if pair not in seen:
                seen.add(pair)
                drawn[PAIR].add(thread, *pair)
        begins = bool(texts) and path.id == dialogue_id(thread, path.ids[0], path.ids[-1], whole=True)
        for number, text in enumerate(texts):
            kind = LATER if number or not begins else FIRST
            if text not in told[kind]:
                told[kind].add(text)
                drawn[kind].add(thread, text)


def _hits(extracted: Iterable[_Path], drops: Path, drawn: _Least) -> None:
    """Draw of pairs whose response a rule left out, and of the only pair of a dialogue left out."""
    # Numbers in place of names: a shard may have dropped millions.
    dropped = {
        rank(row["source_id"], row["id"])
        for row in shards.read_shard(drops, ["source_id", "id", "reason"])
        if row["reason"] not in _STRUCTURE
    }
    for path in extracted:
        alone = len(path.texts) == 2 and rank(path.thread, path.id) in dropped
        for pair, id in zip(pairwise(path.texts), path.ids[1:], strict=True):
            if alone or rank(path.thread, id) in dropped:
                drawn.add(path.thread, *pair)
