"""What a turn says, for forms that hold nothing else; and files of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.formats.dialogue import NORMALISED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType

_BREAKS = dict.fromkeys(map(ord, "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), " ")
"""Whatever `str.splitlines` ends a line at."""


def utterances(row: Mapping[str, Any], *, normalised: bool) -> list[str]:
    """What the turns of a dialogue say: their normalised text if that is asked for."""
    return list(row[NORMALISED.name]) if normalised else [turn["text"] for turn in row["turns"]]


def one_line(text: str) -> str:
    """A text whose line ends are blanks: comments have some, utterances of books have none."""
    return text.translate(_BREAKS)


class LineFile:
    """A text file that a form writes line by line, in UTF-8, with the same line ends on any machine."""

    def __init__(self, path: Path, *, normalised: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("w", encoding="utf-8", newline="\n")
        self.normalised = normalised

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()
