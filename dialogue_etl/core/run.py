"""Runs a stage over its shards: progress, counts of what was dropped, metrics, atomic outputs."""

import json
import logging
import platform
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core import shards
from dialogue_etl.core.engines.engine import Table, engine_of
from dialogue_etl.core.garbage_collection import paused_garbage_collection
from dialogue_etl.core.progress import progress
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.store import Finished, ShardStore, code_digest
from dialogue_etl.errors import DialogueEtlError

ROWS = "rows.parquet"
"""File with the result of `aggregate`, in the folder of the shard that it returns."""


class OtherCodeError(DialogueEtlError):
    """A machine of the cluster has another version of the code, which may give other bytes."""


log = logging.getLogger("dialogue_etl")


@dataclass(frozen=True)
class Job:
    """The work on one shard.

    Attributes:
        inputs: files that the result depends on.
        settings: everything else it depends on, as JSON: parameters, languages, keys of finished shards.
        paths: further files to read, whose content `settings` identifies by the key of a finished shard.
    """

    inputs: tuple[Path, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    paths: tuple[Path, ...] = ()


Work = Callable[[Job, Path], Mapping[str, Any]]
"""Does a job: writes files into the folder, returns counts that can be written as JSON."""


def over_shards(
    label: str, work: Work, jobs: Sequence[Job], *, runtime: Runtime, workers: int | None = None
) -> Iterator[Finished]:
    """Run the jobs of a stage and show progress; results come in the order of the jobs.

    Shards that an earlier run finished are taken from the store.

    Args:
        label: shown with the progress, and part of the key in the store: another one for each kind of work.
        work: must be importable by other processes.
        jobs: one per shard.
        runtime: workers and store.
        workers: number of processes; by default `runtime.workers`, or 1 for a small input.
    """
    if workers is None:
        workers = runtime.workers if size_of(jobs) >= runtime.alone_below else 1
    engine = engine_of(runtime)
    code = code_digest() if engine.far else None
    finish = partial(
        _finish, label=label, work=work, store=ShardStore(runtime.store, runtime.shared_store), code=code
    )
    return progress(label, engine.map(finish, jobs, workers), len(jobs))


def _finish(job: Job, *, label: str, work: Work, store: ShardStore, code: str | None) -> Finished:
    if code and code != code_digest():
        raise OtherCodeError(
            f"{platform.node()}: has another version of dialogue_etl, Python or a library than the machine "
            "that asks it"
        )
    with paused_garbage_collection():
        return store.finish(partial(work, job), job.inputs, {"label": label, **job.settings})


def aggregate(
    label: str,
    query: str,
    tables: Mapping[str, Sequence[Finished] | Sequence[Path] | pa.Table],
    values: Mapping[str, int | float] | None = None,
    *,
    runtime: Runtime,
) -> Finished:
    """Run an SQL query over tables of all shards; its rows are in the file `ROWS` of the result's folder.

    The result of the same query over the same tables is taken from the store.

    Args:
        label: shown with the progress.
        query: as for `Engine.aggregate`.
        tables: by name in the query: finished shards that contain a table of that name, Parquet files, or a
            small table.
        values: of the query's parameters, by name.
        runtime: workers, store and engine.
    """
    files: dict[str, Table] = {}
    described: dict[str, Any] = {}
    inputs: list[Path] = []
    for name, table in tables.items():
        if isinstance(table, pa.Table):
            files[name], described[name] = table, table.to_pydict()
            continue
        paths = [one for one in table if isinstance(one, Path)]
        inputs += paths
        finished = [one for one in table if isinstance(one, Finished)]
        files[name] = [*paths, *(shards.shard_path(shard.folder, name, 0, 1) for shard in finished)]
        described[name] = [len(paths), *(shard.key for shard in finished)]
    ask = partial(engine_of(runtime).aggregate, query, files, values or {}, workers=runtime.workers)
    settings = {"query": query, "tables": described, "values": values}
    store = ShardStore(runtime.store, runtime.shared_store)
    finish = partial(store.finish, partial(_write_rows, ask=ask), inputs)
    (rows,) = progress(label, map(finish, [settings]), 1)
    return rows


def _write_rows(
    folder: Path, *, ask: Callable[..., AbstractContextManager[pa.RecordBatchReader]]
) -> dict[str, Any]:
    with (
        ask(scratch=folder) as rows,
        pq.ParquetWriter(folder / ROWS, rows.schema, compression="zstd") as writer,
    ):
        for batch in rows:
            writer.write_batch(batch)
    return {}


def finish_stage(
    stage: str,
    language: str,
    work: Work,
    jobs: Sequence[Job],
    totals: Counter[str],
    *,
    output: Path,
    metrics: Path,
    runtime: Runtime,
    facts: Mapping[str, Any] | None = None,
    workers: int | None = None,
    check: Callable[[Sequence[Path]], None] | None = None,
    complete: Callable[[Path], Mapping[str, Any]] | None = None,
) -> None:
    """Run the jobs of a stage, then write its output and metrics.

    `work` returns `totals`, a mapping of counts, and `dropped`, made by `as_rows`. The metrics hold the
    counts named in the argument `totals`, in that order and zeros included, and `facts`. `check` gets the
    folders of the finished shards; if it raises, nothing is written. `complete` adds files made from the
    output's tables to the output, and returns further facts.
    """
    reasons: Counter[tuple[str, str]] = Counter()
    finished = []
    for shard in over_shards(f"{stage} {language}", work, jobs, runtime=runtime, workers=workers):
        totals.update(shard.result["totals"])
        for unit, reason, number in shard.result["dropped"]:
            reasons[unit, reason] += number
        finished.append(shard)
    folders = [shard.folder for shard in finished]
    if check:
        check(folders)
    with shards.atomic_folder(output) as folder:
        shards.merge_shards(folders, folder)
        made = complete(folder) if complete else {}
    figures = {**totals, **(facts or {}), "dropped": count_reasons(reasons), **made}
    write_metrics(metrics, figures)
    report_counts(stage, language, figures)
    store = ShardStore(runtime.store, runtime.shared_store)
    for shard in finished:
        if not shard.result.get("lasting", True):
            store.remove(shard.key)
    store.sweep()


def as_rows(reasons: Counter[tuple[str, str]]) -> list[tuple[str, str, int]]:
    """Counts of (unit, reason) as sorted rows that can be written as JSON."""
    return [(unit, reason, number) for (unit, reason), number in sorted(reasons.items())]


def size_of(jobs: Iterable[Job]) -> int:
    """Bytes of the tables that the jobs read."""
    paths = (path for job in jobs for path in (*job.inputs, *job.paths))
    return sum(path.stat().st_size for path in paths if path.suffix in {".parquet", ".arrow"})


def write_metrics(path: Path, metrics: Mapping[str, Any]) -> None:
    """Write metrics as JSON, one key per line, so that versions can be compared by diff."""
    shards.write_atomic(path, (json.dumps(metrics, indent=2, ensure_ascii=False) + "\n").encode())


def read_metrics(path: Path, stage: str) -> Any:
    """The metrics that a stage has written.

    Raises:
        DialogueEtlError: the stage has not run.
    """
    if not path.is_file():
        raise DialogueEtlError(f"{path}: no such file; run the stage that writes it first ({stage})")
    return json.loads(path.read_text(encoding="utf-8"))


def count_reasons(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """Counts of (unit, reason) as a nested mapping in a fixed order."""
    nested: dict[str, dict[str, int]] = {}
    for (unit, reason), number in sorted(counts.items()):
        nested.setdefault(f"{unit}s", {})[reason] = number
    return nested


def report_counts(stage: str, language: str, metrics: Mapping[str, Any]) -> None:
    """Log the figures of a stage: a line per group, such as `dropped books: rights 1`."""
    for group, figures in _groups("", metrics):
        log.info("%s %s: %s%s", stage, language, f"{group}: " if group else "", figures)


def _groups(name: str, metrics: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    plain = {key: value for key, value in metrics.items() if not isinstance(value, dict)}
    if plain:
        yield name, ", ".join(f"{key.replace('_', ' ')} {value:,}" for key, value in plain.items())
    for key, value in metrics.items():
        if isinstance(value, dict):
            yield from _groups(f"{name} {key.replace('_', ' ')}".strip(), value)
