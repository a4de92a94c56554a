"""Seed users: users who comment on posts of chosen accounts (Wang et al. 2020, section 3.1).

The paper chooses accounts of news media, where bots rarely comment, and collects the threads of these users.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.core import run
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.text.privacy import masked_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.core.store import Finished
    from dialogue_etl.sources.threads.parameters import Threads

PARAMETER = "threads.seed_accounts"
_NAMED = 5  # authors in the message
log = logging.getLogger("dialogue_etl")

_USERS = """
SELECT threads.corpus, comments.author FROM comments JOIN threads ON threads.id = comments.source_id
WHERE threads.root_author IN (SELECT name FROM accounts)
    AND comments.author NOT IN (SELECT name FROM accounts)
UNION
SELECT corpus, '' FROM threads WHERE root_author IS NOT NULL
ORDER BY corpus, author
"""
"""Users by corpus and name, and a row with an empty name for each corpus with authors."""


class UnknownAccountError(DialogueEtlError):
    """An account of the parameter has started no thread; the message says which."""


def survey(
    language: str, threads: Sequence[Path], comments: Sequence[Path], parameters: Threads, runtime: Runtime
) -> list[Finished]:
    """Find the seed users of a language; no result without chosen accounts.

    Raises:
        UnknownAccountError: an account has started no thread; with several languages, where it may belong to
            another one, only if no account has.
    """
    accounts = parameters.seed_accounts
    if not accounts:
        return []
    _refuse_unknown(language, threads, accounts, alone=len(parameters.languages) == 1)
    names = [*accounts, *map(masked_name, accounts)]  # of what `privacy` masked
    tables = {"threads": threads, "comments": comments, "accounts": pa.table({"name": names})}
    return [run.aggregate(f"seed users {language}", _USERS, tables, runtime=runtime)]


def _refuse_unknown(language: str, threads: Sequence[Path], accounts: list[str], *, alone: bool) -> None:
    roots = (pq.read_table(path, columns=["root_author"]).column(0) for path in threads)
    known = {author for column in roots for author in pc.unique(column).to_pylist()} - {None}
    unknown = [account for account in accounts if known.isdisjoint({account, masked_name(account)})]
    if not unknown or not (known or alone):  # corpora without authors are not judged
        return
    said = f"{PARAMETER} names {', '.join(map(masked_name, unknown))}: began no thread in {language}"
    if alone or len(unknown) == len(accounts):
        raise UnknownAccountError(f"{said}; it has {', '.join(sorted(known)[:_NAMED]) or 'no authors'}")
    log.warning("%s", said)


class SeedUsers:
    """Selects threads that seed users started; without a survey all threads."""

    def __init__(self, folders: Iterable[Path]) -> None:
        """Load what `survey` found, from its folder."""
        rows = (pq.read_table(folder / run.ROWS).to_pydict() for folder in folders)
        self._users = {pair for found in rows for pair in zip(found["corpus"], found["author"], strict=True)}

    def began(self, corpus: str, root_author: str | None) -> bool:
        """Whether a thread is to be kept."""
        return (corpus, "") not in self._users or (corpus, root_author) in self._users
