"""Books out of an archive of texts: taken out into the store in one pass, and found there from then on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from dialogue_etl.shards import write_whole
from dialogue_etl.sources.books.mirrors import archive, layouts
from dialogue_etl.sources.books.mirrors.found import Found
from dialogue_etl.web.failures import MissingError, UnavailableError
from dialogue_etl.web.kept import Validators

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dialogue_etl.sources.books.catalogues.entries import Entry
    from dialogue_etl.web.client import Client

_UNUSABLE = ""  # in place of a name
_INDEX = TypeAdapter(dict[str, str])


class Archive:
    """An archive of texts; the wanted ones are taken out into the store, all in one pass."""

    def __init__(self, file: Callable[[], Path], beside: Callable[[str], Path], client: Client) -> None:
        """Prepare to look into it.

        Args:
            file: gives the archive.
            beside: gives a file that lies beside it, by its name.
            client: whose store the texts go to.
        """
        self._file = file
        self._beside = beside
        self._downloads = client.downloads
        self._trouble: UnavailableError | None = None
        self._names: dict[str, str] = {}
        self._version = ""

    def fetch(self, path: str) -> Path:
        """A file of the catalogue that lies beside the archive."""
        return self._beside(Path(path).name)

    def prepare(self, entries: Iterable[Entry]) -> None:
        """Pass the archive for all books that were not taken out of this version of it before.

        Raises:
            OSError: what is taken out can't be kept.
        """
        try:
            file = self._file()
        except UnavailableError as error:
            self._trouble = error
            return
        stated = file.stat()
        self._version = f"{file.name} {stated.st_size} {stated.st_mtime_ns}"
        index = self._downloads.beside(self._version)
        lacking = {entry.number for entry in entries}
        if (names := _index(index)) is not None:
            self._names = names
            held = {number for number in lacking if names.get(number)}
            lacking = {number for number in held if self._downloads.find(self._key(number)) is None}
        if lacking:
            self._take_out(file, lacking, index)

    def _take_out(self, file: Path, wanted: set[str], index: Path) -> None:
        ranks: dict[str, int] = {}
        try:
            for number, rank, name, data in archive.texts(file, wanted):
                if number in wanted and not data:
                    if number not in ranks:
                        self._names[number] = _UNUSABLE
                elif rank < ranks.get(number, rank + 1):
                    ranks[number], self._names[number] = rank, name
                    if data:
                        self._keep(number, data)
        except archive.ArchiveError as error:
            self._trouble = error
        else:
            write_whole(index, json.dumps(self._names, sort_keys=True).encode())

    def _keep(self, number: str, data: bytes) -> None:
        key = self._key(number)
        with self._downloads.alone(key):
            partial = self._downloads.partial(key)
            partial.begin(Validators())
            partial.path.write_bytes(data)
            self._downloads.keep(key, partial.path, Validators())

    def _key(self, number: str) -> str:
        return f"{self._version}: {number}"

    def book(self, entry: Entry) -> Found:
        """What was taken out of the archive."""
        record = self._downloads.find(self._key(entry.number))
        if record is not None:
            return Found(self._downloads.file(record.sha256), self._names[entry.number])
        if entry.number in self._names:
            raise UnavailableError(f"empty, or larger than {layouts.MAX_BYTES:,} bytes, in the archive")
        raise self._trouble or MissingError("not in the archive")


def _index(file: Path) -> dict[str, str] | None:
    """What an archive that was passed to its end holds, name by number; None if that is not known."""
    try:
        return _INDEX.validate_json(file.read_bytes())
    except (OSError, ValueError):
        return None
