"""Stage `boundaries`: train the boundary classifier on the kept books themselves.

    model.json      its coefficients, or why there are none

Trained only on what the gap alone tells (`pairs.py`), never on annotated texts: their licences forbid it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyarrow import feather

from dialogue_etl import filters, run, shards
from dialogue_etl.filters.books import min_delimiters
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.run import Job
from dialogue_etl.sources.books.boundaries.model import FILE, save_none
from dialogue_etl.sources.books.boundaries.pairs import draw, pairs_of, table
from dialogue_etl.sources.books.marks import own_marks
from dialogue_etl.sources.books.spoken import find_spoken, other_languages
from dialogue_etl.text.book_text import BookText

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.books.boundaries.pairs import Pair

_STAGE = "boundaries"
_PAIRS = "pairs.arrow"
_MOST_PAIRS = 50_000  # of each kind: more teach little and no memory holds those of all books
UNREAD = ("dialogue_gap", "max_words", "min_turns", "gap_both_sides", "boundary_threshold")
"""Knobs of `extract` that do not change what a model learns."""


def boundaries(
    *,
    language: str,
    texts: Path,
    kept: Path,
    works: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Train a classifier if the knobs ask for one.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    both = list(zip(shards.shard_paths(texts, "texts"), shards.shard_paths(kept, "kept"), strict=True))
    if params.extract.boundaries != "model" or params.extract.profile == "reference":
        with shards.whole(output) as folder:
            save_none(folder / FILE, language, "the knobs ask for none")
        run.write_metrics(metrics, {"off": True})
        return
    from dialogue_etl.sources.books.boundaries.training import train  # noqa: PLC0415 - loads scikit-learn

    drawn = _drawn(language, both, params, runtime)
    work_ids = {row["id"]: row["work_id"] for row in shards.read(works, "works", ["id", "work_id"])}
    trained = train(drawn, work_ids, language)
    with shards.whole(output) as folder:
        if trained.model:
            trained.model.save(folder / FILE)
        else:
            save_none(folder / FILE, language, trained.reason)
    found = {"trained": trained.model is not None, **trained.figures}
    run.write_metrics(metrics, {**found, "reason": trained.reason} if trained.reason else found)
    run.report_counts(_STAGE, language, {name: value for name, value in found.items() if value is not None})


def _drawn(language: str, both: Sequence[tuple[Path, Path]], params: Params, runtime: Runtime) -> list[Pair]:
    """The pairs of all books, or a draw of them."""
    learns = params.extract.model_dump(exclude=set(UNREAD))
    knobs = {"language": language, "banned": params.books.banned, "extract": learns}
    jobs = [Job(inputs=pair, settings=knobs) for pair in both]
    finished = run.over_shards(f"{_STAGE} {language}", _shard, jobs, runtime=runtime)
    return draw((feather.read_table(shard.folder / _PAIRS) for shard in finished), _MOST_PAIRS)


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    """The pairs of the books of a shard."""
    language, params = LANGUAGES[job.settings["language"]], Extract(**job.settings["extract"])
    texts, kept = job.inputs
    words = {row["id"]: row["words"] for row in shards.read_shard(kept)}
    found: list[Pair] = []
    for row in shards.read_shard(texts, ["id", "text", "stated_languages"]):
        id = row["id"]
        if id not in words or filters.banned(id, job.settings["banned"]):
            continue
        book = BookText.of(row["text"])
        own = own_marks(book, language, params)
        density = own.weight / words[id] * 10_000 if words[id] else 0.0
        if not min_delimiters(density, params):
            others = other_languages(row["stated_languages"], language)
            found += pairs_of(id, book, find_spoken(book, own, language, params, others), language, params)
    feather.write_feather(table(found), folder / _PAIRS)
    return {}
