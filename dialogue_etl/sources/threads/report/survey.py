"""What is counted of one language: shard by shard, several at a time, finished shards kept in the store."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dialogue_etl import run, shards
from dialogue_etl.report.examples import Sample
from dialogue_etl.run import Job
from dialogue_etl.sources.threads.report.shard import STAGES, TABLES, TRACED, UNITS, count_shard
from dialogue_etl.sources.threads.report.sizes import KINDS, Size
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dialogue_etl.runtime import Runtime
    from dialogue_etl.store import Finished

Key = tuple[str, str, str]
"""Stage, unit, reason."""


def _units() -> Counter[str]:
    return Counter(dict.fromkeys(UNITS, 0))


@dataclass
class Survey:
    """One language, counted.

    Attributes:
        sizes: table 2, by kind.
        total: both kinds together.
        turns: dialogues of the dataset by their number of turns.
        lengths: its utterances by their number of words.
        left: threads, dialogues and utterances after each stage.
        corpora: threads and comments that came in and dialogues of the dataset, by corpus and rights.
        splits: threads, dialogues and utterances of each split.
        dropped: how many units were left out, by stage, unit and reason.
        drops: a few rows of each of these.
        kept: a few dialogues of the dataset, with the texts of their turns.
        raw: some dialogues before the rules, with their turns.
    """

    sizes: dict[str, Size] = field(default_factory=dict)
    total: Size = field(default_factory=Size)
    turns: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    left: dict[str, Counter[str]] = field(default_factory=lambda: {name: _units() for name in STAGES})
    corpora: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    splits: dict[str, Counter[str]] = field(default_factory=lambda: {name: _units() for name in SPLIT_NAMES})
    dropped: Counter[Key] = field(default_factory=Counter)
    drops: dict[Key, list[Mapping[str, Any]]] = field(default_factory=dict)
    kept: list[Mapping[str, Any]] = field(default_factory=list)
    raw: list[Mapping[str, Any]] = field(default_factory=list)


def survey(stages: Path, language: str, examples: int, runtime: Runtime) -> Survey:
    """Count what the stages left of a language.

    Args:
        stages: outputs of all stages.
        language: BCP-47 tag.
        examples: kept dialogues to show, and left-out units of each reason.
        runtime: workers and store.

    Raises:
        MissingTableError: the language has not been through all stages.
    """
    tables = [shards.shard_paths(stages / stage / language, table) for stage, table in TABLES]
    settings = {"language": language, "examples": examples}
    jobs = [Job(inputs=paths, settings=settings) for paths in zip(*tables, strict=True)]
    merging = _Merging(examples)
    for shard in run.over_shards(f"report {language}", count_shard, jobs, runtime=runtime):
        merging.add(shard)
    return merging.done()


class _Merging:
    """Adds up shards: whatever their order and number, the result is the same."""

    def __init__(self, examples: int) -> None:
        self._examples = examples
        self._found = Survey()
        self._sums = {kind: Counter[str]() for kind in KINDS}
        self._vocabulary: dict[str, set[str]] = {kind: set() for kind in KINDS}
        self._kept, self._raw = Sample(examples), Sample(TRACED)
        self._drops: dict[Key, Sample] = {}

    def add(self, shard: Finished) -> None:
        result, found = shard.result, self._found
        for kind in KINDS:
            self._sums[kind].update(result["sums"][kind])
            self._vocabulary[kind].update((shard.folder / f"{kind}.txt").read_text("utf-8").split("\n")[:-1])
        found.turns.update(dict(result["turns"]))
        found.lengths.update(dict(result["lengths"]))
        for stage, counts in result["left"].items():
            found.left[stage].update(counts)
        for split, counts in result["splits"].items():
            found.splits[split].update(counts)
        for name, rights, threads, comments, dialogues in result["corpora"]:
            counts = found.corpora.setdefault((name, rights), Counter())
            counts.update(threads=threads, comments=comments, dialogues=dialogues)
        for stage, unit, reason, number, rows in result["drops"]:
            found.dropped[stage, unit, reason] += number
            sample = self._drops.setdefault((stage, unit, reason), Sample(self._examples))
            _take(sample, rows)
        _take(self._kept, result["kept"])
        _take(self._raw, result["raw"])

    def done(self) -> Survey:
        found = self._found
        found.sizes = {
            kind: Size(**self._sums[kind], vocabulary=len(self._vocabulary[kind])) for kind in KINDS
        }
        together = len(set().union(*self._vocabulary.values()))
        found.total = Size(**sum(self._sums.values(), Counter()), vocabulary=together)
        found.kept, found.raw = self._kept.rows(), self._raw.rows()
        found.drops = {key: self._drops[key].rows() for key in sorted(self._drops)}
        found.corpora = dict(sorted(found.corpora.items()))
        return found


def _take(sample: Sample, rows: list[Mapping[str, Any]]) -> None:
    for row in rows:
        sample.add(row["id"], row)
