"""Stage `postfilter`: drop dialogues of many rare words.

Two passes: the vocabulary of all dialogues of the language first, then each dialogue against it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from dialogue_etl import filters, run, shards
from dialogue_etl.filters.dialogues import rare_share
from dialogue_etl.text.spans import Span
from dialogue_etl.text.words import vocabulary_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime

_STAGE = "postfilter"
_EXCERPT = 200


@dataclass(frozen=True)
class _Job:
    index: int
    count: int
    path: Path


def postfilter(
    *, language: str, dialogues: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Keep the dialogues of common words.

    Raises:
        MissingTableError: `dialogues` is not the output of `extract`.
    """
    paths = shards.shard_paths(dialogues, "dialogues")
    jobs = [_Job(index, len(paths), path) for index, path in enumerate(paths)]
    spread = partial(run.over_shards, workers=runtime.workers, size=sum(p.stat().st_size for p in paths))
    vocabulary: Counter[str] = Counter()
    for counts in spread(f"vocabulary {language}", _survey, jobs):
        vocabulary.update(counts)
    rare = rare_words(vocabulary, params.postfilter.vocabulary_size)
    totals: Counter[str] = Counter(dialogues_in=0, dialogues=0, utterances=0)
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.whole(output) as folder:
        work = partial(_shard, params=params, rare=rare, folder=folder)
        for kept, dropped in spread(f"postfilter {language}", work, jobs):
            totals.update(kept)
            reasons.update(dropped)
    result = {**totals, "vocabulary": len(vocabulary), "dropped": run.count_reasons(reasons)}
    run.write_metrics(metrics, result)
    run.report_counts(_STAGE, language, result)


def rare_words(vocabulary: Counter[str], size: int) -> frozenset[str]:
    """Words outside the `size` most frequent ones; of equally frequent words the alphabet decides."""
    if len(vocabulary) <= size:
        return frozenset()
    ranked = sorted(vocabulary.items(), key=lambda item: (-item[1], item[0]))
    return frozenset(word for word, _ in ranked[size:])


def share_of(rare: frozenset[str], turns: list[dict[str, Any]]) -> float:
    """Share of a dialogue's words that are rare; a dialogue without a word is all rare."""
    words = [word for turn in turns for word in vocabulary_words(turn["text"])]
    return sum(word in rare for word in words) / len(words) if words else 1.0


def _survey(job: _Job) -> Counter[str]:
    counts: Counter[str] = Counter()
    for row in shards.read_shard(job.path, ["turns"]):
        for turn in row["turns"]:
            counts.update(vocabulary_words(turn["text"]))
    return counts


def _shard(
    job: _Job, *, params: Params, rare: frozenset[str], folder: Path
) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.ShardWriter(folder, job.index, job.count, ["dialogues", "scores", "drops"]) as writer:
        for row, share in _measured(job.path, rare):
            totals["dialogues_in"] += 1
            writer.add("scores", [_score(row, share)], size=100)
            drop = filters.banned(row["source_id"], params.books.banned) or rare_share(
                share, params.postfilter
            )
            if drop is None:
                writer.add("dialogues", [row], size=1_000)
                totals["dialogues"] += 1
                totals["utterances"] += len(row["turns"])
            else:
                writer.add("drops", [_drop_row(drop, row)])
                reasons["dialogue", drop.reason] += 1
    return totals, reasons


def _measured(path: Path, rare: frozenset[str]) -> Iterator[tuple[dict[str, Any], float]]:
    for row in shards.read_shard(path):
        yield row, share_of(rare, row["turns"])


def _score(row: dict[str, Any], share: float) -> dict[str, Any]:
    ids = {"id": row["id"], "source_id": row["source_id"]}
    return {"unit": "dialogue", **ids, "measure": "rare_share", "value": share}


def _drop_row(drop: filters.Drop, row: dict[str, Any]) -> dict[str, Any]:
    turns = row["turns"]
    place = Span(turns[0]["spans"][0]["start"], turns[-1]["spans"][-1]["end"])
    drop = filters.Drop(drop.reason, drop.value, drop.threshold, drop.detail or turns[0]["text"][:_EXCERPT])
    return drop.row(stage=_STAGE, unit="dialogue", id=row["id"], source_id=row["source_id"], place=place)
