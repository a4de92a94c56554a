"""The release form of LCCC: one JSON file of all splits, `{"train": [["…", "…"], …], "valid": …}`."""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Any

from dialogue_etl.formats.lines import utterances

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType

SPLIT_KEYS = {"train": "train", "validation": "valid", "test": "test"}
"""What the release calls the splits, in its order."""


class LcccFormat:
    """`lccc/<language>.json`: the texts of the turns of each dialogue, or their normalised ones.

    Dialogues of all splits come in turn, and the file has one split after the other: each split is written
    to a file without a name, and they are put together at the end. So nothing is held in memory, and a line
    holds one dialogue: whoever cannot load the file as a whole reads it line by line.
    """

    name = "lccc"

    def __init__(self, folder: Path, language: str, *, normalised: bool = False) -> None:
        self._path = folder / self.name / f"{language}.json"
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._normalised = normalised
        self._parts: dict[str, IO[str]] = {}
        self._open = ExitStack()

    def __enter__(self) -> LcccFormat:
        for split in SPLIT_KEYS:
            part = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n", dir=self._path.parent)
            self._parts[split] = self._open.enter_context(part)
        return self

    def text(self, text: str) -> str:
        """A turn as the form has it."""
        return text

    def write(self, split: str, row: Mapping[str, Any]) -> None:
        """Add a dialogue to a split."""
        said = [self.text(text) for text in utterances(row, normalised=self._normalised)]
        part = self._parts[split]
        part.write(("\n" if not part.tell() else ",\n") + json.dumps(said, ensure_ascii=False))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._open:
            if kind is None:
                self._put_together()

    def _put_together(self) -> None:
        with self._path.open("w", encoding="utf-8", newline="\n") as file:
            for index, (split, key) in enumerate(SPLIT_KEYS.items()):
                part = self._parts[split]
                part.seek(0)
                file.write(f"{',' if index else '{'}\n{json.dumps(key)}: [")
                shutil.copyfileobj(part, file)
                file.write("\n]")
            file.write("\n}\n")
