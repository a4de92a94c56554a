"""A stage, over its shards, on an engine: progress, quarantine, metrics, whole outputs."""

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

from dialogue_etl import shards
from dialogue_etl.engines.engine import Table, engine_of
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.garbage_collection import paused_garbage_collection
from dialogue_etl.progress import progress
from dialogue_etl.runtime import Runtime
from dialogue_etl.store import Finished, ShardStore, code_digest

ROWS = "rows.parquet"
"""What `aggregate` found, in the folder that it gives."""


class OtherCodeError(DialogueEtlError):
    """What is installed on a machine of a cluster would make other bytes."""


log = logging.getLogger("dialogue_etl")


@dataclass(frozen=True)
class Job:
    """The work on one shard.

    Attributes:
        inputs: files whose content decides the result.
        settings: whatever else decides it, as JSON: parameters, languages, keys of finished shards.
        paths: where things are that `settings` stands for; they do not decide anything themselves.
    """

    inputs: tuple[Path, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    paths: tuple[Path, ...] = ()


Work = Callable[[Job, Path], Mapping[str, Any]]
"""What is done with a job: files written into the folder, and counts returned, as JSON."""


def over_shards(
    label: str, work: Work, jobs: Sequence[Job], *, runtime: Runtime, workers: int | None = None
) -> Iterator[Finished]:
    """Finish the shards of a stage, showing progress; in the order of the jobs.

    What an interrupted run has finished is taken from the store.

    Args:
        label: what is being done, for people; another one for every kind of work.
        work: must be importable by other processes.
        jobs: one per shard.
        runtime: workers and store.
        workers: processes; by the size of the input if not given: little is done by one.
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
            f"{platform.node()}: has another version of dialogue_etl or pyarrow than the machine that asks it"
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
    """The rows of a query over what finished shards hold, in `ROWS`; from the store if they are there.

    Args:
        label: what is being done, for people.
        query: as for `Engine.aggregate`.
        tables: by their names in the query: shards that each hold one of that name, files of a stage's
            output, or a small table.
        values: by their names in the query.
        runtime: workers, store and engine.
    """
    files: dict[str, Table] = {}
    said: dict[str, Any] = {}
    inputs: list[Path] = []
    for name, table in tables.items():
        if isinstance(table, pa.Table):
            files[name], said[name] = table, table.to_pydict()
            continue
        paths = [one for one in table if isinstance(one, Path)]
        inputs += paths
        finished = [one for one in table if isinstance(one, Finished)]
        files[name] = [*paths, *(shards.shard_path(shard.folder, name, 0, 1) for shard in finished)]
        said[name] = [len(paths), *(shard.key for shard in finished)]
    ask = partial(engine_of(runtime).aggregate, query, files, values or {}, workers=runtime.workers)
    stated = {"query": query, "tables": said, "values": values}
    store = ShardStore(runtime.store, runtime.shared_store)
    done = (store.finish(partial(_write_rows, ask=ask), inputs, one) for one in [stated])
    (rows,) = progress(label, done, 1)
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
    """Finish the shards of a stage and put its output and metrics together.

    The result of `work` holds `totals`, a mapping of counts, and `dropped`, made by `as_rows`. The metrics
    show the counts named in `totals` also when they are 0, in their order, and further `facts`. `check` looks
    at the folders of the finished shards; if it raises, nothing is written. `complete` adds to the output
    what is made of its tables, and gives further facts.
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
    """Counts of (unit, reason) in a form that JSON keeps, in a fixed order."""
    return [(unit, reason, number) for (unit, reason), number in sorted(reasons.items())]


def size_of(jobs: Iterable[Job]) -> int:
    """Bytes of what the jobs read."""
    paths = (path for job in jobs for path in (*job.inputs, *job.paths))
    return sum(path.stat().st_size for path in paths if path.suffix in {".parquet", ".arrow"})


def write_metrics(path: Path, metrics: Mapping[str, Any]) -> None:
    """Metrics as JSON that diffs well: keys in a fixed order, one a line."""
    shards.write_atomic(path, (json.dumps(metrics, indent=2, ensure_ascii=False) + "\n").encode())


def read_metrics(path: Path, stage: str) -> Any:
    """The metrics that a stage has written.

    Raises:
        DialogueEtlError: it has not run.
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
    """The figures of a stage for terminal and log: a line per group, such as `dropped books: rights 1`."""
    for group, figures in _groups("", metrics):
        log.info("%s %s: %s%s", stage, language, f"{group}: " if group else "", figures)


def _groups(name: str, metrics: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    plain = {key: value for key, value in metrics.items() if not isinstance(value, dict)}
    if plain:
        yield name, ", ".join(f"{key.replace('_', ' ')} {value:,}" for key, value in plain.items())
    for key, value in metrics.items():
        if isinstance(value, dict):
            yield from _groups(f"{name} {key.replace('_', ' ')}".strip(), value)
