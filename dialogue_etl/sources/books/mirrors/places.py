"""Where books come from: the web, a folder, an archive; one after the other until one has the file.

Each of them answers `book(entry)` and `fetch(path)` in the same way: with a file on this machine, or with a
`MissingError` where it does not hold it, or another `UnavailableError` where it can't be had.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.sources.books.mirrors.found import Found
from dialogue_etl.sources.books.mirrors.text_archive import Archive
from dialogue_etl.sources.books.mirrors.web_mirror import Web
from dialogue_etl.web.failures import MissingError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialogue_etl.sources.books.catalogues.entries import Entry
    from dialogue_etl.sources.folder import Folder

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Copied:
    """A folder with a copy of a mirror."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def fetch(self, path: str) -> Path:
        """A file of the catalogue, by its path, or by its name beside the books."""
        try:
            return self._folder.fetch(path)
        except MissingError:
            return self._folder.fetch(Path(path).name)

    def book(self, entry: Entry) -> Found:
        """The first of its copies that is there."""
        for copy in layouts.copies(entry.number, entry.files):
            try:
                return Found(self._folder.fetch(copy.path), copy.name)
            except MissingError:
                continue
        raise MissingError("in none of the folders of the copy")


class Listed:
    """A folder whose catalogue names the only file of each book: the library."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def fetch(self, path: str) -> Path:
        """A file."""
        return self._folder.fetch(path)

    def book(self, entry: Entry) -> Found:
        """The file that the catalogue names."""
        return Found(self._folder.fetch(entry.files[0]), entry.files[0])


Place = Web | Copied | Listed | Archive


class Places:
    """Several of them, asked one after the other."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = places

    def prepare(self, entries: Sequence[Entry]) -> None:
        """Get ready to be asked for these books."""
        for place in self._places:
            if isinstance(place, Archive):
                place.prepare(entries)

    def settle(self) -> None:
        """Let mirrors go on as the first few books have shown."""
        for place in self._places:
            if isinstance(place, Web):
                place.settle()

    def book(self, entry: Entry) -> Found:
        """The text of a book, from the first place that has it."""
        return _first([place.book for place in self._places], entry)

    def fetch(self, path: str) -> Path:
        """A file of the catalogue, from the first place that has it."""
        return _first([place.fetch for place in self._places], path)


def _first(ways: Sequence[Callable[[Asked], Answer]], asked: Asked) -> Answer:
    """The first answer; if there is none, the first trouble other than that it is missing."""
    troubles: list[UnavailableError] = []
    for way in ways:
        try:
            return way(asked)
        except UnavailableError as error:
            troubles.append(error)
    raise next((error for error in troubles if not isinstance(error, MissingError)), troubles[0])
