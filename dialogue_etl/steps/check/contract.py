"""What every dialogue must hold by the data contract, whatever it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    lengths = turns.value_lengths()
    found: dict[int, str] = {}

    def note(rows: pa.Array, detail: str) -> None:
        for row in rows.to_pylist():
            found.setdefault(row, detail)

    for row in _where(pc.less(lengths, checks.min_turns)).to_pylist():
        found[row] = f"{lengths[row]} turns, {checks.min_turns} should be"
    silent = pc.equal(pc.utf8_trim_whitespace(flat.field("text")), "")
    note(parents.filter(silent), "an utterance says nothing")
    if checks.one_language:
        column = batch.column("language")
        for row in _where(pc.not_equal(column, language)).to_pylist():
            found.setdefault(row, f"language is {column[row].as_py() or 'empty'}")
    if is_parquet:
        for row, names in _missing(batch, checks.required).items():
            found.setdefault(row, f"without {' and '.join(names)}")
        if checks.utterance_ids:
            note(parents.filter(_is_blank(flat.field("utterance_id"))), "an utterance without id")
    return sorted(found.items())


def _missing(batch: pa.RecordBatch, required: Sequence[str]) -> dict[int, list[str]]:
    """Rows that say nothing in some columns, and which these are."""
    missing: dict[int, list[str]] = {}
    for name in required:
        for row in _where(_is_blank(batch.column(name))).to_pylist():
            missing.setdefault(row, []).append(name)
    return missing


def _is_blank(column: pa.Array) -> pa.Array:
    return pc.equal(pc.fill_null(column, ""), "")


def _where(mask: pa.Array) -> pa.Array:
    return pc.indices_nonzero(mask)
