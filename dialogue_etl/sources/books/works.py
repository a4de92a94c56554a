"""Stage `works`: which books are editions, volumes or translations of one work.

Every book's words are made a sketch of once (`_survey`, a job per shard); pairs of books that have shingles
in common are counted over ranges of shingles (`_pairs`) and compared over ranges of pairs (`_compare`); then
thresholds and titles join books to works. Only the last two look at parameters: with others, the rest is
taken from the store.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl import run, shards, vocabulary
from dialogue_etl.run import Job
from dialogue_etl.sources.books.editions import joining, likeness, sketches
from dialogue_etl.sources.books.editions.groups import id_order
from dialogue_etl.sources.books.editions.joining import Book
from dialogue_etl.text import shingles
from dialogue_etl.word_counts import CountsWriter, read_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.store import Finished

_STAGE = "works"
_COMPARED = ["id", "title", "authors", "text"]
_BYTES_PER_PART = 60_000_000
"""Of the compressed shards at most: a range of shingles or pairs is then less than a million rows."""


def works(
    *, language: str, texts: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Join the books of a language to works.

    Raises:
        MissingTableError: `texts` is not the output of `download`.
    """
    paths = shards.shard_paths(texts, "texts")
    parts = _parts_for(paths)
    jobs = [Job(inputs=(path,), settings={"parts": parts}) for path in paths]
    surveyed = list(run.over_shards(f"sketch {language}", _survey, jobs, runtime=runtime))
    books = [[Book(*fields) for fields in shard.result["books"]] for shard in surveyed]
    similarity = params.works.similarity
    pairs = _alike(language, surveyed, parts, similarity, runtime=runtime) if similarity else ()
    in_order = sorted((book for shard in books for book in shard), key=lambda book: id_order(book.id))
    rows = joining.join(in_order, pairs, params.works)
    by_id = {row["id"]: row for row in rows}
    with shards.atomic_folder(output) as folder:
        for index, shard in enumerate(books):
            with shards.ShardWriter(folder, index, len(paths), ["works"]) as writer:
                writer.add("works", (by_id[book.id] for book in shard))
    figures = _figures(rows)
    run.write_metrics(metrics, figures)
    run.report_counts(_STAGE, language, figures)


def _parts_for(paths: Sequence[Path]) -> int:
    """How many ranges to work in: a power of two, so that sketches outlive most books that are added."""
    return 1 << (sum(path.stat().st_size for path in paths) // _BYTES_PER_PART).bit_length()


def _survey(job: Job, folder: Path) -> dict[str, Any]:
    """Make a sketch of each book of a shard, once."""
    books = []
    with (
        CountsWriter(folder / "shingles.arrow", job.settings["parts"]) as counts,
        (folder / "sketches").open("wb") as file,
    ):
        for number, row in enumerate(shards.read_shard(job.inputs[0], _COMPARED)):
            words = shingles.words(row["text"])
            sketch, digest = shingles.sketch(words)
            counts.add(number, sketch, np.ones(len(sketch), np.int64))
            sketches.write(file, sketch)
            named = [row["id"], row["title"] or "", row["authors"] or []]
            books.append([*named, len(sketch), digest if len(words) else ""])
    return {"books": books}


def _alike(
    language: str, surveyed: Sequence[Finished], parts: int, similarity: float, *, runtime: Runtime
) -> Iterator[joining.Pair]:
    """Pairs of books that share text, by their places in the order of ids."""
    sizes = [[(id, size) for id, _, _, size, _ in shard.result["books"]] for shard in surveyed]
    job = Job(settings={"sketches": [shard.key for shard in surveyed], "sizes": sizes})
    index = next(iter(run.over_shards(f"index {language}", _index, [job], runtime=runtime)))
    settings = {"index": index.key, "parts": parts}
    paths = (index.folder, *(shard.folder / "shingles.arrow" for shard in surveyed))
    jobs = [Job(settings={**settings, "part": part}, paths=paths) for part in range(parts)]
    paired = list(run.over_shards(f"pairs {language}", _pairs, jobs, runtime=runtime))
    settings |= {"similarity": similarity}
    counts = (part.folder / "pairs.arrow" for part in paired)
    paths = (index.folder, *counts, *(shard.folder / "sketches" for shard in surveyed))
    jobs = [Job(settings={**settings, "part": part}, paths=paths) for part in range(parts)]
    for compared in run.over_shards(f"alike {language}", _compare, jobs, runtime=runtime):
        yield from map(tuple, np.load(compared.folder / "pairs.npy").tolist())


def _index(job: Job, folder: Path) -> dict[str, Any]:
    """Note where the sketches of all books are."""
    sketches.Index.of(job.settings["sizes"]).save(folder)
    return {}


def _pairs(job: Job, folder: Path) -> dict[str, Any]:
    """Count who has shingles of a range in common with whom."""
    index = sketches.Index.load(job.paths[0])
    parts = job.settings["parts"]
    part = read_part(job.paths[1:], job.settings["part"], parts)
    ranks = index.ranks[index.firsts[part.shards] + part.owners]
    with CountsWriter(folder / "pairs.arrow", parts) as writer:
        for pairs, counts in likeness.pair_counts(part.words, ranks):
            writer.add(0, pairs, counts)
    return {}


def _compare(job: Job, folder: Path) -> dict[str, Any]:
    """Compare the sketches of the pairs of a range that may be alike."""
    parts, similarity = job.settings["parts"], job.settings["similarity"]
    paths = job.paths[1:]
    pairs, seen = vocabulary.totals(read_part(paths[:parts], job.settings["part"], parts))
    one, other = likeness.books_of(pairs)
    held = sketches.Sketches(sketches.Index.load(job.paths[0]), paths[parts:])
    smaller = np.minimum(held.sizes[one], held.sizes[other])
    chosen = likeness.worth_a_look(seen, smaller, similarity)
    alike = [
        (first, second, shared)
        for first, second, shared in _shared(one[chosen], other[chosen], held)
        if shared >= similarity * min(held.sizes[first], held.sizes[second])
    ]
    np.save(folder / "pairs.npy", np.array(alike, np.int64).reshape(-1, 3))
    return {}


def _shared(
    ones: likeness.Integers, others: likeness.Integers, held: sketches.Sketches
) -> Iterator[joining.Pair]:
    """How many shingles pairs share; each sketch is read once for all pairs it comes first in."""
    order = np.lexsort((others, ones))
    last = -1
    for one, other in zip(ones[order].tolist(), others[order].tolist(), strict=True):
        if one != last:
            last, sketch = one, held.of(one)
        yield one, other, shingles.shared(sketch, held.of(other))


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
