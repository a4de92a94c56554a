"""What is counted of books beyond what every source has: books, scores, sizes at other values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl import shards
from dialogue_etl.report.curves import Threshold, edges
from dialogue_etl.report.shard import Columns, Plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from dialogue_etl.report.shard import Files, Records, Sampled

_KL = Threshold(
    parameter="prefilter.max_kl_divergence",
    unit="books",
    title="Books of unusual language",
    measure="KL divergence in nats, at most",
    at_most=True,
    off=0,
    reach=1.0,
)
_DELIMITERS = Threshold(
    parameter="extract.min_delimiters",
    unit="books",
    title="Books of little speech",
    measure="speech marks per 10,000 words, at least",
    at_most=False,
    off=0,
    reach=100.0,
    quantile=0.95,
)
_RARE = Threshold(
    parameter="postfilter.max_rare_share",
    unit="dialogues",
    title="Dialogues of rare words",
    measure="share of rare words, at most",
    at_most=True,
    off=1,
    reach=0.1,
    bins=200,
)
THRESHOLDS = (_KL, _DELIMITERS, _RARE)


def words(text: str, _language: str) -> list[str]:
    """The words of an utterance: its white space is one blank each."""
    return text.split(" ") if text else []


def count(files: Files, settings: Mapping[str, Any]) -> tuple[dict[str, Records], Sampled]:
    """Books, scores and sizes of a shard."""
    sizes = shards.read_shard(files["extract", "sizes"])
    tables: dict[str, Records] = {
        "books": _books(files),
        "scores": [*_divergences(files, settings), *_densities(files), *_rare_shares(files, settings)],
        "parting": [
            {
                "parameter": row["parameter"],
                **{name: row[name] for name in ("value", "dialogues", "utterances")},
            }
            for row in sizes
        ],
    }
    return tables, []


def _books(files: Files) -> Records:
    """Every downloaded book and what came of it: `words` is null if the pre-filter dropped it."""
    kept = {row["id"]: row["words"] for row in shards.read_shard(files["prefilter", "kept"])}
    splits = {row["source_id"]: row for row in shards.read_shard(files["split", "splits"])}
    none = {"split": None, "dialogues": 0, "utterances": 0}
    return [
        {
            "id": row["id"],
            "title": row["title"] or "",
            "authors": row["authors"] or [],
            "rights": row["rights"] or "",
            "words": kept.get(row["id"]),
            **{name: splits.get(row["id"], none)[name] for name in none},
        }
        for row in shards.read_shard(files["download", "texts"], ["id", "title", "authors", "rights"])
    ]


def _divergences(files: Files, settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """KL divergences of the books that are judged by them; null for others, which are let through."""
    # What another rule drops is gone at any threshold.
    drops = shards.read_shard(files["prefilter", "drops"], ["id", "reason"])
    gone = {row["id"] for row in drops if row["reason"] != "max_kl_divergence"}
    scores: dict[str, dict[str, float]] = {}
    for row in shards.read_shard(files["prefilter", "scores"], ["id", "measure", "value"]):
        if row["id"] not in gone:
            scores.setdefault(row["id"], {})[row["measure"]] = row["value"]
    for of_book in scores.values():
        judged = of_book.get("words", 0) >= settings["min_words_for_kl"]
        if not judged or "kl_divergence" in of_book:
            value = of_book["kl_divergence"] if judged else None
            yield {"parameter": _KL.parameter, "value": value, "number": 1}


def _densities(files: Files) -> Iterator[dict[str, Any]]:
    for value in _scores(files["extract", "scores"], "delimiters_per_10000_words"):
        yield {"parameter": _DELIMITERS.parameter, "value": value, "number": 1}


def _rare_shares(files: Files, settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Counted between thresholds: dialogues are too many to keep a number of each."""
    thresholds = np.array(edges(_RARE, settings["max_rare_share"]))
    bins = np.searchsorted(thresholds, list(_scores(files["postfilter", "scores"], "rare_share")))
    for edge, number in zip(*np.unique(bins, return_counts=True), strict=True):
        yield {"parameter": _RARE.parameter, "value": float(thresholds[edge]), "number": int(number)}


def _scores(path: Path, measure: str) -> Iterator[float]:
    for row in shards.read_shard(path, ["measure", "value"]):
        if row["measure"] == measure:
            yield row["value"]


PLAN = Plan(
    dialogues=("extract", "postfilter"),
    drops=("download", "prefilter", "extract", "postfilter", "split"),
    words=words,
    tables=(
        ("download", "texts"),
        ("prefilter", "kept"),
        ("prefilter", "scores"),
        ("extract", "scores"),
        ("extract", "sizes"),
        ("postfilter", "scores"),
    ),
    count=count,
    columns={
        "books": Columns(
            (), ("id", "title", "authors", "rights", "words", "split", "dialogues", "utterances")
        ),
        "scores": Columns(("parameter", "value"), ("number",)),
        "parting": Columns(("parameter", "value"), ("dialogues", "utterances")),
    },
)
