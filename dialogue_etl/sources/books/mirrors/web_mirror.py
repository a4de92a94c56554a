"""A mirror on the web: which of its folders a book is in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.sources.books.mirrors.found import Found
from dialogue_etl.web.failures import ForbiddenError, MissingError, NoAnswerError, UnavailableError

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.sources.books.catalogues.entries import Entry
    from dialogue_etl.web.client import Client


class Web:
    """A mirror on the web.

    Every layout is tried until `settle` is called; from then on those in which no book was are tried last. So
    which copy of a book is taken depends on the books asked for before, not on chance.
    """

    def __init__(self, address: str, client: Client) -> None:
        self._address = address.rstrip("/")
        self._client = client
        self._hits: set[str] = set()
        self._known: frozenset[str] = frozenset()

    def fetch(self, path: str) -> Path:
        """A file of the catalogue."""
        return self._client.fetch(f"{self._address}/{path}", layouts.CATALOGUE)

    def settle(self) -> None:
        """Take the layouts in which books were for those that the mirror has."""
        self._known = frozenset(self._hits)

    def book(self, entry: Entry) -> Found:
        """The first of its copies that can be had.

        Once a copy was no book, only layouts that the mirror is known to have are asked for: the others would
        most likely be asked for in vain.
        """
        bad: UnavailableError | None = None
        for copy in self._in_order(entry):
            if bad and not isinstance(bad, ForbiddenError) and copy.layout not in self._known:
                continue
            try:
                file = self._client.fetch(f"{self._address}/{copy.path}", layouts.BOOK)
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
        return sorted(copies, key=lambda copy: bool(self._known) and copy.layout not in self._known)
