"""Stage `extract`: finds the dialogues of the kept books, with a job per shard."""

from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.compute as pc

from dialogue_etl import filters
from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.dialogues import STAGE, Extraction, add_sizes, size_rows
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.left_out import name_left_out
from dialogue_etl.sources.books.parameters import Books
from dialogue_etl.sources.books.tables import CHARACTERS, SCENES, SIZES


def extract(
    *,
    language: str,
    texts: Path,
    kept: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Find the dialogues of the books the pre-filter keeps.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    pairs = list(zip(shards.shard_paths(texts, "texts"), shards.shard_paths(kept, "kept"), strict=True))
    settings = {"language": language, "banned": params[Books].banned, "extract": params[Extract].model_dump()}
    jobs = [Job(inputs=pair, settings=settings) for pair in pairs]
    totals: Counter[str] = Counter(books_in=0, books_kept=0, dialogues=0, utterances=0, words=0)
    totals.update(dict.fromkeys(("play_books", "play_dialogues", "play_utterances"), 0))
    run.finish_stage(STAGE, language, _shard, jobs, totals, output=output, metrics=metrics, runtime=runtime)
    name_left_out(STAGE, language, output)


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    language, params = LANGUAGES[job.settings["language"]], Extract(**job.settings["extract"])
    texts, kept = job.inputs
    words = {row["id"]: row["words"] for row in shards.read_shard(kept)}
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    counted: Counter[tuple[float, str]] = Counter()
    own = {"sizes": SIZES, "characters": CHARACTERS, "scenes": SCENES}
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "scores", "drops"], **own) as writer:
        for row in shards.read_shard(texts, ["id", "text"]):
            id = row["id"]
            if id not in words:
                continue
            totals["books_in"] += 1
            if banned := filters.banned(id, job.settings["banned"]):
                extraction = Extraction(id, language.tag)
                extraction.drop_book(banned)
            else:
                extraction = extract_book(
                    id,
                    row["text"],
                    language,
                    params,
                    words=words[id],
                )
            _write(writer, extraction)
            _count(totals, reasons, extraction)
            add_sizes(counted, extraction.sizes)
        writer.add("sizes", size_rows(counted))
    return {"totals": totals, "dropped": run.as_rows(reasons)}


def _write(writer: shards.ShardWriter, extraction: Extraction) -> None:
    writer.write("dialogues", extraction.dialogues)
    writer.add("scores", extraction.scores, size=100)
    writer.add("drops", extraction.drops)
    writer.add("characters", extraction.characters)
    writer.add("scenes", extraction.scenes)


def _count(totals: Counter[str], reasons: Counter[tuple[str, str]], extraction: Extraction) -> None:
    turns = extraction.dialogues.column("turns").combine_chunks().flatten()
    blanks = pc.sum(pc.count_substring(turns.field("text"), " ")).as_py() or 0
    totals["books_kept"] += bool(len(extraction.dialogues))
    totals["dialogues"] += len(extraction.dialogues)
    totals["utterances"] += len(turns)
    totals["words"] += blanks + len(turns)
    scenes = [len(row["addressees"]) for row in extraction.scenes if row["number"] is not None]
    totals["play_books"] += bool(scenes)
    totals["play_dialogues"] += len(scenes)
    totals["play_utterances"] += sum(scenes)
    reasons.update((drop["unit"], drop["reason"]) for drop in extraction.drops)
