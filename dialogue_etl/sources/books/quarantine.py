"""Quarantine of files that are not books, and the limit of their number."""

from collections.abc import Sequence
from pathlib import Path

from dialogue_etl.core import shards
from dialogue_etl.errors import DialogueEtlError

PARAMETER = "books.max_quarantined"
_NAMED = 3  # files in the message; the drops table would have them all


class TooManyError(DialogueEtlError):
    """More files are quarantined than the parameter allows."""


def refuse_too_many(folders: Sequence[Path], *, language: str, selected: int, limit: float) -> None:
    """Raise if too many books of the download stage are quarantined.

    Args:
        folders: its finished shards, with their drops.
        language: of the books, for the message.
        selected: number of books to download.
        limit: share of them that may be quarantined.

    Raises:
        TooManyError: a greater share is quarantined.
    """
    rows = (row for folder in folders for row in shards.read(folder, "drops"))
    bad = sorted((row for row in rows if row["unit"] == "file"), key=lambda row: str(row["id"]))
    if len(bad) <= limit * selected:
        return
    named = "; ".join(row["detail"] for row in bad[:_NAMED])
    others = f"; and {len(bad) - _NAMED:,} more" if len(bad) > _NAMED else ""
    raise TooManyError(
        f"{PARAMETER} is {limit:g}, but {len(bad):,} of {selected:,} selected books ({language}) "
        f"are quarantined: {named}{others}"
    )
