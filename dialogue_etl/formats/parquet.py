"""Parquet: what `datasets.load_dataset` opens as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.formats.dialogue import DATASET, NORMALISED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType

_ROWS = 5_000


class ParquetFormat:
    """`<language>/<split>.parquet`, a row per dialogue with its turns, their spans and the book's rights."""

    def __init__(self, folder: Path, language: str, split: str, *, normalised: bool = False) -> None:
        path = folder / language / f"{split}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._schema = DATASET.append(NORMALISED) if normalised else DATASET
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[Mapping[str, Any]] = []

    def __enter__(self) -> ParquetFormat:
        return self

    def write(self, row: Mapping[str, Any]) -> None:
        """Add a dialogue."""
        self._rows.append(row)
        if len(self._rows) >= _ROWS:
            self._flush()

    def _flush(self) -> None:
        self._writer.write_table(pa.Table.from_pylist(self._rows, self._schema))
        self._rows.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self._rows:
            self._flush()
        self._writer.close()
