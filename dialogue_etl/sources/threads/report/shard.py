"""What is counted of one shard: its threads, splits, dialogues after each stage, and what was left out.

Counts are taken from columns where that will do; rows are only made of what needs its text. The result is
JSON, and the words go to files, for there are many.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl import shards
from dialogue_etl.report.examples import Sample
from dialogue_etl.sources.threads.report.sizes import KINDS, Counting, kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.run import Job

STAGES = ("extract", "rules", "classify")
"""Those that leave dialogues, in order."""
TABLES = (
    ("ingest", "threads"),
    ("split", "splits"),
    *((stage, "dialogues") for stage in STAGES),
    *((stage, "drops") for stage in ("ingest", *STAGES)),
)
"""Inputs of a job, in order."""
UNITS = ("threads", "dialogues", "utterances")
TRACED = 200
"""Dialogues before the rules that are kept of a language, to show what the rules make of them."""
_DIALOGUES = slice(2, 5)
_DROPS = slice(5, None)


def count_shard(job: Job, folder: Path) -> dict[str, Any]:
    """Count a shard; `folder` gets the distinct words of its dialogues, a file for each kind of dialogue."""
    threads, splits = job.inputs[:2]
    dialogues = job.inputs[_DIALOGUES]
    counting, kept = _dataset(dialogues[-1], job.settings["language"], job.settings["examples"])
    kinds, raw = _raw(dialogues[0])
    for kind in KINDS:
        # No word holds a line end: those of jieba that are blanks are not counted.
        text = "".join(f"{word}\n" for word in sorted(counting.vocabulary[kind]))
        (folder / f"{kind}.txt").write_text(text, encoding="utf-8", newline="\n")
    return {
        "sums": {kind: {"raw": kinds[kind], **counting.sums[kind]} for kind in KINDS},
        "turns": sorted(counting.turns.items()),
        "lengths": sorted(counting.lengths.items()),
        "left": {stage: _left(path) for stage, path in zip(STAGES, dialogues, strict=True)},
        "corpora": _corpora(threads, dialogues[-1]),
        "splits": _splits(splits),
        "drops": _drops(job.inputs[_DROPS], job.settings["examples"]),
        "kept": kept,
        "raw": raw,
    }


def _dataset(path: Path, language: str, examples: int) -> tuple[Counting, list[Mapping[str, Any]]]:
    """Everything about the dialogues of the dataset, and a few of them."""
    counting, sample = Counting(language), Sample(examples)
    for row in shards.read_shard(path, ["id", "source_id", "turns.list.element.text"]):
        texts = [turn["text"] for turn in row["turns"]]
        counting.add(texts)
        sample.add(row["id"], {"id": row["id"], "source_id": row["source_id"], "turns": texts})
    return counting, sample.rows()


def _raw(path: Path) -> tuple[Counter[str], list[Mapping[str, Any]]]:
    """Dialogues before the rules by kind, and some of them."""
    kinds, sample = Counter[str](), Sample(TRACED)
    leaves = [f"turns.list.element.{name}" for name in ("text", "speaker", "utterance_id")]
    for row in shards.read_shard(path, ["id", *leaves]):
        kinds[kind_of(len(row["turns"]))] += 1
        sample.add(row["id"], row)
    return kinds, sample.rows()


def _left(path: Path) -> dict[str, int]:
    """Threads, dialogues and utterances that are left."""
    threads: set[str] = set()
    dialogues = utterances = 0
    for batch in shards.read_batches(path, ["source_id", "turns.list.element.speaker"]):
        threads.update(batch.column("source_id").unique().to_pylist())
        dialogues += len(batch)
        utterances += pc.sum(batch.column("turns").value_lengths()).as_py() or 0
    return dict(zip(UNITS, (len(threads), dialogues, utterances), strict=True))


def _corpora(threads: Path, dialogues: Path) -> list[tuple[str, str, int, int, int]]:
    """Corpora with their rights: threads and comments that came in, and dialogues of the dataset."""
    sources = Counter[str]()
    for batch in shards.read_batches(dialogues, ["source_id"]):
        sources.update(batch.column(0).to_pylist())
    wanted = pa.array(sources, pa.string())
    counts: Counter[tuple[str, str, str]] = Counter()
    for batch in shards.read_batches(threads, ["id", "corpus", "rights", "comments"]):
        table = pa.Table.from_batches([batch])
        sums = table.group_by(["corpus", "rights"]).aggregate([([], "count_all"), ("comments", "sum")])
        for row in sums.to_pylist():
            key = row["corpus"], row["rights"] or ""
            counts[*key, "threads"] += row["count_all"]
            counts[*key, "comments"] += row["comments_sum"] or 0
        for row in table.filter(pc.is_in(table["id"], value_set=wanted)).to_pylist():
            counts[row["corpus"], row["rights"] or "", "dialogues"] += sources[row["id"]]
    keys = sorted({(name, rights) for name, rights, _ in counts})
    return [
        (*key, counts[*key, "threads"], counts[*key, "comments"], counts[*key, "dialogues"]) for key in keys
    ]


def _splits(path: Path) -> dict[str, dict[str, int]]:
    """Threads, dialogues and utterances of each split that has any."""
    sums: dict[str, Counter[str]] = {}
    for batch in shards.read_batches(path, ["split", "dialogues", "utterances"]):
        table = pa.Table.from_batches([batch]).group_by("split")
        for row in table.aggregate(
            [([], "count_all"), ("dialogues", "sum"), ("utterances", "sum")]
        ).to_pylist():
            counts = sums.setdefault(row["split"], Counter())
            counts.update(threads=row["count_all"], dialogues=row["dialogues_sum"])
            counts.update(utterances=row["utterances_sum"])
    return {split: dict(counts) for split, counts in sorted(sums.items())}


def _drops(paths: Sequence[Path], examples: int) -> list[tuple[str, str, str, int, list[Mapping[str, Any]]]]:
    """Stage, unit and reason of what was left out: how often, and a few rows."""
    counts: Counter[tuple[str, str, str]] = Counter()
    samples: dict[tuple[str, str, str], Sample] = {}
    for path in paths:
        for row in shards.read_shard(path):
            key = row["stage"], row["unit"], row["reason"]
            counts[key] += 1
            samples.setdefault(key, Sample(examples)).add(row["id"], row)
    return [(*key, counts[key], samples[key].rows()) for key in sorted(counts)]
