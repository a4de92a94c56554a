"""Plain text, as the original pipeline writes it: an utterance a line, an empty line after a dialogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.formats.dialogue import NORMALISED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType

_FILES = {"validation": "dev"}  # as gutenberg-dialog names them: train, dev, test


class TextFormat:
    """`text/<language>/train.txt`, `dev.txt` and `test.txt`: the text of each turn, or its normalised one."""

    def __init__(self, folder: Path, language: str, split: str, *, normalised: bool = False) -> None:
        path = folder / "text" / language / f"{_FILES.get(split, split)}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._normalised = normalised

    def __enter__(self) -> TextFormat:
        return self

    def write(self, row: Mapping[str, Any]) -> None:
        """Add a dialogue."""
        raw = (turn["text"] for turn in row["turns"])
        lines = row[NORMALISED.name] if self._normalised else raw
        self._file.writelines(line + "\n" for line in lines)
        self._file.write("\n")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
