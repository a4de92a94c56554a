"""Plain text, as the original pipeline writes it: an utterance a line, an empty line after a dialogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.formats.lines import LineFile, one_line, utterances

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_FILES = {"validation": "dev"}  # as gutenberg-dialog names them: train, dev, test


class TextFormat(LineFile):
    """`text/<language>/train.txt`, `dev.txt` and `test.txt`: the text of each turn, or its normalised one."""

    def __init__(self, folder: Path, language: str, split: str, *, normalised: bool = False) -> None:
        path = folder / "text" / language / f"{_FILES.get(split, split)}.txt"
        super().__init__(path, normalised=normalised)

    def __enter__(self) -> TextFormat:
        return self

    def write(self, row: Mapping[str, Any]) -> None:
        """Add a dialogue."""
        said = utterances(row, normalised=self.normalised)
        self.file.writelines(one_line(text) + "\n" for text in said)
        self.file.write("\n")
