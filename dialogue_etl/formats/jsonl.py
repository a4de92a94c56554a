"""JSON Lines of chat messages: what training code for language models reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dialogue_etl.formats.dialogue import NORMALISED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType

_ROLES = ("user", "assistant")


class JsonlFormat:
    """`jsonl/<language>/<split>.jsonl`, a dialogue a line; the roles user and assistant alternate.

    Beside the messages a line has the list `speakers`, null where nobody says who speaks. With `normalised`
    it has such a list of strings too.
    """

    def __init__(self, folder: Path, language: str, split: str, *, normalised: bool = False) -> None:
        path = folder / "jsonl" / language / f"{split}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._added = (NORMALISED.name,) if normalised else ()

    def __enter__(self) -> JsonlFormat:
        return self

    def write(self, row: Mapping[str, Any]) -> None:
        """Add a dialogue."""
        messages = [
            {"role": _ROLES[index % 2], "content": turn["text"]} for index, turn in enumerate(row["turns"])
        ]
        line = {"id": row["id"], "source_id": row["source_id"], "language": row["language"]}
        added = {"speakers": [turn["speaker"] for turn in row["turns"]]}
        added |= {name: row[name] for name in self._added}
        self._file.write(json.dumps({**line, "messages": messages, **added}, ensure_ascii=False) + "\n")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
