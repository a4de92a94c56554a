"""Pairs and utterances of the data to learn from: a draw by hash, of bounded size, whatever the corpus."""

from __future__ import annotations

import heapq
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import feather

from dialogue_etl import run, shards
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
    drawn = pa.concat_tables([feather.read_table(shard.folder / _FILE) for shard in finished])
    of = {kind: _spread(_least_of(drawn, kind, most)) for kind in _KINDS}
    never_first = {row.texts for row in of[FIRST]}
    laters = [row for row in of[LATER] if row.texts not in never_first]
    return Draw(of[PAIR], of[FIRST], laters, of[HIT])


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    seed, most = job.settings["seed"], job.settings["most"]
    found = _of_dialogues(_rows(job, 0), seed)
    kept = _least(found, most)
    if len(job.inputs) > 1:
        kept[HIT] = _least(_hits(_rows(job, 1), job.inputs[2], seed), most)[HIT]
    columns = zip(*(row for kind in _KINDS for row in kept[kind]), strict=True)
    rows = [*map(list, columns)] or [[] for _ in _SCHEMA]
    feather.write_feather(pa.table(rows, _SCHEMA), folder / _FILE)
    return {}


def _rows(job: Job, place: int) -> Iterator[dict[str, Any]]:
    """The dialogues of an input that are of the wanted corpora: ids, and what each turn says."""
    wanted = frozenset(job.settings["corpora"])
    for row in shards.read_shard(job.inputs[place], _COLUMNS):
        if not wanted or row["source_id"].partition(":")[0] in wanted:
            yield row


def _least_of(drawn: pa.Table, kind: str, most: int) -> list[Drawn]:
    """As `_least`, of what shards drew: no two have the same."""
    of_kind = drawn.filter(pc.equal(drawn.column("kind"), kind))
    least = of_kind.take(
        pc.select_k_unstable(of_kind, most, [("rank", "ascending"), ("thread", "ascending")])
    )
    return [Drawn(row["rank"], kind, row["thread"], tuple(row["texts"])) for row in least.to_pylist()]


def _least(rows: Iterable[Drawn], most: int) -> dict[str, list[Drawn]]:
    """The rows of least rank of each kind, each once, in that order; never many more in memory."""
    held: dict[str, set[Drawn]] = {kind: set() for kind in _KINDS}
    worst = dict.fromkeys(_KINDS, 2**63)
    for row in rows:
        if row.rank > worst[row.kind]:
            continue
        kept = held[row.kind]
        kept.add(row)
        if len(kept) > 2 * most:
            least = heapq.nsmallest(most, kept)
            held[row.kind], worst[row.kind] = set(least), least[-1].rank
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


def _of_dialogues(rows: Iterable[Mapping[str, Any]], seed: int) -> Iterator[Drawn]:
    """Pairs and utterances, each once for a thread, whose dialogues lie together: its paths share most."""
    last, seen = "", set[tuple[str, ...]]()
    for row in rows:
        thread, turns = row["source_id"], row["turns"]
        if thread != last:
            last, seen = thread, set()
        texts = [turn["text"] for turn in turns]
        for pair in pairwise(texts):
            if pair not in seen:
                seen.add(pair)
                yield _drawn(PAIR, thread, pair, seed)
        ends = (turns[0]["utterance_id"], turns[-1]["utterance_id"]) if turns else ("", "")
        begins = row["id"] == dialogue_id(thread, *ends, whole=True)
        for number, text in enumerate(texts):
            kind = LATER if number or not begins else FIRST
            if (kind, kind, text) not in seen:
                seen.add((kind, kind, text))
                yield _drawn(kind, thread, (text,), seed)


def _drawn(kind: str, thread: str, texts: tuple[str, ...], seed: int) -> Drawn:
    return Drawn(rank(seed, kind, thread, *texts), kind, thread, texts)


def _hits(extracted: Iterable[Mapping[str, Any]], drops: Path, seed: int) -> Iterator[Drawn]:
    """Pairs whose response a rule left out, and the only pair of a dialogue that a rule left out."""
    # Numbers in place of names: a shard may have dropped millions.
    dropped = {
        rank(row["source_id"], row["id"])
        for row in shards.read_shard(drops, ["source_id", "id", "reason"])
        if row["reason"] not in _STRUCTURE
    }
    for row in extracted:
        thread, turns = row["source_id"], row["turns"]
        alone = len(turns) == 2 and rank(thread, row["id"]) in dropped
        for post, response in pairwise(turns):
            if alone or rank(thread, response["utterance_id"]) in dropped:
                yield _drawn(HIT, thread, (post["text"], response["text"]), seed)
