"""The weekly archive of all texts, `txt-files.tar.zip`: its books are copied into the cache in one pass."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from dialogue_etl.shards import write_atomic
from dialogue_etl.sources import tar_archive
from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.sources.books.mirrors.backends import Backend, BookFile
from dialogue_etl.web.failures import MissingError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialogue_etl.sources.books.catalogues.entries import Entry
    from dialogue_etl.web.cache import Cache

_UNUSABLE = ""  # in place of a name
_INDEX = TypeAdapter(dict[str, str])


class TextArchive(Backend):
    """An archive of texts; the wanted ones are copied into the cache, all in one pass."""

    def __init__(self, file: Callable[[], Path], beside: Callable[[str], Path], cache: Cache) -> None:
        """Prepare to look into it.

        Args:
            file: gives the archive.
            beside: gives a file that lies beside it, by its name.
            cache: where the texts go.
        """
        self._file = file
        self._beside = beside
        self._cache = cache
        self._trouble: UnavailableError | None = None
        self._names: dict[str, str] = {}
        self._version = ""

    def fetch(self, path: str) -> Path:
        """A file of the catalogue that lies beside the archive."""
        return self._beside(Path(path).name)

    def prepare(self, entries: Sequence[Entry]) -> None:
        """Pass the archive for all books that were not copied from this version of it before.

        Raises:
            OSError: a text cannot be written.
        """
        try:
            file = self._file()
        except UnavailableError as error:
            self._trouble = error
            return
        stat = file.stat()
        self._version = f"{file.name} {stat.st_size} {stat.st_mtime_ns}"
        index = self._cache.note(self._version)
        lacking = {entry.number for entry in entries}
        if (names := _index(index)) is not None:
            self._names = names
            held = {number for number in lacking if names.get(number)}
            lacking = {number for number in held if self._cache.find(self._key(number)) is None}
        if lacking:
            self._copy(file, lacking, index)

    def book(self, entry: Entry) -> BookFile:
        """What was copied from the archive."""
        record = self._cache.find(self._key(entry.number))
        if record is not None:
            return BookFile(self._cache.file(record.sha256), self._names[entry.number])
        if entry.number in self._names:
            raise UnavailableError(f"empty, or larger than {layouts.MAX_BYTES:,} bytes, in the archive")
        raise self._trouble or MissingError("not in the archive")

    def _copy(self, file: Path, wanted: set[str], index: Path) -> None:
        """Copy the best file of each wanted book; note the name of the best file of every book."""

        def max_bytes(path: str) -> int:
            text = layouts.in_archive(path)
            return layouts.MAX_BYTES if text and text[0] in wanted else -1

        ranks: dict[str, int] = {}
        try:
            for member in tar_archive.members(file, max_bytes):
                text = layouts.in_archive(member.name)
                if not text:
                    continue
                number, rank, name = text
                if number in wanted and not member.data:
                    self._names.setdefault(number, _UNUSABLE)
                elif rank < ranks.get(number, rank + 1):
                    ranks[number], self._names[number] = rank, name
                    if member.data:
                        self._store(number, member.data)
        except tar_archive.ArchiveError as error:
            self._trouble = error
        else:
            write_atomic(index, json.dumps(self._names, sort_keys=True).encode())

    def _store(self, number: str, data: bytes) -> None:
        key = self._key(number)
        with self._cache.lock(key):
            partial = self._cache.partial(key)
            partial.start()
            partial.path.write_bytes(data)
            self._cache.store(key, partial)

    def _key(self, number: str) -> str:
        return f"{self._version}: {number}"


def _index(file: Path) -> dict[str, str] | None:
    """What an archive that was passed to its end holds, name by number; None if that is not known."""
    try:
        return _INDEX.validate_json(file.read_bytes())
    except (OSError, ValueError):
        return None
