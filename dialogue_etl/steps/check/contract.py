"""What every dialogue must hold by the data contract, whatever it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from dialogue_etl.sources.checking import Checks


def violations(
    batch: pa.RecordBatch, checks: Checks, language: str, *, is_parquet: bool
) -> list[tuple[int, str]]:
    """Rows that break the contract, in order, with the first thing that is wrong with each.

    Args:
        batch: dialogues that lack no id, text or place.
        checks: of their source.
        language: of the file.
        is_parquet: JSON Lines have no ids of utterances, and fewer columns.
    """
    turns = batch.column("turns")
    flat, parents = turns.flatten(), pc.list_parent_indices(turns)
    broken = [
        (_where(pc.less(turns.value_lengths(), checks.min_turns)), f"fewer than {checks.min_turns} turns"),
        (parents.filter(pc.equal(pc.utf8_trim_whitespace(flat.field("text")), "")), "an utterance is empty"),
    ]
    if checks.one_language:
        other = _where(pc.not_equal(batch.column("language"), language))
        broken.append((other, f"language is not {language}"))
    if is_parquet:
        broken += [(_where(_is_blank(batch.column(name))), f"without {name}") for name in checks.required]
        if checks.utterance_ids:
            unnamed = parents.filter(_is_blank(flat.field("utterance_id")))
            broken.append((unnamed, "an utterance without id"))
    found: dict[int, str] = {}
    for rows, detail in broken:
        for row in rows.to_pylist():
            found.setdefault(row, detail)
    return sorted(found.items())


def _is_blank(column: pa.Array) -> pa.Array:
    return pc.equal(pc.fill_null(column, ""), "")


def _where(mask: pa.Array) -> pa.Array:
    return pc.indices_nonzero(mask)
