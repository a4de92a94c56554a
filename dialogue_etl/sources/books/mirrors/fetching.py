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
from dialogue_etl.sources.books.mirrors import archive, layouts
from dialogue_etl.sources.books.mirrors.found import Found
from dialogue_etl.sources.books.mirrors.places import Copied, Listed, Places
from dialogue_etl.sources.books.mirrors.text_archive import Archive
from dialogue_etl.sources.books.mirrors.web_mirror import Web
from dialogue_etl.sources.folder import Folder
from dialogue_etl.web.client import Client, Manners
from dialogue_etl.web.failures import MissingError, NoAnswerError, UnavailableError
from dialogue_etl.web.guard import server_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.books.catalogues.entries import Entry
    from dialogue_etl.sources.books.mirrors.places import Place

SAMPLE = Path(__file__).parents[3] / "sample" / "books"
_SECONDS_PER_DAY = 86_400
_FIRST = 5  # books
_NAMED = 5  # reasons in the log

log = logging.getLogger("dialogue_etl")


class MirrorGoneError(DialogueEtlError):
    """No mirror answers any more: what is missing would be missing for no reason of its own."""


@dataclass(frozen=True)
class Failed:
    """A book whose file can't be had.

    Attributes:
        missing: whether no place holds it; else it may be had another time.
        why: a sentence.
    """

    missing: bool
    why: str


class Source:
    """Where books come from: the sample, the workspace's library, or the mirrors in the settings.

    Attributes:
        places: what is asked for files, one after the other.
        folder: a copy of a mirror on this machine, if one is among them.
    """

    def __init__(self, source: str, library_folder: Path, runtime: Runtime) -> None:
        addresses = runtime.mirror.split() if source == "mirror" else []
        folders = (Path(address) for address in addresses if not _is_web(address))
        self.folder = next((folder for folder in folders if folder.is_dir()), None)
        self._servers = {server_of(address) for address in addresses if _is_web(address)}
        self._connections = runtime.connections
        self._client = Client(runtime.store, manners(runtime, addresses))
        if source == "mirror":
            self.places = Places([_place(address, self._client) for address in addresses])
            if not runtime.contact and any(map(_is_web, addresses)):
                log.warning("DIALOGUE_ETL_CONTACT is not set: the mirror's people can't tell who asks")
        else:
            self.places = Places(
                [Copied(Folder(SAMPLE)) if source == "sample" else Listed(Folder(library_folder))]
            )

    def books(self, entries: Sequence[Entry], language: str) -> dict[str, Found | Failed]:
        """The files of books, or why they can't be had, by id.

        Raises:
            MirrorGoneError: no mirror answers any more; what came is kept.
            OSError: what came can't be kept.
        """
        self.places.prepare(entries)
        came = progress(
            f"fetch {language}",
            self._fetched(entries),
            len(entries),
            unit="books",
            size=lambda one: _size(one[1]),
        )
        results = dict(came)
        self._client.downloads.sweep()
        _summarise(language, results)
        return results

    def _fetched(self, entries: Sequence[Entry]) -> Iterator[tuple[str, Found | Failed]]:
        """The first few one after the other, which shows the layouts of a mirror; then several at a time."""
        for entry in entries[:_FIRST]:
            yield entry.id, self._book(entry)
        self.places.settle()
        with ThreadPoolExecutor(self._connections) as threads:
            try:
                waiting = {threads.submit(self._book, entry): entry.id for entry in entries[_FIRST:]}
                for future in as_completed(waiting):
                    yield waiting.pop(future), future.result()
            except BaseException:
                self._client.stop()
                threads.shutdown(wait=False, cancel_futures=True)
                raise

    def _book(self, entry: Entry) -> Found | Failed:
        try:
            return self.places.book(entry)
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


def manners(runtime: Runtime, addresses: Sequence[str]) -> Manners:
    """How this machine's settings let us ask."""
    return Manners(
        allowed=tuple(filter(_is_web, addresses)),
        contact=runtime.contact,
        delay=runtime.delay,
        timeout=runtime.timeout,
        attempts=runtime.attempts,
        first_pause=runtime.first_pause,
        longest_wait=runtime.longest_wait,
        fresh=runtime.fresh_days * _SECONDS_PER_DAY,
    )


def _place(address: str, client: Client) -> Place:
    parent, _, name = address.rstrip("/").rpartition("/")
    if not name.endswith(archive.SUFFIXES):
        return Web(address, client) if _is_web(address) else Copied(Folder(Path(address)))
    if _is_web(address):
        return Archive(
            lambda: client.fetch(address, layouts.ARCHIVE),
            lambda beside: client.fetch(f"{parent}/{beside}", layouts.CATALOGUE),
            client,
        )
    folder = Folder(Path(parent or "/"))
    return Archive(lambda: folder.fetch(name), folder.fetch, client)


def _is_web(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _size(result: Found | Failed) -> int:
    return result.file.stat().st_size if isinstance(result, Found) else 0


def _summarise(language: str, results: dict[str, Found | Failed]) -> None:
    """Say what failed and why, in a few lines; the drops table has a row for each."""
    failed = {id: result for id, result in results.items() if isinstance(result, Failed)}
    if not failed:
        return
    log.warning(
        "fetch %s: %s of %s books could not be had", language, f"{len(failed):,}", f"{len(results):,}"
    )
    reasons = Counter(result.why for result in failed.values())
    for why, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))[:_NAMED]:
        example = min(id for id, result in failed.items() if result.why == why)
        log.warning("fetch %s: %s: %s, such as %s", language, why, f"{number:,}", example)
