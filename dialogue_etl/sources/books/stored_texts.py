"""The stored texts of a language by the id of their book, a row group in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class StoredTexts:
    """Texts by the id of their book.

    The dataset has its books in the order of the texts, so each row group is read once per split.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """Note where each text is.

        Args:
            paths: the files of the texts table.
        """
        self._group: dict[str, tuple[Path, int]] = {}
        for path in paths:
            with pq.ParquetFile(path) as file:
                for group in range(file.num_row_groups):
                    for id in file.read_row_group(group, ["id"]).column("id").to_pylist():
                        self._group[id] = (path, group)
        self._open: tuple[Path, int] | None = None
        self._texts: dict[str, str] = {}

    def get(self, id: str) -> str | None:
        """The text of a book, if there is one."""
        group = self._group.get(id)
        if group is None:
            return None
        if group != self._open:
            self._texts.clear()  # before the next group is read: never two of them in memory
            with pq.ParquetFile(group[0], pre_buffer=False) as file:
                rows = file.read_row_group(group[1], ["id", "text"], use_threads=False)
            ids, texts = (rows.column(name).to_pylist() for name in ("id", "text"))
            self._texts, self._open = dict(zip(ids, texts, strict=True)), group
        return self._texts[id]
