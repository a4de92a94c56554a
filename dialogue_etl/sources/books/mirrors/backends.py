"""Backends for files of books: a mirror on the web, or a folder.

`book(entry)` and `fetch(path)` return a file on this machine, or raise MissingError if the backend does not
have the file, or another UnavailableError.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.sources.books.reading import FORMATS
from dialogue_etl.sources.folder import Folder
from dialogue_etl.web.client import Client
from dialogue_etl.web.failures import ForbiddenError, MissingError, NoAnswerError, UnavailableError

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class BookFile(NamedTuple):
    """The file of a book.

    Attributes:
        path: on this machine.
        name: relative to its backend, in the layout in which it was first published.
    """

    path: Path
    name: str


class WebMirror:
    """A mirror on the web.

    All layouts are tried until `settle` is called; afterwards those in which no book was found are tried
    last. So the choice of a copy depends on the books before `settle`, not on which thread is faster.
    """

    def __init__(self, address: str, client: Client, formats: Sequence[str] = FORMATS) -> None:
        self._address = address.rstrip("/")
        self._formats = formats
        self._client = client
        self._hits: set[str] = set()
        self._known: frozenset[str] = frozenset()

    def fetch(self, path: str) -> Path:
        """A file of the catalogue."""
        return self._client.fetch(f"{self._address}/{path}", layouts.CATALOGUE)

    def settle(self) -> None:
        """Assume that the mirror has only the layouts in which books have been found."""
        self._known = frozenset(self._hits)

    def book(self, entry: Entry) -> BookFile:
        """The first available copy, in the first format that there is one of.

        After a copy that was not a book, only layouts that the mirror is known to have are tried.
        """
        trouble: UnavailableError | None = None
        copies = [
            copy for copy in layouts.copies(entry.number, self._formats) if not copy.layout.startswith("epub")
        ]
        for copy in sorted(copies, key=self._rank):
            if trouble and not isinstance(trouble, ForbiddenError) and copy.layout not in self._known:
                continue
            try:
                path = self._client.fetch(f"{self._address}/{copy.path}", layouts.expected(copy.path))
            except MissingError:
                continue
            except NoAnswerError:
                raise
            except UnavailableError as error:
                trouble = trouble or error
            else:
                self._hits.add(copy.layout)
                return BookFile(path, copy.name)
        raise trouble or MissingError("in none of the mirror's folders")

    def _rank(self, copy: layouts.Copy) -> tuple[int, bool]:
        unknown = bool(self._known) and copy.layout not in self._known
        return copy.rank, unknown


class FolderBackend:
    """A folder with a copy of a mirror, or the library, whose catalogue names the file of each book."""

    def __init__(self, folder: Folder, formats: Sequence[str] = FORMATS) -> None:
        self._folder = folder
        self._formats = formats

    def fetch(self, path: str) -> Path:
        """A file of the catalogue, by its path, or by its name next to the books."""
        return first_answer([self._folder.fetch, lambda path: self._folder.fetch(Path(path).name)], path)

    def book(self, entry: Entry) -> BookFile:
        """The file that the catalogue names, else the first of its copies that is there."""
        if entry.file is not None:
            return BookFile(self._folder.fetch(entry.file), entry.file)
        for copy in layouts.copies(entry.number, self._formats):
            try:
                return BookFile(self._folder.fetch(copy.path), copy.name)
            except MissingError:
                continue
        raise MissingError("in none of the folders of the copy")


def first_answer(ways: Sequence[Callable[[Request], Answer]], request: Request) -> Answer:
    """The first result; without one, raises the first error that is not a MissingError."""
    troubles: list[UnavailableError] = []
    for way in ways:
        try:
            return way(request)
        except UnavailableError as error:
            troubles.append(error)
    raise next((error for error in troubles if not isinstance(error, MissingError)), troubles[0])
