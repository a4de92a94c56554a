"""Stage `ingest`: reads the corpora of a language, and groups their comments by thread.

Jobs read each file (`corpus_files`), find the threads of each corpus (`assignment`), and merge the corpora by
shard (`_shard`). Files are read independently, so that a new corpus does not read the other files again.
"""

from __future__ import annotations

import logging
from collections import Counter
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.core.tables import DROPS
from dialogue_etl.sources.folder import Folder
from dialogue_etl.sources.quarantine import refuse_too_many
from dialogue_etl.sources.threads import assignment, corpus_files
from dialogue_etl.sources.threads import corpora as catalogue
from dialogue_etl.sources.threads.blocks import row_groups
from dialogue_etl.sources.threads.parameters import Threads
from dialogue_etl.sources.threads.tables import SCHEMAS
from dialogue_etl.text import privacy
from dialogue_etl.web.failures import MissingError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.core.store import Finished
    from dialogue_etl.sources.threads.corpora import Corpus

    File = tuple[Corpus, str, Finished]

log = logging.getLogger("dialogue_etl")

PARAMETER = "threads.max_quarantined"
_QUARANTINED = ("unreadable", "missing", "unavailable", "unusable", "undecodable", "cut")
_TABLES = {**SCHEMAS, "drops": DROPS}


def ingest(
    *, language: str, corpora: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Read the corpora of a language, and find the thread of each comment.

    Raises:
        CorporaError: their catalogue is invalid.
        TooManyError: too many records or files can't be read.
    """
    chosen, folder = catalogue.chosen(params[Threads], corpora, language)
    if not chosen:
        log.warning(
            "No corpora in %s yet: dialogue-etl threads add FILE --name NAME --language %s",
            language,
            language,
        )
    if params.privacy == "off":
        log.warning("%s %s: %s", corpus_files.STAGE, language, privacy.OFF)
    files = _read(language, chosen, folder, params, runtime)
    facts = _facts(chosen, files)
    _check_quarantine(files, facts, language, params[Threads].max_quarantined)
    assigned = _assign(language, files, params, runtime)
    facts["orphans"] = sum(corpus.result["orphans"] for corpus in assigned)
    run.finish_stage(
        corpus_files.STAGE,
        language,
        _shard,
        _jobs(files, assigned, params.storage.shards),
        Counter(comments_in=0, comments=0, threads=0),
        output=output,
        metrics=metrics,
        runtime=runtime,
        facts=facts,
    )


def _read(language: str, chosen: list[Corpus], folder: Path, params: Params, runtime: Runtime) -> list[File]:
    """Read all files, in one process if they are small."""
    inside = Folder(folder)
    jobs: list[Job] = []
    for corpus in chosen:
        for file, *others in corpus_files.together(corpus.format, corpus.files):
            name = f"{corpus.name}/{file}"
            said: dict[str, Any] = {"name": name, "format": corpus.format, "language": corpus.language}
            said |= {"deleted": params[Threads].deleted, "bots": params[Threads].bots, "problem": None}
            said |= {"privacy": params.privacy, "gap": params[Threads].session_gap}
            said["stated"] = corpus.stated()
            try:
                jobs.append(Job(tuple(map(inside.fetch, (file, *others))), said))
            except (MissingError, UnavailableError) as error:
                reason = "missing" if isinstance(error, MissingError) else "unavailable"
                jobs.append(Job(settings={**said, "problem": [str(error), reason]}))
    size = sum(path.stat().st_size for job in jobs for path in job.inputs)
    workers = runtime.workers if size >= runtime.alone_below else 1
    done = run.over_shards(f"read {language}", corpus_files.read_file, jobs, runtime=runtime, workers=workers)
    owners = (corpus for corpus in chosen for _ in corpus_files.together(corpus.format, corpus.files))
    return [(corpus, job.settings["name"], one) for corpus, job, one in zip(owners, jobs, done, strict=True)]


def _facts(chosen: list[Corpus], files: list[File]) -> dict[str, int]:
    """Counts of corpora, files, and records (`lines`)."""
    bad: Counter[str] = Counter()
    for _, _, file in files:
        for unit, _, number in file.result["dropped"]:
            bad[unit] += number
    lines = sum(file.result["totals"]["lines"] for _, _, file in files)
    masked: Counter[str] = Counter(masked=0)
    for _, _, file in files:
        masked.update({name: n for name, n in file.result["totals"].items() if name.startswith("masked")})
    return {
        "corpora": len(chosen),
        "files_in": len(files),
        "files": len(files) - bad["file"],
        "lines_in": lines + bad["line"],
        "lines": lines,
        **dict(sorted(masked.items())),  # whatever the order of the files
    }


def _check_quarantine(files: list[File], facts: dict[str, int], language: str, limit: float) -> None:
    dropped = (counted for _, _, file in files for counted in file.result["dropped"])
    rows = (row for _, _, file in files for row in shards.read(file.folder, "drops"))
    refuse_too_many(
        sum(count for _, reason, count in dropped if reason in _QUARANTINED),
        facts["lines_in"] + facts["files_in"],
        (row["detail"] for row in rows if row["reason"] in _QUARANTINED),
        what=f"records and files ({language}) can't be read",
        parameter=PARAMETER,
        limit=limit,
    )


def _assign(language: str, files: list[File], params: Params, runtime: Runtime) -> list[Finished]:
    """Find the threads of each corpus."""
    jobs = []
    for corpus, of in groupby(files, itemgetter(0)):
        finished = [file for _, _, file in of]
        rights, _ = privacy.masking(params.privacy)(corpus.rights)
        said = {"corpus": corpus.name, "language": language, "rights": rights}
        said |= {"orphans": params[Threads].orphans, "shards": params.storage.shards}
        keys = [file.key for file in finished]
        jobs.append(Job(settings={**said, "files": keys}, paths=tuple(file.folder for file in finished)))
    return list(run.over_shards(f"threads {language}", assignment.assign, jobs, runtime=runtime))


def _jobs(files: list[File], assigned: list[Finished], count: int) -> list[Job]:
    """A job per shard, with the tables of each corpus and the drops of its share of files."""
    dropped: list[list[Path]] = [[] for _ in range(count)]
    for _, name, file in files:
        dropped[shards.shard_of(name, count)] += shards.shard_paths(file.folder, "drops")
    of_corpora = [
        [shards.shard_path(corpus.folder, table, index, count) for table in _TABLES for corpus in assigned]
        for index in range(count)
    ]
    return [Job((*tables, *drops)) for tables, drops in zip(of_corpora, dropped, strict=True)]


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    """Merge the corpora of a shard, in the order of their names."""
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    for table in _TABLES:
        paths = [path for path in job.inputs if path.parent.name == table]
        _join(table, paths, folder)
        if table in SCHEMAS:
            totals[table] = sum(pq.read_metadata(path).num_rows for path in paths)
    for batch in shards.read_batches(shards.shard_path(folder, "drops", 0, 1), ["unit", "reason"]):
        reasons.update(zip(*(column.to_pylist() for column in batch.columns), strict=True))
    out = sum(number for (unit, _), number in reasons.items() if unit == "comment")
    totals["comments_in"] = totals["comments"] + out
    return {"totals": totals, "dropped": run.as_rows(reasons)}


def _join(table: str, paths: Sequence[Path], folder: Path) -> None:
    """Concatenate files of a table; a single file is linked."""
    if len(paths) == 1:
        shards.link(paths[0], shards.shard_path(folder, table, 0, 1))
        return
    with shards.ShardWriter(folder, 0, 1, (), **{table: _TABLES[table]}) as writer:
        for path in paths:
            for batch in row_groups(path):
                writer.write(table, pa.Table.from_batches([batch]))
