"""Seed users: who comments under the posts of chosen accounts (Wang et al. 2020, section 3.1).

The paper takes accounts of news media, holds whoever comments there for no robot, and collects the posts of
these users with all that is said below them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl import run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from dialogue_etl.runtime import Runtime
    from dialogue_etl.store import Finished

_USERS = """
SELECT threads.corpus, comments.author FROM comments JOIN threads ON threads.id = comments.source_id
WHERE threads.root_author IN (SELECT name FROM accounts)
    AND comments.author NOT IN (SELECT name FROM accounts)
UNION
SELECT corpus, '' FROM threads WHERE root_author IS NOT NULL
ORDER BY corpus, author
"""
"""Accounts of two corpora may have one name. A row without a name: the corpus has authors, and is judged."""


def survey(
    language: str, threads: Sequence[Path], comments: Sequence[Path], accounts: list[str], runtime: Runtime
) -> list[Finished]:
    """Find the seed users of a language; none at all if no account is chosen."""
    if not accounts:
        return []
    tables = {"threads": threads, "comments": comments, "accounts": pa.table({"name": accounts})}
    return [run.aggregate(f"seed users {language}", _USERS, tables, runtime=runtime)]


class SeedUsers:
    """Tells whether a thread was begun by a seed user; without a survey each is."""

    def __init__(self, folders: Iterable[Path]) -> None:
        """Load what `survey` found, from its folder."""
        rows = (pq.read_table(folder / run.ROWS).to_pydict() for folder in folders)
        self._users = {pair for found in rows for pair in zip(found["corpus"], found["author"], strict=True)}

    def began(self, corpus: str, root_author: str | None) -> bool:
        """Whether a thread is to be kept."""
        return (corpus, "") not in self._users or (corpus, root_author) in self._users
