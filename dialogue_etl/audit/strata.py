"""Pairs to annotate for the noise classifier: equally many from each range of its scores, with weights.

Noise is rare, so a uniform sample has little of it to train and measure on; with strata of equal width every
range of scores is judged. Each pair has the inverse of its sampling probability as weight: weighted figures
are those of the data (Horvitz & Thompson 1952, A generalization of sampling without replacement).
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dialogue_etl.audit.units import Drawn, Unit, allocate, draw, lengths, pairs, unit_of, where
from dialogue_etl.core.shards import shard_paths
from dialogue_etl.labels.classifiers.classifier import CARD, Floats, load, load_card
from dialogue_etl.labels.classifiers.examples import half
from dialogue_etl.sources.base import Source

_POOL = 25
"""Pairs scored for each one that is sampled."""


class Request(NamedTuple):
    """What to sample from each language.

    Attributes:
        pairs: number of pairs.
        strata: number of ranges of scores, of equal width.
        seed: of the sampling.
    """

    pairs: int = 200
    strata: int = 5
    seed: int = 0


def sheet(source: Source, stages: Path, language: str, request: Request) -> list[Unit]:
    """Sample pairs scored by the noise classifier, in an order independent of their scores.

    Without a trained classifier the sample is uniform.

    Raises:
        MissingTableError: the stage whose pairs the classifier scores has not run.
        ModelError: the classifier can't be read.
    """
    folder = stages / source.judged_stage / language
    pool = draw(pairs(lengths(folder, None)), _POOL * request.pairs, request.seed)
    rows: dict[str, dict[str, Any]] = {}
    for row in where(shard_paths(folder, "dialogues"), "id", {one.dialogue for one in pool}):
        rows.setdefault(row["id"], row)
    # The paths of a tree share pairs: each is judged once.
    once = list({_texts(rows[one.dialogue], one): one for one in reversed(pool)}.values())[::-1]
    texts = [_texts(rows[one.dialogue], one) for one in once]
    ids = [rows[one.dialogue]["source_id"] for one in once]
    scores = _scores(stages / "train" / language / "noise", texts, ids)
    chosen = _chosen(scores, request)
    stage, table = source.documents
    documents = {
        row["id"]: row for row in where(shard_paths(stages / stage / language, table), "id", set(ids))
    }
    return [_unit(once[place], rows, documents, weight) for place, weight in sorted(chosen.items())]


def _texts(row: Mapping[str, Any], drawn: Drawn) -> tuple[str, ...]:
    return tuple(turn["text"] for turn in row["turns"][drawn.first : drawn.first + 2])


def _scores(folder: Path, texts: list[tuple[str, ...]], documents: list[str]) -> Floats:
    """Scores of the classifier; all the same if there is none."""
    if (folder / CARD).is_file() and (card := load_card(folder)).trained:
        return load(folder, card).scores(texts, [half(id, card.seed) for id in documents])
    return np.zeros(len(texts))


def _chosen(scores: Floats, request: Request) -> dict[int, float]:
    """Indices of the pairs to judge, with their weights, one on average."""
    if not len(scores):
        return {}
    edges = np.linspace(0, max(float(scores.max()), 1e-9), request.strata + 1)[1:-1]
    strata = np.searchsorted(edges, scores).tolist()
    ordered = sorted(range(len(scores)), key=lambda place: (strata[place], place))
    groups = [list(places) for _, places in groupby(ordered, key=lambda place: strata[place])]
    wanted = min(request.pairs, len(scores))
    chosen: dict[int, float] = {}
    for group, number in zip(groups, allocate(list(map(len, groups)), wanted), strict=True):
        taken = group[:number]
        chosen |= dict.fromkeys(taken, (len(group) / len(scores)) / (len(taken) / wanted) if taken else 0.0)
    return {place: round(weight, 4) for place, weight in chosen.items()}


def _unit(drawn: Drawn, rows: Mapping[str, Any], documents: Mapping[str, Any], weight: float) -> Unit:
    row = rows[drawn.dialogue]
    made = unit_of(drawn, [row], documents.get(row["source_id"], {"id": row["source_id"]}), None)
    return replace(made, kind="noise", id=drawn.id.replace("pair", "noise", 1), weight=weight)
