"""Stage `extract`: the dialogues of the kept books, a job per shard."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow.compute as pc

from dialogue_etl import filters, run, shards
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.run import Job
from dialogue_etl.sources.books.book_dialogues import STAGE, Extraction, extract_book
from dialogue_etl.sources.books.boundaries import model as boundary_model
from dialogue_etl.sources.books.boundaries.runs import add_sizes, size_rows
from dialogue_etl.sources.books.spoken import other_languages

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime


def extract(
    *,
    language: str,
    texts: Path,
    kept: Path,
    boundaries: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Find the dialogues of the books the pre-filter keeps.

    Raises:
        MissingTableError: an input is not the output of its stage.
        BoundaryModelError: `boundaries` is not the output of its stage.
    """
    pairs = list(zip(shards.shard_paths(texts, "texts"), shards.shard_paths(kept, "kept"), strict=True))
    boundary_model.load(boundaries / boundary_model.FILE)
    knobs = {"language": language, "banned": params.books.banned, "extract": params.extract.model_dump()}
    jobs = [Job(inputs=(*pair, boundaries / boundary_model.FILE), settings=knobs) for pair in pairs]
    totals: Counter[str] = Counter(books_in=0, books_kept=0, dialogues=0, utterances=0, words=0)
    run.finish_stage(STAGE, language, _shard, jobs, totals, output=output, metrics=metrics, runtime=runtime)


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    language, params = LANGUAGES[job.settings["language"]], Extract(**job.settings["extract"])
    texts, kept, trained = job.inputs
    model = boundary_model.load(trained)
    words = {row["id"]: row["words"] for row in shards.read_shard(kept)}
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    counted: Counter[tuple[str, float, str]] = Counter()
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "scores", "drops", "sizes"]) as writer:
        for row in shards.read_shard(texts, ["id", "text", "apparatus", "stated_languages"]):
            id = row["id"]
            if id not in words:
                continue
            totals["books_in"] += 1
            if banned := filters.banned(id, job.settings["banned"]):
                found = Extraction(drops=[banned.row(stage=STAGE, unit="book", id=id, source_id=id)])
            else:
                found = extract_book(
                    id,
                    row["text"],
                    language,
                    params,
                    words=words[id],
                    apparatus=row["apparatus"],
                    others=other_languages(row["stated_languages"], language),
                    model=model,
                )
            _write(writer, found)
            _count(totals, reasons, found)
            add_sizes(counted, found.sizes)
        writer.add("sizes", size_rows(counted))
    return {"totals": totals, "dropped": run.listed(reasons)}


def _write(writer: shards.ShardWriter, found: Extraction) -> None:
    writer.write("dialogues", found.dialogues)
    writer.add("scores", found.scores, size=100)
    writer.add("drops", found.drops)


def _count(totals: Counter[str], reasons: Counter[tuple[str, str]], found: Extraction) -> None:
    turns = found.dialogues.column("turns").combine_chunks().flatten()
    blanks = pc.sum(pc.count_substring(turns.field("text"), " ")).as_py() or 0
    totals["books_kept"] += bool(len(found.dialogues))
    totals["dialogues"] += len(found.dialogues)
    totals["utterances"] += len(turns)
    totals["words"] += blanks + len(turns)
    totals["books_by_rules"] += found.by_rules
    reasons.update((drop["unit"], drop["reason"]) for drop in found.drops)
