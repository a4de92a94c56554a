"""What the stages left of a language, added up over shards: the tables a report is made of.

Each shard gives small tables of counts, and the rows of the smallest hashes as examples; so the result is the
same for any number of workers, and what an interrupted run has counted is taken from the store.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from dialogue_etl import run, shards
from dialogue_etl.languages.names import name_of
from dialogue_etl.report.examples import Sample
from dialogue_etl.report.shard import COLUMNS, count_shard
from dialogue_etl.report.sizes import KINDS, Size
from dialogue_etl.run import Job

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dialogue_etl.report.shard import Columns, Plan, Records
    from dialogue_etl.runtime import Runtime


@dataclass(frozen=True, eq=False)
class Survey:
    """One language, counted.

    Attributes:
        tag: BCP-47.
        name: of the language, in English.
        tables: by name: those of `shard.COLUMNS`, and those of the source's plan.
        size: of the dataset.
        kinds: the same of single-turn and of multi-turn dialogues.
        samples: a few rows of each kind of example: `("kept",)`, dialogues of the dataset; `("drops", stage,
            unit, reason)`, rows of the drops tables; and those of the source's plan.
    """

    tag: str
    name: str
    tables: Mapping[str, pd.DataFrame]
    size: Size
    kinds: Mapping[str, Size]
    samples: Mapping[tuple[str, ...], Records]

    def number(self, table: str, column: str, **where: str) -> int:
        """The sum of a column over the rows with these values."""
        frame = self.tables[table]
        for name, value in where.items():
            frame = frame[frame[name] == value]
        return int(frame[column].sum())

    def histogram(self, table: str, column: str) -> Counter[int]:
        """How often each number of `table` (turns or words) occurs."""
        frame = self.tables[table]
        return Counter(dict(zip(frame[table].tolist(), frame[column].tolist(), strict=True)))


def survey(folder: Path, tag: str, plan: Plan, settings: Mapping[str, Any], *, runtime: Runtime) -> Survey:
    """Count what the stages left of a language.

    Args:
        folder: the outputs of all stages, by stage and language.
        tag: of the language, BCP-47.
        plan: what is counted of the source.
        settings: what else decides the counts, as JSON: the number of `examples`, and what the plan needs.
        runtime: workers and store.

    Raises:
        MissingTableError: the language has not been through all stages.
    """
    paths = [shards.shard_paths(folder / stage / tag, table) for stage, table in plan.inputs]
    settings = {**settings, "language": tag, "inputs": plan.inputs}
    jobs = [Job(inputs=files, settings=settings) for files in zip(*paths, strict=True)]
    columns = {**COLUMNS, **plan.columns}
    rows: dict[str, Records] = {table: [] for table in columns}
    samples: dict[tuple[str, ...], Sample] = {}
    vocabulary: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for shard in run.over_shards(f"report {tag}", partial(count_shard, plan=plan), jobs, runtime=runtime):
        for table, counted in shard.result["tables"].items():
            rows[table] += counted
        for key, size, some in shard.result["samples"]:
            sample = samples.setdefault(tuple(key), Sample(size))
            for row in some:
                sample.add(row["id"], row)
        for kind in KINDS if plan.vocabulary else ():
            vocabulary[kind].update((shard.folder / f"{kind}.txt").read_text("utf-8").split("\n")[:-1])
    tables = {table: _added_up(rows[table], columns[table]) for table in columns}
    kinds = {row["kind"]: Size(**_without(row, "kind")) for row in tables["sizes"].to_dict("records")}
    kinds = {kind: replace(kinds[kind], vocabulary=len(vocabulary[kind])) for kind in KINDS}
    size = replace(
        sum(kinds.values(), Size()),
        documents=int(tables["splits"]["documents"].sum()),
        vocabulary=len(set().union(*vocabulary.values())),
    )
    return Survey(
        tag, name_of(tag), tables, size, kinds, {key: samples[key].rows() for key in sorted(samples)}
    )


def _added_up(rows: Records, columns: Columns) -> pd.DataFrame:
    """One row for each combination of the key columns; without key columns all rows, by the first column."""
    frame = pd.DataFrame(rows, columns=[*columns.keys, *columns.counts])
    if frame.empty:
        return frame
    if not columns.keys:
        return frame.sort_values(columns.counts[0], ignore_index=True)
    return frame.groupby(list(columns.keys), as_index=False, dropna=False)[list(columns.counts)].sum()


def _without(row: Mapping[Any, Any], key: str) -> dict[str, int]:
    return {name: value for name, value in row.items() if name != key}
