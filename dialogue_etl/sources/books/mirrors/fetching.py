"""The files of the selected books: from folders, archives and mirrors, a few at a time."""

from __future__ import annotations

import logging
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.progress import progress
from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.sources.books.mirrors.backends import (
    Backend,
    Backends,
    BookFile,
    LibraryFolder,
    MirrorFolder,
    WebMirror,
)
from dialogue_etl.sources.books.mirrors.text_archive import TextArchive
from dialogue_etl.sources.folder import Folder
from dialogue_etl.sources.tar_archive import SUFFIXES
from dialogue_etl.web.client import Client
from dialogue_etl.web.failures import MissingError, NoAnswerError, UnavailableError
from dialogue_etl.web.private_networks import server_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.books.catalogues.entries import Entry

SAMPLE = Path(__file__).parents[3] / "sample" / "books"
_ALONE = 5  # books that are fetched one after the other first, which shows the layouts of a mirror
_EXAMPLES = 5  # reasons in the log

log = logging.getLogger("dialogue_etl")


class MirrorGoneError(DialogueEtlError):
    """No mirror answers any more: what is missing would be missing for no reason of its own."""


@dataclass(frozen=True)
class Failed:
    """A book whose file is not available.

    Attributes:
        missing: whether no backend has it; else a later run may get it.
        why: a sentence.
    """

    missing: bool
    why: str


class BookFetcher:
    """Fetches files from the sample, the workspace's library, or the mirrors in the settings.

    Attributes:
        backends: what is asked for files, one after the other.
    """

    def __init__(self, source: str, library_folder: Path, runtime: Runtime) -> None:
        addresses = runtime.mirror.split() if source == "mirror" else []
        on_the_web = [address for address in addresses if _is_web(address)]
        self._servers = set(map(server_of, on_the_web))
        self._connections = runtime.connections
        self._client = Client(runtime, on_the_web)
        if source == "mirror":
            self.backends = Backends([_backend(address, self._client) for address in addresses])
            if on_the_web and not runtime.contact:
                log.warning("DIALOGUE_ETL_CONTACT is not set: the mirror's people can't tell who asks")
        elif source == "sample":
            self.backends = Backends([MirrorFolder(Folder(SAMPLE))])
        else:
            self.backends = Backends([LibraryFolder(Folder(library_folder))])

    def books(self, entries: Sequence[Entry], language: str) -> dict[str, BookFile | Failed]:
        """The files of books, or why they are not available, by id.

        Raises:
            MirrorGoneError: no mirror answers any more; what came is kept.
            OSError: a file cannot be written.
        """
        self.backends.prepare(entries)
        came = progress(
            f"fetch {language}",
            self._fetched(entries),
            len(entries),
            unit="books",
            size=lambda one: _size(one[1]),
        )
        results = dict(came)
        self._client.cache.sweep()
        _summarise(language, results)
        return results

    def _fetched(self, entries: Sequence[Entry]) -> Iterator[tuple[str, BookFile | Failed]]:
        for entry in entries[:_ALONE]:
            yield entry.id, self._book(entry)
        self.backends.settle()
        with ThreadPoolExecutor(self._connections) as threads:
            try:
                waiting = {threads.submit(self._book, entry): entry.id for entry in entries[_ALONE:]}
                for future in as_completed(waiting):
                    yield waiting.pop(future), future.result()
            except BaseException:
                self._client.stop()
                threads.shutdown(wait=False, cancel_futures=True)
                raise

    def _book(self, entry: Entry) -> BookFile | Failed:
        try:
            return self.backends.book(entry)
        except NoAnswerError as error:
            down = self._client.down()
            if self._servers <= set(down):
                raise MirrorGoneError(
                    f"{', '.join(down)} does not answer any more ({error}); what came is kept, and a further "
                    "run goes on from here; DIALOGUE_ETL_MIRROR can name several mirrors"
                ) from None
            return Failed(missing=False, why=str(error))
        except UnavailableError as error:
            return Failed(missing=isinstance(error, MissingError), why=str(error))


def _backend(address: str, client: Client) -> Backend:
    parent, _, name = address.rstrip("/").rpartition("/")
    if not name.endswith(SUFFIXES):
        return WebMirror(address, client) if _is_web(address) else MirrorFolder(Folder(Path(address)))
    if _is_web(address):
        return TextArchive(
            lambda: client.fetch(address, layouts.ARCHIVE),
            lambda beside: client.fetch(f"{parent}/{beside}", layouts.CATALOGUE),
            client.cache,
        )
    folder = Folder(Path(parent or "/"))
    return TextArchive(lambda: folder.fetch(name), folder.fetch, client.cache)


def _is_web(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _size(result: BookFile | Failed) -> int:
    return result.path.stat().st_size if isinstance(result, BookFile) else 0


def _summarise(language: str, results: dict[str, BookFile | Failed]) -> None:
    """Say what failed and why, in a few lines; the drops table has a row for each."""
    failed = {id: result for id, result in results.items() if isinstance(result, Failed)}
    if not failed:
        return
    log.warning(
        "fetch %s: %s of %s books are not available", language, f"{len(failed):,}", f"{len(results):,}"
    )
    reasons = Counter(result.why for result in failed.values())
    for why, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))[:_EXAMPLES]:
        example = min(id for id, result in failed.items() if result.why == why)
        log.warning("fetch %s: %s: %s, such as %s", language, why, f"{number:,}", example)
