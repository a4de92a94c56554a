"""Stage `emotions-grow`: labels for dialogues that are similar to labelled ones or confidently classified.

labels/     a row for each labelled dialogue, with the origin of its label

Three rounds, as in EDOS (sections 3.4 and 3.5): dialogues similar to annotated ones; confident predictions of
a classifier trained on both; dialogues similar to these. Dialogues held out for validation and testing, by id
or by text, are used in no round.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.derived.emotions.annotations import labelled, of_parts
from dialogue_etl.derived.emotions.initial import TABLE as CANDIDATES
from dialogue_etl.derived.emotions.labelling import classifiers
from dialogue_etl.derived.emotions.labelling.certainty import threshold
from dialogue_etl.derived.emotions.labelling.context import vectors
from dialogue_etl.derived.emotions.labelling.growing import most_similar, sure
from dialogue_etl.derived.emotions.labelling.reading import Labelled
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.labels.encoder import Vectors, encoder

TABLE = "labels"
ORIGINS = ("similar", "self-labelled", "similar to self-labelled")
SCHEMA = pa.schema(
    [
        ("id", pa.string()),  # of the dialogue; empty where a file of labels has none
        ("turns", pa.list_(pa.string())),
        ("label", pa.string()),
        ("part", pa.string()),  # train, valid or test
        ("origin", pa.string()),  # annotated, similar, self-labelled or similar to self-labelled
        ("score", pa.float64()),  # cosine or confidence; null if annotated
        ("like", pa.string()),  # id of the dialogue whose label was copied; null if none was
    ]
)
_BLOCK = 2_000


class _Grown(NamedTuple):
    """A dialogue with a label that was not annotated."""

    id: str
    turns: tuple[str, ...]
    label: int
    origin: str
    score: float
    like: str | None = None


class Pool:
    """The dialogues without a label, except those held out, in blocks."""

    def __init__(self, initial: Path, held: Sequence[Labelled], known: Sequence[Labelled]) -> None:
        self._paths = shards.shard_paths(initial, CANDIDATES)
        self._ids = {one.id for one in (*held, *known) if one.id}
        self._texts = {one.turns for one in (*held, *known)}

    def blocks(self) -> Iterator[list[tuple[str, tuple[str, ...]]]]:
        """Ids and turns of dialogues without a label; dialogues with the same turns occur once."""
        seen: set[bytes] = set()
        for path in self._paths:
            for batch in shards.read_batches(path, ["id", "turns"]):
                for start in range(0, len(batch), _BLOCK):
                    rows = batch.slice(start, _BLOCK).to_pylist()
                    block = []
                    for row in rows:
                        turns = tuple(row["turns"])
                        told = hashlib.blake2b("\n".join(turns).encode(), digest_size=8).digest()
                        if row["id"] not in self._ids and turns not in self._texts and told not in seen:
                            seen.add(told)
                            block.append((row["id"], turns))
                    if block:
                        yield block

    def take(self, grown: Sequence[_Grown]) -> None:
        """Remove dialogues that now have a label."""
        self._ids |= {one.id for one in grown}
        self._texts |= {one.turns for one in grown}


def grow(
    *,
    dialogues: Path,
    sentences: Path,
    initial: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Extend the human labels of dialogues.

    Raises:
        LabelError: labels are missing, or a file has an unknown format.
    """
    values = params[Emotions]
    given = labelled(dialogues, sentences, params)
    learnt, held = of_parts(given, "train"), of_parts(given, "valid", "test")
    pool = Pool(initial, held, learnt)
    classifiers.ready(values)
    seeds = [_Grown(one.id, one.turns, one.label, "annotated", 1.0) for one in learnt]
    similar = _similar(seeds, pool, values, second=False, store=runtime.store)
    above, own = _self_labelled([*seeds, *similar], pool, values, runtime.store)
    again = _similar(own, pool, values, second=True, store=runtime.store)
    grown = [*similar, *own, *again]
    with shards.atomic_folder(output) as folder:
        path = shards.shard_path(folder, TABLE, 0, 1)
        path.parent.mkdir()
        rows = list(_rows(given, grown, values.inventory.labels))
        pq.write_table(pa.Table.from_pylist(rows, SCHEMA), path, compression="zstd")
    rounds = Counter(one.origin for one in grown)
    parts = Counter(one.part for one in given)
    figures: dict[str, Any] = {
        "annotated": {part: parts[part] for part in ("train", "valid", "test")},
        "grown": {name: rounds[name] for name in ORIGINS},
        "labels": {
            name: len({one.label for one in part}) for name, part in (("annotated", given), ("grown", grown))
        },
    }
    run.write_metrics(metrics, {**figures, "self_labelled_above": above})
    run.report_counts("grow", "all", figures)


def _similar(
    seeds: Sequence[_Grown], pool: Pool, params: Emotions, *, second: bool, store: Path
) -> list[_Grown]:
    """Dialogues similar to seeds; `second`: the seeds are self-labelled."""
    if not seeds:
        return []
    model = encoder(params.encoder, store)
    places: list[tuple[str, tuple[str, ...]]] = []
    mine = vectors(model, [one.turns for one in seeds], params.decay)

    def blocks() -> Iterator[Vectors]:
        for block in pool.blocks():
            places.extend(block)
            yield vectors(model, [turns for _, turns in block], params.decay)

    threshold = params.second_similarity if second else params.similarity
    origin = ORIGINS[2 if second else 0]
    found = most_similar(mine, [one.label for one in seeds], blocks(), threshold)
    grown = [
        _Grown(*places[like.dialogue], like.label, origin, like.cosine, seeds[like.labelled].id or None)
        for like in found
    ]
    pool.take(grown)
    return grown


def _self_labelled(
    learnt: Sequence[_Grown], pool: Pool, params: Emotions, store: Path
) -> tuple[float | None, list[_Grown]]:
    """Confident predictions of a classifier trained on all labels so far, and the least confidence.

    None are confident enough where cross-validation shows no confidence above which enough are right.
    """
    how = params.self_labelling
    if how == "off":
        return None, []
    model = classifiers.train(
        [one.turns for one in learnt], [one.label for one in learnt], params, decay=params.decay, cache=store
    )
    above = threshold(model.proof, params.min_precision) if how in {"confidence", "both"} else 0.0
    if above is None or not len(model.classes):
        return None, []
    guessed, chances = [np.zeros(0, np.int64)], [np.zeros(0)]
    for block in pool.blocks():
        told = model.chances([turns for _, turns in block])
        guessed.append(model.classes[told.argmax(axis=1)])
        chances.append(model.confidence(told))
    labels, sureness = np.concatenate(guessed), np.concatenate(chances)
    most = params.self_labelled if how in {"top_k", "both"} else None
    taken = set(sure(labels, sureness, above, most).tolist())
    grown, number = [], 0
    for block in pool.blocks():
        for id, turns in block:
            if number in taken:
                grown.append(_Grown(id, turns, int(labels[number]), ORIGINS[1], float(sureness[number])))
            number += 1
    pool.take(grown)
    return above, grown


def _rows(
    given: Sequence[Labelled], grown: Sequence[_Grown], names: Sequence[str]
) -> Iterator[dict[str, Any]]:
    for one in given:
        named = {"id": one.id, "turns": one.turns, "label": names[one.label], "part": one.part}
        yield {**named, "origin": "annotated", "score": None, "like": None}
    for new in grown:
        named = {"id": new.id, "turns": new.turns, "label": names[new.label], "part": "train"}
        yield {**named, "origin": new.origin, "score": new.score, "like": new.like}
