"""Stage `prefilter`: measure every book, keep those fit to be read.

Two passes: the word distribution of all books first (a `survey` per shard, merged), then each book's
divergence from it.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from dialogue_etl import filters, run, shards
from dialogue_etl.filters import books
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.text.words import word_counts

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.filters import Drop
    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime

_STAGE = "prefilter"


@dataclass(frozen=True)
class _Job:
    index: int
    count: int
    path: Path


def prefilter(
    *, language: str, texts: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Keep the books of the right language, rights, size and word distribution.

    Raises:
        MissingTableError: `texts` is not the output of `download`.
    """
    paths = shards.shard_paths(texts, "texts")
    jobs = [_Job(index, len(paths), path) for index, path in enumerate(paths)]
    spread = partial(run.over_shards, workers=runtime.workers, size=sum(p.stat().st_size for p in paths))
    survey: Counter[str] = Counter()
    for counted in spread(f"survey {language}", partial(_survey, params=params), jobs):
        survey.update(counted)
    reasons: Counter[tuple[str, str]] = Counter()
    totals: Counter[str] = Counter(books_in=0, books_kept=0, words_kept=0)
    with shards.whole(output) as folder:
        judge = partial(_shard, params=params, survey=survey, folder=folder)
        for counts, dropped in spread(f"prefilter {language}", judge, jobs):
            totals.update(counts)
            reasons.update(dropped)
    result = {**totals, "dropped": run.count_reasons(reasons)}
    run.write_metrics(metrics, result)
    run.report_counts(_STAGE, language, result)


def divergence(words: Counter[str], survey: Counter[str]) -> float:
    """KL divergence of a book's word distribution from that of all books, in nats.

    The sum of p ln(p/q) without smoothing; the survey holds the book, so q is never 0 (paper, section 3;
    gutenberg-dialog, prefilter). A book outside the survey is held against the survey with itself in it.
    """
    total, everything = words.total(), survey.total()
    if not total:
        return 0.0
    if not words <= survey:
        survey, everything = survey + words, everything + total
    scale = everything / total
    # Sorted: a sum of floats depends on its order, and results must not.
    terms = (n * math.log(n * scale / survey[word]) for word, n in sorted(words.items()))
    return math.fsum(terms) / total


def measure(row: dict[str, Any], counts: Counter[str], kl_divergence: float) -> books.BookMeasures:
    """What the filters look at."""
    return books.BookMeasures(
        language=LANGUAGES[row["language"]].name,
        stated_languages=row["stated_languages"],
        rights=row["rights"],
        words=counts.total(),
        kl_divergence=kl_divergence,
    )


def _first_drop(row: dict[str, Any], counts: Counter[str], params: Params) -> Drop | None:
    """The first reason against a book that needs no survey."""
    if drop := filters.banned(row["id"], params.books.banned):
        return drop
    measures = measure(row, counts, 0.0)
    verdicts = (rule(measures, params.prefilter) for rule in books.BEFORE_SURVEY)
    return next((drop for drop in verdicts if drop), None)


def _survey(job: _Job, *, params: Params) -> Counter[str]:
    total: Counter[str] = Counter()
    for row in shards.read_shard(job.path):
        counts = word_counts(row["text"])
        if _first_drop(row, counts, params) is None:
            total.update(counts)
    return total


def _shard(
    job: _Job, *, params: Params, survey: Counter[str], folder: Path
) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.ShardWriter(folder, job.index, job.count, ["kept", "scores", "drops"]) as writer:
        for row in shards.read_shard(job.path):
            id, counts = row["id"], word_counts(row["text"])
            kl = divergence(counts, survey)
            totals["books_in"] += 1
            scores = {"words": counts.total(), "kl_divergence": kl}
            writer.add("scores", [_score(id, name, value) for name, value in scores.items()])
            measures = measure(row, counts, kl)
            late = (rule(measures, params.prefilter) for rule in books.AFTER_SURVEY)
            drop = _first_drop(row, counts, params) or next((d for d in late if d), None)
            if drop:
                writer.add("drops", [drop.row(stage=_STAGE, unit="book", id=id, source_id=id)])
                reasons["book", drop.reason] += 1
            else:
                writer.add("kept", [{"id": id, "words": counts.total()}])
                totals["books_kept"] += 1
                totals["words_kept"] += counts.total()
    return totals, reasons


def _score(id: str, measure: str, value: float) -> dict[str, Any]:
    return {"unit": "book", "id": id, "source_id": id, "measure": measure, "value": float(value)}
