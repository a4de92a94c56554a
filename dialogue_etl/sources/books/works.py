"""Stage `works`: finds editions, volumes and translations of the same work.

A sketch of every book is made (`_survey`, a job per shard); pairs of books with common shingles are found and
compared (`likeness.py`); then books are joined to works by thresholds and titles. Only the last two steps
depend on parameters: after a change, the sketches are taken from the store.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.sources.books.catalogues.entries import id_order
from dialogue_etl.sources.books.editions import joining, likeness
from dialogue_etl.sources.books.editions.joining import Book
from dialogue_etl.sources.books.parameters import Works
from dialogue_etl.text import shingles
from dialogue_etl.text.word_numbers import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.core.store import Finished

_STAGE = "works"
_COMPARED = ["id", "title", "authors", "text"]


def works(
    *, language: str, texts: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Join the books of a language to works.

    Raises:
        MissingTableError: `texts` is not the output of `download`.
    """
    paths = shards.shard_paths(texts, "texts")
    jobs = [
        Job(inputs=(path,), settings={"first": shards.first_number(index)})
        for index, path in enumerate(paths)
    ]
    surveyed = list(run.over_shards(f"sketch {language}", _survey, jobs, runtime=runtime))
    books = [[Book(*fields) for fields in shard.result["books"]] for shard in surveyed]
    similarity = params[Works].similarity
    pairs = _alike(language, surveyed, similarity, runtime) if similarity else ()
    in_order = sorted((book for shard in books for book in shard), key=lambda book: id_order(book.id))
    rows = joining.join(in_order, pairs, params[Works])
    by_id = {row["id"]: row for row in rows}
    with shards.atomic_folder(output) as folder:
        for index, shard in enumerate(books):
            with shards.ShardWriter(folder, index, len(paths), ["works"]) as writer:
                writer.add("works", (by_id[book.id] for book in shard))
    figures = _figures(rows)
    run.write_metrics(metrics, figures)
    run.report_counts(_STAGE, language, figures)


def _survey(job: Job, folder: Path) -> dict[str, Any]:
    """Make a sketch of each book of a shard, once."""
    books, lengths = [], []
    with shards.ShardWriter(folder, 0, 1, (), sketches=likeness.SKETCHES) as writer:
        for number, row in enumerate(shards.read_shard(job.inputs[0], _COMPARED), job.settings["first"]):
            words = shingles.words(row["text"])
            sketch, digest = shingles.sketch(words)
            writer.write("sketches", likeness.table(sketch, number))
            named = [row["id"], row["title"] or "", row["authors"] or []]
            books.append([*named, len(sketch), digest if len(words) else ""])
            lengths.append(count_words(row["text"]))
    return {"books": books, "words": lengths}


def _alike(
    language: str, surveyed: Sequence[Finished], similarity: float, runtime: Runtime
) -> Iterator[joining.Pair]:
    """Pairs of books that share text, by their places in the order of ids."""
    numbered = [
        {"book": number, "id": book[0], "size": book[3], "words": words}
        for first, shard in enumerate(surveyed)
        for number, (book, words) in enumerate(
            zip(shard.result["books"], shard.result["words"], strict=True), shards.first_number(first)
        )
    ]
    in_order = sorted(numbered, key=lambda book: id_order(book["id"]))
    rows = [{**book, "place": place} for place, book in enumerate(in_order)]
    books = pa.Table.from_pylist(rows, likeness.PLACES)
    tables, values = {"sketches": surveyed, "books": books}, likeness.values(similarity)
    found = run.aggregate(f"alike {language}", likeness.PAIRS, tables, values, runtime=runtime)
    pairs = [(row["longer"], row["other"]) for row in shards.read_shard(found.folder / run.ROWS)]
    sketches = (shards.shard_path(shard.folder, "sketches", 0, 1) for shard in surveyed)
    return likeness.counted(pairs, [book["book"] for book in in_order], sketches)


def _figures(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the metrics say: how many books are of one work with others, and why."""
    books = Counter(row["work_id"] for row in rows)
    reasons = Counter(row["reason"] for row in rows)
    return {
        "books": len(rows),
        "works": len(books),
        "largest_work": max(books.values(), default=0),
        "parts_of_collections": sum(bool(row["parts_of"]) for row in rows),
        "joined_by": {reason.replace(" ", "_"): reasons[reason] for reason in joining.REASONS},
    }
