"""A mirror on the web: which of its folders a book is in."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from dialogue_etl.sources.books import layouts
from dialogue_etl.sources.books.found import Found
from dialogue_etl.web.failures import ForbiddenError, MissingError, NoAnswerError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from dialogue_etl.sources.books.entries import Entry
    from dialogue_etl.web.client import Client

_FIRST = 5  # books that show which layouts a mirror has


class Web:
    """A mirror on the web.

    The first few books are asked for in order, one by one, in every layout; those in which none of them was
    are asked for last from then on. So which copy of a book is taken does not depend on chance.
    """

    def __init__(self, address: str, client: Client) -> None:
        self.address = address.rstrip("/")
        self._client = client
        self._hits: set[str] = set()
        self._known: frozenset[str] | None = None
        self._first: dict[str, Found | UnavailableError] = {}

    def fetch(self, path: str) -> Path:
        """A file of the catalogue."""
        return self._client.fetch(f"{self.address}/{path}", layouts.CATALOGUE)

    def prepare(self, entries: Iterable[Entry]) -> None:
        """Learn which layouts the mirror has.

        Raises:
            OSError: what comes can't be kept.
        """
        for entry in islice(entries, _FIRST):
            try:
                self._first[entry.id] = self._asked(entry)
            except UnavailableError as error:
                self._first[entry.id] = error
        if len(self._first) == _FIRST and self._hits:
            self._known = frozenset(self._hits)

    def book(self, entry: Entry) -> Found:
        """The first of its copies that can be had."""
        first = self._first.get(entry.id)
        if isinstance(first, UnavailableError):
            raise first
        return first or self._asked(entry)

    def _asked(self, entry: Entry) -> Found:
        """Once a copy was no book, only layouts that the mirror is known to have are asked for.

        The others would most likely be asked for in vain.
        """
        bad: UnavailableError | None = None
        for copy in self._in_order(entry):
            if bad and not isinstance(bad, ForbiddenError) and copy.layout not in (self._known or ()):
                continue
            try:
                file = self._client.fetch(f"{self.address}/{copy.path}", layouts.BOOK)
            except MissingError:
                continue
            except NoAnswerError:
                raise
            except UnavailableError as error:
                bad = bad or error
            else:
                self._hits.add(copy.layout)
                return Found(file, copy.name)
        raise bad or MissingError("in none of the mirror's folders")

    def _in_order(self, entry: Entry) -> list[layouts.Copy]:
        """The copies, those of a layout that the mirror seems not to have at the end."""
        copies = [copy for copy in layouts.copies(entry.number, entry.files) if copy.layout != "epub"]
        if self._known is None:
            return copies
        return sorted(copies, key=lambda copy: copy.layout not in (self._known or ()))
