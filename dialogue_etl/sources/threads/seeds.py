"""Seed users: who comments under the posts of chosen accounts (Wang et al. 2020, section 3.1).

The paper takes accounts of news media, holds whoever comments there for no robot, and collects the posts of
these users with all that is said below them.
"""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl import run
from dialogue_etl.run import Job
from dialogue_etl.sources.threads.blocks import blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from dialogue_etl.runtime import Runtime
    from dialogue_etl.store import Finished

_FILE = "users.npy"


def survey(
    language: str, pairs: Sequence[tuple[Path, Path]], accounts: list[str], runtime: Runtime
) -> list[Finished]:
    """Find the seed users of all shards; none at all if no account is chosen.

    Args:
        language: of the threads, for people.
        pairs: files of threads and of their comments, a pair per shard.
        accounts: chosen ones.
        runtime: workers and store.
    """
    if not accounts:
        return []
    jobs = [Job(pair, {"accounts": accounts}) for pair in pairs]
    return list(run.over_shards(f"seed users {language}", _survey, jobs, runtime=runtime))


def _survey(job: Job, folder: Path) -> dict[str, Any]:
    accounts = frozenset(job.settings["accounts"])
    users: set[int] = set()
    with_authors: set[str] = set()
    for block in blocks(*job.inputs):
        for row, (start, end) in zip(block.threads, pairwise(block.edges), strict=True):
            corpus = row["corpus"]
            if row["root_author"] is not None:
                with_authors.add(corpus)
            if row["root_author"] in accounts:
                users.update(user(corpus, name) for name in set(block.authors[start:end]) - accounts if name)
    np.save(folder / _FILE, np.array(sorted(users), np.uint64))
    return {"corpora": sorted(with_authors)}


def user(corpus: str, author: str) -> int:
    """What stands for a user: 64 bits of a hash, as accounts of two corpora may have one name."""
    return int.from_bytes(hashlib.sha256(f"{corpus}\x1f{author}".encode()).digest()[:8])


class SeedUsers:
    """Tells whether a thread was begun by a seed user."""

    def __init__(self, folders: Iterable[Path], corpora: Iterable[str]) -> None:
        """Load what `survey` found.

        Args:
            folders: of its finished shards.
            corpora: in which a thread has an author; the others can't be judged.
        """
        found = [np.load(folder / _FILE) for folder in folders]
        self._users = np.unique(np.concatenate([np.zeros(0, np.uint64), *found]))
        self._corpora = frozenset(corpora)

    def began(self, corpus: str, root_author: str | None) -> bool:
        """Whether a thread is to be kept."""
        if corpus not in self._corpora:
            return True
        if root_author is None:
            return False
        wanted = np.uint64(user(corpus, root_author))
        place = int(np.searchsorted(self._users, wanted))
        return place < len(self._users) and bool(self._users[place] == wanted)
