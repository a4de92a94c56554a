"""What readers of corpora give, and the lines they read."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

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
    """A conversation.

    Attributes:
        line: where it begins.
        id: what the corpus calls it, or its line.
        turns: what is said.
        split: that it is in, if its file says so; else the name of the file says it.
        language: BCP-47 tag, if its file says so.
    """

    line: int
    id: str
    turns: Sequence[Turn]
    split: str = ""
    language: str = ""


class Value(NamedTuple):
    """An object of a file, and the line it begins at."""

    line: int
    value: Any


class Bad(NamedTuple):
    """What is left out, where it begins, and why; of what is there twice `kind` is `shared` or `repeated`."""

    line: int
    reason: str
    kind: str = ""


def split_of(path: Path, root: Path) -> str:
    """The split that the name of a file, or of a folder below `root`, says; empty if none does."""
    for name in (path.stem, *reversed(path.parent.relative_to(root).parts)):
        if found := _SPLIT.search(name.lower().replace("_", " ")):
            said = found.group(1)
            return said if said in {"train", "test"} else "validation"
    return ""


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
