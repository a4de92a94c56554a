"""Pairs of trigger and answer, derived from the dialogues of any source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl import pairs
from dialogue_etl.formats.dialogue import DATASET
from dialogue_etl.tables import PAIRS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType

_ROWS = 5_000
_READ = pa.schema([DATASET.field("id"), DATASET.field("turns")])


class PairsFormat:
    """`pairs/<language>/<split>.parquet`, a row for each two neighbouring turns of that split."""

    def __init__(self, folder: Path, language: str, split: str, *, normalised: bool = False) -> None:  # noqa: ARG002 - as all forms
        path = folder / "pairs" / language / f"{split}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._writer = pq.ParquetWriter(path, PAIRS, compression="zstd")
        self._rows: list[Mapping[str, Any]] = []

    def __enter__(self) -> PairsFormat:
        return self

    def write(self, row: Mapping[str, Any]) -> None:
        """Add a dialogue."""
        self._rows.append({"id": row["id"], "turns": row["turns"]})
        if len(self._rows) >= _ROWS:
            self._flush()

    def _flush(self) -> None:
        self._writer.write_table(pairs.of(pa.Table.from_pylist(self._rows, _READ)))
        self._rows.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self._rows:
            self._flush()
        self._writer.close()
