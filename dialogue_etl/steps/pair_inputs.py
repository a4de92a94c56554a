"""Reads the tables that pairs of a source are made from."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards
from dialogue_etl.pairs import units
from dialogue_etl.pairs.batch import Columns
from dialogue_etl.sources.base import Pairing, Source


def documents_of(path: Path, splits: Mapping[str, str], source: Source) -> Iterator[dict[str, Any]]:
    """The documents of a shard, each with its split and its metadata for filters.

    Args:
        path: of the shard.
        splits: split by document; documents without dialogues have none.
        source: of the documents.
    """
    described = source.part("documents")
    for row in shards.read_shard(path, described.PAIR_COLUMNS):
        yield {"id": row["id"], "split": splits.get(row["id"])} | described.pair_facts(row)


def units_of(path: Path, turns: str, scope: str, of: Pairing) -> Iterator[Columns]:
    """The units of a shard that pairs are made of.

    Args:
        path: of the shard.
        turns: the kind of unit, a value of the parameter `turns`.
        scope: `consecutive` if units of two dialogues may be a pair.
        of: how pairs of the source are made.
    """
    if rows := of.rows.get(turns):
        batches = shards.read_batches(path, units.columns_of(rows.joined_by))
        said = (batch.to_pydict() for batch in batches)
        return units.rows(said, joined_by=rows.joined_by, opening=rows.opening)
    batches = shards.read_batches(path, units.TURNS)
    return units.turns(batches, across=scope == "consecutive")
