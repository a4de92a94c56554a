"""What pairs of a source are made of, out of the tables of its stages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl import shards
from dialogue_etl.pairs import units

if TYPE_CHECKING:
    from dialogue_etl.pairs.batch import Columns
    from dialogue_etl.sources.base import Pairing, Source


def documents_of(path: Path, dealt: Mapping[str, str], source: Source) -> Iterator[dict[str, Any]]:
    """The documents of a shard, each with its split and what filters may ask of it.

    Args:
        path: of the shard.
        dealt: splits of documents that are in one.
        source: of the documents.
    """
    described = source.part("documents")
    for row in shards.read_shard(path, described.PAIR_COLUMNS):
        yield {"id": row["id"], "split": dealt.get(row["id"])} | described.pair_facts(row)


def units_of(path: Path, turns: str, scope: str, of: Pairing) -> Iterator[Columns]:
    """What is said in a shard, unit by unit.

    Args:
        path: of the shard of the table of these units.
        turns: what a unit is.
        scope: `consecutive` if units of two dialogues may be a pair.
        of: how the source says it.
    """
    if rows := of.rows.get(turns):
        batches = shards.read_batches(path, units.columns_of(rows.joined_by))
        said = (batch.to_pydict() for batch in batches)
        return units.rows(said, joined_by=rows.joined_by, opening=rows.opening)
    batches = shards.read_batches(path, units.TURNS)
    return units.turns(batches, across=scope == "consecutive")
