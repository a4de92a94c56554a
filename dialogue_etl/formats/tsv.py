"""Tab-separated text, as the training code of CDial-GPT reads it: a dialogue a line, turns between tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.formats.lines import LineFile, one_line, utterances

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class TsvFormat(LineFile):
    """`tsv/<language>/<split>.tsv`, without a header or quotes; dialogues have as many columns as turns.

    The form has no way to write a tab or a line end inside a turn: a blank stands there.
    """

    def __init__(self, folder: Path, language: str, split: str, *, normalised: bool = False) -> None:
        super().__init__(folder / "tsv" / language / f"{split}.tsv", normalised=normalised)

    def __enter__(self) -> TsvFormat:
        return self

    def write(self, row: Mapping[str, Any]) -> None:
        """Add a dialogue."""
        said = utterances(row, normalised=self.normalised)
        self.file.write("\t".join(one_line(text).replace("\t", " ") for text in said) + "\n")
