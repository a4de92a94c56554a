"""The interface of a source for `dialogue-etl inspect`, and helpers that sources share.

The module `inspection` of a source has these functions:

- `listing(stages, language)` yields a line per document or dialogue.
- `show(id, stages, languages, context)` yields pieces of text that show a document; none if it is unknown.
- `origin(document, context)` returns the file of a document, given its row.
- `around(dialogue, rows, context)` shows a dialogue in its source, if documents have no text; `rows` reads
  the rows of a table that belong to the document. A dropped utterance is a dialogue of one turn.
- `again(document, rows, context)` returns the dialogues and drops of a document by other parameters, as rows
  of their tables; `AGAIN` names the sections of parameters it reads. Filters that need the whole corpus are
  left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards
from dialogue_etl.core.parameters.model import Params


@dataclass(frozen=True)
class Piece:
    """Text in a colour of the terminal, with its own line ends."""

    text: str
    colour: str = ""
    dim: bool = False
    bold: bool = False


Rows = Callable[[str, str], list[dict[str, Any]]]
"""The rows of one document in a table, given the stage and the table."""


@dataclass(frozen=True)
class Context:
    """The input of rules: the parameters, and the workspace with its lists."""

    params: Params
    workspace: Path


def drops(stages: Path, dropping: Sequence[str], language: str) -> Iterator[dict[str, Any]]:
    """The rows of the drops tables of several stages, as far as they have run."""
    for stage in dropping:
        folder = stages / stage / language
        if (folder / "drops").is_dir():
            yield from shards.read(folder, "drops")


def reason(row: Mapping[str, Any], *, detail: bool) -> str:
    """The stage and rule of a drop, its value and threshold, and optionally its detail."""
    further = f": {row['detail']}" if detail and row["detail"] else ""
    return f"{row['stage']}, {row['reason']}{measured(row['value'], row['threshold'])}{further}"


def measured(value: float | None, threshold: float | None) -> str:
    """` 0.9 against 0.5`, with a blank before it; either may be unknown: not every rule has a threshold."""
    if value is None:
        return ""
    return f" {value:.4g}" + ("" if threshold is None else f" against {threshold:.4g}")


def timestamp(milliseconds: int | None) -> str:
    """`1:02:03.004`, or a dash where the time is missing."""
    if milliseconds is None:
        return "–"
    sign, rest = ("-" if milliseconds < 0 else ""), abs(milliseconds)
    minutes, rest = divmod(rest, 60_000)
    return f"{sign}{minutes // 60}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}"
