"""A seeded sample of the input of the pair filters, to preview the effect of a configuration."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards
from dialogue_etl.pairs import units
from dialogue_etl.pairs.batch import Columns, ids
from dialogue_etl.sources.base import Source
from dialogue_etl.steps.pair_inputs import documents_of, units_of

Files = Callable[[str, str], list[Path]]

_DOCUMENTS, _WITH_PAIRS, _PAIRS_EACH = 400, 40, 50
"""Documents of a sample, how many of them have pairs in it, and pairs of each: takes a second or two."""


def order(seed: int, id: str) -> bytes:
    """Sort key of a sample, a hash: every machine draws the same."""
    return hashlib.sha256(f"{seed}\n{id}".encode()).digest()


def sample(files: Files, source: Source, values: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Draw documents, and pairs of some of them.

    Args:
        files: returns the shards of a table, given stage and table.
        source: of the dialogues; it has pairs.
        values: of its section of parameters, with `turns` and `pair_scope` if it has them.
        seed: of the sample.

    Returns:
        JSON with `documents`, rows of `tables.PAIR_DOCUMENTS`, and `pairs`, columns.
    """
    of = source.pairs
    assert of is not None  # noqa: S101 - see the argument `source`
    turns = values.get("turns", "turn") if of.rows else "turn"
    scope = values.get("pair_scope", "dialogue") if of.rows else "dialogue"
    rows = of.rows.get(turns)
    said = files("sentences", rows.table) if rows else files(source.last_stage, "dialogues")
    paths = list(zip(said, files(*source.documents), files("split", "splits"), strict=True))
    paths.sort(key=lambda shard: order(seed, shard[0].stem))
    documents: list[dict[str, Any]] = []
    pairs: Columns = {}
    left = _WITH_PAIRS
    for texts, known, splits in paths:
        dealt = {row["source_id"]: row["split"] for row in shards.read_shard(splits, ["source_id", "split"])}
        own = [row for row in documents_of(known, dealt, source) if row["split"]]
        own.sort(key=lambda row: order(seed, row["id"]))
        own = own[: _DOCUMENTS - len(documents)]
        documents += own
        chosen = {row["id"] for row in own[:left]}
        left -= len(chosen)
        for batch in _some(units.neighbours(units_of(texts, turns, scope, of)), chosen, seed):
            for name, column in batch.items():
                pairs.setdefault(name, []).extend(column)
        if len(documents) >= _DOCUMENTS:
            break
    return {"documents": documents, "pairs": pairs}


def _some(batches: Iterator[Columns], chosen: set[str], seed: int) -> Iterator[Columns]:
    """A few pairs of each chosen document, the first ones by their hash."""
    if not chosen:
        return
    found: list[tuple[str, bytes, tuple[Any, ...]]] = []
    names: list[str] = []
    for batch in batches:
        names = list(batch)
        rows = zip(batch["source_id"], ids(batch), zip(*batch.values(), strict=True), strict=True)
        found += [(source, order(seed, id), row) for source, id, row in rows if source in chosen]
    taken: Counter[str] = Counter()
    kept = []
    for source, _, row in sorted(found, key=lambda one: one[:2]):
        taken[source] += 1
        if taken[source] <= _PAIRS_EACH:
            kept.append(row)
    yield {name: [row[place] for row in kept] for place, name in enumerate(names)}
