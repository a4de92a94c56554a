"""Dialogues that say what an earlier one of their own source says."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dialogue_etl.check.forms import Dialogue


class OwnRepeats:
    """Knows the texts of one source of each corpus: dialogues of a source stand together in a corpus.

    Many people answer one post with the same few words: of 4,488 comments under one real post 13 % say what
    another one says. They are different dialogues of different people, all in one split.
    """

    def __init__(self) -> None:
        self._source: dict[tuple[str, str | None], str] = {}
        self._said: dict[tuple[str, str | None], set[bytes]] = {}

    def is_one(self, dialogue: Dialogue) -> bool:
        """Whether an earlier dialogue of its source says the same; each is to be asked about once.

        Args:
            dialogue: one after the other, as they stand in the files.
        """
        corpus = dialogue.language, dialogue.stated.get("corpus")
        if self._source.get(corpus) != dialogue.source_id:
            self._source[corpus], self._said[corpus] = dialogue.source_id, set()
        said = hashlib.blake2b("\n".join(dialogue.texts).encode("utf-8", "surrogatepass"), digest_size=16)
        known = self._said[corpus]
        before = len(known)
        known.add(said.digest())
        return len(known) == before
