"""What is counted of one shard: its splits, dialogues after each stage, and what was left out.

Counts are taken from columns where that will do; rows are only made of what needs its text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl import shards
from dialogue_etl.report.examples import Sample
from dialogue_etl.report.sizes import KINDS, kind_of

if TYPE_CHECKING:
    from dialogue_etl.run import Job

Records = list[Mapping[str, Any]]
Files = Mapping[tuple[str, str], Path]
"""The shard's file of each table, by stage and table."""
Sampled = list[tuple[Sequence[str], int, Records]]
"""What rows are examples of, how many are wanted, and the rows; each has an `id`."""
Count = Callable[[Files, Mapping[str, Any]], tuple[dict[str, Records], Sampled]]


class Columns(NamedTuple):
    """The columns of a table of counts: rows with the same keys are added up."""

    keys: tuple[str, ...]
    counts: tuple[str, ...]


_UNITS = ("documents", "dialogues", "utterances")
COLUMNS = {
    "left": Columns(("stage",), _UNITS),
    "sizes": Columns(("kind",), ("raw", "dialogues", "utterances", "words", "characters")),
    "turns": Columns(("turns",), ("dialogues",)),
    "words": Columns(("words",), ("utterances",)),
    "splits": Columns(("split",), _UNITS),
    "drops": Columns(("stage", "unit", "reason"), ("number", "value")),
}
"""What is counted of every source.

    left    what is left after each stage that leaves dialogues
    sizes   of the dataset, single-turn and multi-turn dialogues apart; `raw`: of the first such stage
    turns   dialogues of the dataset by their number of turns
    words   its utterances by their number of words
    splits  what is in each split
    drops   units left out, and the sum of what was measured of them
"""
_MOST_FILES = 100


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is counted of a source.

    Attributes:
        dialogues: the stages that leave dialogues, in order; those of the last one whose documents were dealt
            to a split are the dataset.
        drops: the stages that leave things out, in order.
        words: cuts an utterance into words, given its language (BCP-47).
        vocabulary: whether distinct words are counted.
        tables: further tables that `count` reads, as (stage, table).
        count: further counts and examples of a shard, by its files and the settings.
        columns: of the further counts.
    """

    dialogues: tuple[str, ...]
    drops: tuple[str, ...]
    words: Callable[[str, str], Sequence[str]]
    vocabulary: bool = False
    tables: tuple[tuple[str, str], ...] = ()
    count: Count | None = None
    columns: Mapping[str, Columns] = field(default_factory=dict)

    @property
    def inputs(self) -> tuple[tuple[str, str], ...]:
        """Every table that is read, as (stage, table)."""
        dialogues = ((stage, "dialogues") for stage in self.dialogues)
        drops = ((stage, "drops") for stage in self.drops)
        return ("split", "splits"), *dialogues, *drops, *self.tables


def count_shard(job: Job, folder: Path, *, plan: Plan) -> dict[str, Any]:
    """Count a shard; `folder` gets the distinct words of its dialogues, a file for each kind of dialogue."""
    files = dict(zip(plan.inputs, job.inputs, strict=True))
    examples = job.settings["examples"]
    members, splits = _splits(files["split", "splits"])
    left = {stage: _left(files[stage, "dialogues"]) for stage in plan.dialogues}
    raw = left[plan.dialogues[0]][1]
    tables, kept = _dataset(files[plan.dialogues[-1], "dialogues"], members, plan, job.settings, folder)
    for row in tables["sizes"]:
        row["raw"] = sum(number for turns, number in raw.items() if kind_of(turns) == row["kind"])
    tables["left"] = [{"stage": stage, **counts} for stage, (counts, _) in left.items()]
    tables["splits"] = splits
    tables["drops"], samples = _drops([files[stage, "drops"] for stage in plan.drops], examples)
    further, more_samples = plan.count(files, job.settings) if plan.count else ({}, [])
    return {"tables": tables | further, "samples": [(("kept",), examples, kept), *samples, *more_samples]}


def _splits(path: Path) -> tuple[set[str], list[dict[str, Any]]]:
    """The documents of the dataset, and what is in each split."""
    rows = pa.Table.from_batches(
        list(shards.read_batches(path, ["source_id", "split", "dialogues", "utterances"]))
        or [pa.RecordBatch.from_pylist([], _SPLITS)]
    )
    sums = rows.group_by("split").aggregate([([], "count_all"), ("dialogues", "sum"), ("utterances", "sum")])
    return set(rows["source_id"].to_pylist()), [
        {
            "split": row["split"],
            "documents": row["count_all"],
            "dialogues": row["dialogues_sum"],
            "utterances": row["utterances_sum"],
        }
        for row in sums.to_pylist()
    ]


_SPLITS = pa.schema(
    [("source_id", pa.string()), ("split", pa.string()), ("dialogues", "int64"), ("utterances", "int64")]
)


def _left(path: Path) -> tuple[dict[str, int], Counter[int]]:
    """Documents, dialogues and utterances that are left, and the dialogues by their number of turns."""
    documents: set[str] = set()
    turns: Counter[int] = Counter()
    # The speakers say how many turns there are and take next to no room.
    for batch in shards.read_batches(path, ["source_id", "turns.list.element.speaker"]):
        documents.update(batch.column("source_id").unique().to_pylist())
        for entry in pc.value_counts(batch.column("turns").value_lengths()).to_pylist():
            turns[entry["values"]] += entry["counts"]
    numbers = (len(documents), turns.total(), sum(n * k for n, k in turns.items()))
    return dict(zip(_UNITS, numbers, strict=True)), turns


def _dataset(
    path: Path, members: set[str], plan: Plan, settings: Mapping[str, Any], folder: Path
) -> tuple[dict[str, list[dict[str, Any]]], Records]:
    """Sizes and lengths of the dialogues of the dataset, and a few of them."""
    language, sample = settings["language"], Sample(settings["examples"])
    names = COLUMNS["sizes"].counts[1:]
    sums = {kind: dict.fromkeys(names, 0) for kind in KINDS}
    vocabulary: dict[str, set[str]] = {kind: set() for kind in KINDS}
    turns: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    for row in shards.read_shard(path, ["id", "source_id", "turns.list.element.text"]):
        if row["source_id"] not in members:
            continue
        texts = [turn["text"] for turn in row["turns"]]
        words = [plan.words(text, language) for text in texts]
        characters = sum(len("".join(text.split())) for text in texts)
        kind = kind_of(len(texts))
        numbers = (1, len(texts), sum(map(len, words)), characters)
        for name, number in zip(names, numbers, strict=True):
            sums[kind][name] += number
        if plan.vocabulary:
            vocabulary[kind].update(*words)
        turns[len(texts)] += 1
        lengths.update(map(len, words))
        sample.add(row["id"], {"id": row["id"], "source_id": row["source_id"], "turns": texts})
    for kind in KINDS if plan.vocabulary else ():
        # A word holds no line end: white space is none.
        text = "".join(f"{word}\n" for word in sorted(vocabulary[kind]))
        (folder / f"{kind}.txt").write_text(text, encoding="utf-8", newline="\n")
    tables: dict[str, list[dict[str, Any]]] = {
        "sizes": [{"kind": kind, **counts} for kind, counts in sums.items()],
        "turns": [{"turns": value, "dialogues": number} for value, number in turns.items()],
        "words": [{"words": value, "utterances": number} for value, number in lengths.items()],
    }
    return tables, sample.rows()


def _drops(paths: Sequence[Path], examples: int) -> tuple[list[dict[str, Any]], Sampled]:
    """Stage, unit and reason of what was left out: how often, and a few rows."""
    counts: Counter[tuple[str, str, str]] = Counter()
    values: Counter[tuple[str, str, str]] = Counter()
    samples: dict[tuple[str, str, str], Sample] = {}
    for path in paths:
        for row in shards.read_shard(path):
            key = row["stage"], row["unit"], row["reason"]
            counts[key] += 1
            values[key] += row["value"] or 0
            size = _MOST_FILES if row["unit"] == "file" else examples
            samples.setdefault(key, Sample(size)).add(row["id"], row)
    names = COLUMNS["drops"].keys
    rows = [
        {**dict(zip(names, key, strict=True)), "number": counts[key], "value": values[key]} for key in counts
    ]
    return rows, [(("drops", *key), sample.size, sample.rows()) for key, sample in samples.items()]
