"""Stage `postfilter`: drop dialogues with many rare words, and copies of test sets.

The words of all dialogues are counted (`_survey`, a job per shard) and summed up, and the frequent ones
chosen (`FREQUENT`); then each dialogue is compared with these (`_shard`). Both passes split the text into
words: storing the words of the first would save hardly any time.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl import filters
from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.filters import contamination
from dialogue_etl.filters.contamination import Copies
from dialogue_etl.filters.corpus import RARE_WORDS
from dialogue_etl.sources.books.parameters import Postfilter
from dialogue_etl.text.spans import Span
from dialogue_etl.text.word_hashes import among, vocabulary_words

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.text.word_hashes import Numbers

    Integers = npt.NDArray[np.int64]

COUNTS = pa.schema([("word", pa.uint64()), ("count", pa.int32())])
"""How often words occur in a batch of dialogues."""

FREQUENT = """
WITH totals AS MATERIALIZED (SELECT word, sum(count) AS often FROM counts GROUP BY word)
SELECT word, (SELECT count(*) FROM totals) AS words
FROM (SELECT word FROM totals ORDER BY often DESC, word LIMIT $size) ORDER BY word
"""
"""The most frequent words; the column `words` is the number of distinct words in all."""


class Words:
    """The words of a batch of dialogues, dictionary encoded."""

    def __init__(self, distinct: Numbers, codes: npt.NDArray[np.int32], lengths: Integers) -> None:
        self.distinct = distinct
        self._codes = codes
        self._lengths = lengths

    @classmethod
    def of(cls, turns: pa.ListArray) -> Words:
        """Split the texts of a column of turns into words."""
        texts = turns.flatten().field("text").to_pylist()
        numbers, per_turn = vocabulary_words(texts)
        encoded = pa.array(numbers).dictionary_encode()
        lengths = _sums(per_turn, turns.value_lengths().to_numpy())
        return cls(encoded.dictionary.to_numpy(), encoded.indices.to_numpy(), lengths)

    def counts(self) -> pa.Table:
        """How often each of the distinct words occurs."""
        often = np.bincount(self._codes, minlength=len(self.distinct))
        return pa.table([self.distinct, often.astype(np.int32)], schema=COUNTS)

    def shares(self, frequent: Numbers) -> list[float]:
        """For each dialogue the share of its words that are not frequent; 1 for a dialogue without words.

        Args:
            frequent: words, sorted.
        """
        rare = ~among(self.distinct, frequent)[0]
        hits = _sums(rare[self._codes].astype(np.int64), self._lengths)
        return [
            hit / length if length else 1.0
            for hit, length in zip(hits.tolist(), self._lengths.tolist(), strict=True)
        ]


def read_frequent(path: Path) -> tuple[Numbers, int]:
    """The result of `FREQUENT`: the frequent words, and the number of distinct words in all."""
    found = pq.read_table(path)
    return found["word"].to_numpy(), found["words"][0].as_py() if len(found) else 0


def _sums(values: Integers, lengths: Integers) -> Integers:
    """Sums of consecutive segments of the values, of these lengths."""
    running = np.concatenate([[0], np.cumsum(values)])
    ends = np.cumsum(lengths)
    sums: Integers = running[ends] - running[ends - lengths]
    return sums


_STAGE = "postfilter"
_EXCERPT = 200


def postfilter(
    *,
    language: str,
    dialogues: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    tests: Path | None = None,
) -> None:
    """Keep the dialogues with few rare words that are not copies of a test set's.

    Raises:
        MissingTableError: `dialogues` is not the output of `extract`.
    """
    paths = shards.shard_paths(dialogues, "dialogues")
    jobs = [Job(inputs=(path,)) for path in paths]
    surveyed = list(run.over_shards(f"vocabulary {language}", _survey, jobs, runtime=runtime))
    size = {"size": params[Postfilter].vocabulary_size}
    counted = run.aggregate(f"count words {language}", FREQUENT, {"counts": surveyed}, size, runtime=runtime)
    settings = {"postfilter": params[Postfilter].model_dump()}
    jobs = [
        Job(
            inputs=(path, *contamination.inputs(tests)),
            settings={**settings, "frequent": counted.key},
            paths=(counted.folder / run.ROWS,),
        )
        for path in paths
    ]
    run.finish_stage(
        _STAGE,
        language,
        _shard,
        jobs,
        Counter(dialogues_in=0, dialogues=0, utterances=0),
        output=output,
        metrics=metrics,
        runtime=runtime,
        facts={"vocabulary": read_frequent(counted.folder / run.ROWS)[1]},
    )


def _survey(job: Job, folder: Path) -> dict[str, Any]:
    """Count the words of a shard, batch by batch."""
    with shards.ShardWriter(folder, 0, 1, (), counts=COUNTS) as writer:
        for batch in shards.read_batches(job.inputs[0], ["turns.list.element.text"]):
            writer.write("counts", Words.of(batch.column("turns")).counts())
    return {}


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    """Keep or drop the dialogues of a shard."""
    judge, frequent = RARE_WORDS.ready(job.settings["postfilter"]), read_frequent(job.paths[0])[0]
    copies = Copies(job.inputs[1:])
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "scores", "drops"]) as writer:
        for batch in shards.read_batches(job.inputs[0]):
            shares = Words.of(batch.column("turns")).shares(frequent)
            found = copies.verdicts(batch.column("turns"))
            verdicts = [copy or judge(share) for copy, share in zip(found, shares, strict=True)]
            kept = pa.array([verdict is None for verdict in verdicts])
            writer.add("scores", _scores(batch, shares), size=100)
            _write_kept(writer, batch.filter(kept), totals)
            rest = batch.filter(pc.invert(kept)).to_pylist()
            for verdict, row in zip(filter(None, verdicts), rest, strict=True):
                writer.add("drops", [_drop_row(verdict, row)])
                reasons["dialogue", verdict.reason] += 1
            totals["dialogues_in"] += len(batch)
    return {"totals": totals, "dropped": run.as_rows(reasons)}


def _write_kept(writer: shards.ShardWriter, kept: pa.RecordBatch, totals: Counter[str]) -> None:
    writer.write("dialogues", pa.Table.from_batches([kept]))
    totals["dialogues"] += len(kept)
    totals["utterances"] += pc.sum(kept.column("turns").value_lengths()).as_py() or 0


def _scores(batch: pa.RecordBatch, shares: list[float]) -> list[dict[str, Any]]:
    ids = zip(batch.column("id").to_pylist(), batch.column("source_id").to_pylist(), shares, strict=True)
    return [
        {"unit": "dialogue", "id": id, "source_id": source_id, "measure": "rare_share", "value": share}
        for id, source_id, share in ids
    ]


def _drop_row(drop: filters.Drop, row: dict[str, Any]) -> dict[str, Any]:
    turns = row["turns"]
    spans = [span for turn in turns for span in turn["spans"] or ()]
    place = Span(spans[0]["start"], spans[-1]["end"]) if spans else None
    drop = filters.Drop(drop.reason, drop.value, drop.threshold, drop.detail or turns[0]["text"][:_EXCERPT])
    return drop.row(stage=_STAGE, unit="dialogue", id=row["id"], source_id=row["source_id"], place=place)
