"""The release forms of LCCC, one file for all splits, counted line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.check.forms import UnreadableError, sentence
from dialogue_etl.formats.lccc import SPLIT_KEYS

if TYPE_CHECKING:
    from pathlib import Path

_END = b"}\n"


def count_dialogues(path: Path, split: str) -> int:
    """The dialogues of one split.

    Raises:
        UnreadableError: the file is not there, the disk does not give it, or its end is missing.
    """
    head = f'"{SPLIT_KEYS[split]}": ['.encode()
    inside, number, line = False, 0, b""
    try:
        with path.open("rb") as file:
            for line in file:
                if line.startswith(b'"'):
                    inside = line.startswith(head)
                else:
                    number += inside and line.startswith(b"[")
    except OSError as error:
        raise UnreadableError(sentence(error)) from None
    if line != _END:
        raise UnreadableError("cut off before its end")
    return number
