"""Compares sidecars of ids with the files that they belong to."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from dialogue_etl.formats.ids import dialogues_in, ids_file
from dialogue_etl.steps.check.reading import UnreadableError, count_lines, explain
from dialogue_etl.text.lines import one_line


class Ids:
    """The ids of dialogues in their order, as a digest."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, ids: Iterable[str]) -> None:
        """Add some, as they are written in sidecars."""
        self._digest.update("".join(f"{one_line(id)}\n" for id in ids).encode())

    @property
    def digest(self) -> str:
        """Equal for the same ids in the same order."""
        return self._digest.hexdigest()


def problem(path: Path, expected: Ids | None, *, turns: bool) -> str:
    """What is wrong with the sidecar of a file; empty if nothing is.

    Args:
        path: of the file.
        expected: the dialogues that the file holds; None if they are not known.
        turns: whether lines are turns.

    Raises:
        UnreadableError: the sidecar or the file is missing or can't be read.
    """
    sidecar = ids_file(path)
    lines, own = count_lines(path), count_lines(sidecar)
    if lines != own:
        return f"{own:,} lines, and {path.name} has {lines:,}"
    if expected is None:
        return ""
    found = Ids()
    try:
        found.add(dialogues_in(sidecar, turns=turns))
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableError(explain(error)) from None
    return "" if found.digest == expected.digest else f"other dialogues than {path.name}, or in another order"
