"""Rows as the LCCC of Hugging Face has them: `{"dialog": [...]}`, as JSON Lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dialogue_etl.formats.lines import LineFile, utterances

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class RowsFormat(LineFile):
    """`rows/<language>/<split>.jsonl`, a dialogue a line: the texts of its turns, or their normalised ones.

    The column `dialog` is what `datasets.load_dataset("lccc")` gives, so code for the release reads it.
    """

    def __init__(self, folder: Path, language: str, split: str, *, normalised: bool = False) -> None:
        super().__init__(folder / "rows" / language / f"{split}.jsonl", normalised=normalised)

    def __enter__(self) -> RowsFormat:
        return self

    def write(self, row: Mapping[str, Any]) -> None:
        """Add a dialogue."""
        said = utterances(row, normalised=self.normalised)
        self.file.write(json.dumps({"dialog": said}, ensure_ascii=False) + "\n")
