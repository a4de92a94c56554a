"""What readers of corpora give, and the lines they read."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dialogue_etl.errors import DialogueEtlError

_SPLIT = re.compile(r"(?<![a-z])(train|valid(?:ation)?|dev|val|test)(?![a-z])")


class Turn(NamedTuple):
    """What somebody says.

    Attributes:
        speaker: a name that means something within the conversation alone.
        labels: scheme and label.
    """

    text: str
    speaker: str
    labels: Sequence[tuple[str, str]] = ()


class Conversation(NamedTuple):
    """A conversation; `line` is where it begins, `id` what the corpus calls it, or its line."""

    line: int
    id: str
    turns: Sequence[Turn]


class Bad(NamedTuple):
    """What cannot be used, where it begins, and why."""

    line: int
    reason: str


def split_of(path: Path) -> str:
    """The split that the name of a file, or of its folder, says; `train` if none does."""
    for name in (path.stem, path.parent.name):
        if found := _SPLIT.search(name.lower().replace("_", " ")):
            said = found.group(1)
            return said if said in {"train", "test"} else "validation"
    return "train"


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, without line ends.

    Raises:
        DialogueEtlError: it is not there, or not UTF-8.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            for number, line in enumerate(file, 1):
                yield number, line.rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise DialogueEtlError(f"{path}: not UTF-8 ({error.reason})") from None
    except OSError as error:
        raise DialogueEtlError(f"{path}: {error.strerror or error}") from None
