"""Fetches the files of the selected books from folders and mirrors, a few at a time."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from dialogue_etl.core.progress import progress
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.books.mirrors.backends import BookFile, FolderBackend, WebMirror, first_answer
from dialogue_etl.sources.books.reading import FORMATS
from dialogue_etl.sources.folder import Folder
from dialogue_etl.web.client import Client
from dialogue_etl.web.failures import NoAnswerError, UnavailableError
from dialogue_etl.web.request import server_of

SAMPLE = Path(__file__).parents[3] / "sample" / "books"
_ALONE = 5  # books that are fetched one after the other first, which shows the layouts of a mirror
_REASONS = 5  # in the log

log = logging.getLogger("dialogue_etl")


class MirrorGoneError(DialogueEtlError):
    """No mirror answers any more, so books would be missing that the mirrors have."""


class BookFetcher:
    """Fetches files from the sample, the workspace's library, or the mirrors in the settings.

    Several mirrors are tried in order until one has the file.
    """

    def __init__(
        self, source: str, library_folder: Path, runtime: Runtime, formats: Sequence[str] = FORMATS
    ) -> None:
        """Prepare to fetch.

        Args:
            source: sample, library or mirror.
            library_folder: of the workspace.
            runtime: names the mirrors, and who asks.
            formats: in which a mirror's books are taken, the best first.
        """
        addresses = runtime.mirror.split() if source == "mirror" else []
        on_the_web = [address for address in addresses if address.startswith(("http://", "https://"))]
        self._servers = set(map(server_of, on_the_web))
        self._connections = runtime.connections
        self._client = Client(runtime, on_the_web)
        self._mirrors = {address: WebMirror(address, self._client, formats) for address in on_the_web}
        places = addresses or [str(SAMPLE if source == "sample" else library_folder)]
        self._backends = [
            self._mirrors.get(one) or FolderBackend(Folder(Path(one)), formats) for one in places
        ]
        if on_the_web and not runtime.contact:
            log.warning("DIALOGUE_ETL_CONTACT is not set: the mirror's people can't tell who asks")

    def fetch(self, path: str) -> Path:
        """A file of the catalogue, by its path on a mirror.

        Raises:
            MissingError: there is no such file.
            UnavailableError: it is not available for another reason.
        """
        return first_answer([backend.fetch for backend in self._backends], path)

    def books(self, entries: Sequence[Entry], language: str) -> dict[str, BookFile | UnavailableError]:
        """The files of books by id, or the errors; MissingError if no mirror has the book.

        Raises:
            MirrorGoneError: no mirror answers any more; files fetched so far are kept.
            OSError: a file cannot be written.
        """
        results = dict(progress(f"fetch {language}", self._fetched(entries), len(entries), unit="books"))
        _summarise(language, results)
        return results

    def _fetched(self, entries: Sequence[Entry]) -> Iterator[tuple[str, BookFile | UnavailableError]]:
        for entry in entries[:_ALONE]:
            yield entry.id, self._book(entry)
        for mirror in self._mirrors.values():
            mirror.settle()
        with ThreadPoolExecutor(self._connections) as threads:
            try:
                waiting = {threads.submit(self._book, entry): entry.id for entry in entries[_ALONE:]}
                for future in as_completed(waiting):
                    yield waiting.pop(future), future.result()
            except BaseException:
                self._client.stop()
                threads.shutdown(wait=False, cancel_futures=True)
                raise

    def _book(self, entry: Entry) -> BookFile | UnavailableError:
        try:
            return first_answer([backend.book for backend in self._backends], entry)
        except NoAnswerError as error:
            down = self._client.down()
            if self._servers <= set(down):
                raise MirrorGoneError(
                    f"{', '.join(down)} does not answer any more ({error}); what came is kept, and a further "
                    "run goes on from here; DIALOGUE_ETL_MIRROR can name several mirrors"
                ) from None
            return error
        except UnavailableError as error:
            return error


def _summarise(language: str, results: dict[str, BookFile | UnavailableError]) -> None:
    """Log the most frequent errors in a line; the drops table has a row for each."""
    reasons = Counter(str(result) for result in results.values() if isinstance(result, UnavailableError))
    if reasons:
        named = "; ".join(f"{why}: {number:,}" for why, number in reasons.most_common(_REASONS))
        counts = f"{reasons.total():,} of {len(results):,}"
        log.warning("fetch %s: %s books are not available: %s", language, counts, named)
