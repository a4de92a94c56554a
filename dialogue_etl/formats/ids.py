"""Sidecars of ids: for a file whose lines have no ids, a second file with the id of each line.

    train.txt      Who is there?            train.ids      pg1:540#0
                   Only the wind.                          pg1:540#1

Line N of the sidecar belongs to line N of the file: an id of a dialogue; with `#` and the index of a turn,
from 0, if the line is a turn or a pair that begins with it; empty if the line holds no dialogue.
`dialogue-etl inspect FILE:N` reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Format

FORMS: tuple[Format, ...] = ("text", "rows", "tsv", "lccc", "characters", "legacy", "parallel")
"""Formats without ids of their own, which have a sidecar."""
SUFFIX = ".ids"
_SUFFIXES = re.compile(r"(\.source|\.target)?\.[a-z]+$")
_TURN = re.compile(r"#\d+$")
_NAMES = ("id", "item", "dialogue_id", "conversation_id", "source_id", "work_id", "utterance_id")


def ids_file(path: Path) -> Path:
    """The sidecar of a file; the two files of `parallel` have one in common."""
    return path.with_name(f"{_SUFFIXES.sub('', path.name)}{SUFFIX}")


def left_out_file(path: Path) -> Path:
    """Beside a file of chats: the ids of dialogues that have no messages, a line each."""
    return path.with_suffix(".left_out")


def dialogues_in(path: Path, *, turns: bool) -> Iterator[str]:
    """The ids of the dialogues in a sidecar, in order, each once.

    Args:
        path: of the sidecar.
        turns: whether its lines are of turns or pairs.
    """
    last = ""
    with path.open(encoding="utf-8") as file:
        for line in file:
            id = _TURN.sub("", line.rstrip("\n")) if turns else line.rstrip("\n")
            if id and not (turns and id == last):
                yield id
            last = id


def id_at(path: Path, number: int) -> str:
    """The id of a line of a file of the dataset, by its sidecar or in the line itself.

    Args:
        path: of the file, or of a copy in a folder with its sidecar.
        number: of the line, from 1.

    Raises:
        DialogueEtlError: both are missing, the file is shorter, or the line has no dialogue.
    """
    sidecar = ids_file(path)
    try:
        with (sidecar if sidecar.is_file() else path).open(encoding="utf-8") as file:
            line = next(islice(file, number - 1, None), None) if number > 0 else None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise DialogueEtlError(f"{path}: {why}") from None
    if line is None:
        raise DialogueEtlError(f"{path}: there is no line {number:,}")
    id = line.strip() if sidecar.is_file() else in_json(line)
    if not id and sidecar.is_file():
        raise DialogueEtlError(f"{path}: line {number:,} holds no dialogue")
    if not id:
        raise DialogueEtlError(
            f"{path}: line {number:,} has no id, and there is no {sidecar.name} beside the file: "
            "copy that from the dataset, too"
        )
    return id


def in_json(text: str) -> str:
    """The id in a line or a member of JSON; empty without one."""
    text = text.strip().rstrip(",")
    try:
        row = json.loads(text if text.startswith("{") else f"{{{text}}}")
    except (ValueError, RecursionError):
        return ""
    return next((row[name] for name in _NAMES if isinstance(row.get(name), str)), "")
