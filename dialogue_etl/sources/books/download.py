"""Stage `download`: books from sample, library or mirror, as decoded texts without header and footer."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl import filters, run, shards
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters import Drop
from dialogue_etl.sources.books import catalogue, gutenberg, library, mirror
from dialogue_etl.text import encoding

if TYPE_CHECKING:
    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.books.catalogue import Entry
    from dialogue_etl.sources.books.mirror import Mirror

SAMPLE = Path(__file__).parents[2] / "sample"
_STAGE = "download"
_WORTH_A_POOL = 50  # books: fewer are read before a second process has started


class BadBookError(DialogueEtlError):
    """A book can't be used; the message says why."""


_REASONS: dict[type[Exception], str] = {
    mirror.UnavailableError: "unavailable",
    mirror.MissingError: "unavailable",
    catalogue.CatalogueError: "unusable",
    encoding.UndecodableError: "undecodable",
    BadBookError: "unusable",
}


@dataclass(frozen=True)
class Origin:
    """Where books come from, in a form that can be sent to another process."""

    source: str
    folder: Path | None
    runtime: Runtime

    def mirror(self) -> Mirror:
        """The files behind it."""
        if self.folder is not None:
            return mirror.Folder(self.folder)
        settings = self.runtime
        return mirror.Http(
            settings.mirror,
            store=settings.store,
            contact=settings.contact,
            delay=settings.delay,
            timeout=settings.timeout,
        )


@dataclass(frozen=True)
class _Job:
    index: int
    count: int
    entries: tuple[Entry, ...]
    language: str
    output: Path
    origin: Origin


def download(
    *, language: str, library_folder: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Fetch the selected books of a language.

    Raises:
        CatalogueError: the catalogue can't be read.
        UnavailableError: the catalogue can't be had.
    """
    origin = _origin(params.books.source, library_folder, runtime)
    everything = _listed(origin)
    listed = [book for book in everything if language in book.languages]
    selected, left_out = select(listed, params)
    left_out += _unknown(everything, params)
    with shards.whole(output) as folder:
        jobs = _jobs(selected, params.storage.shards, language, folder, origin)
        # One connection to a mirror is polite; a folder is read as fast as it goes.
        workers = runtime.workers if origin.folder and len(selected) > _WORTH_A_POOL else 1
        totals: Counter[str] = Counter(books=0, characters=0)
        reasons: Counter[tuple[str, str]] = Counter((row["unit"], row["reason"]) for row in left_out)
        for counts, failed in run.over_shards(f"download {language}", _shard, jobs, workers=workers):
            totals.update(counts)
            reasons.update(failed)
        with shards.ShardWriter(folder, len(jobs), len(jobs) + 1, ["drops"]) as writer:
            writer.add("drops", left_out)
    result = {"listed": len(listed), **totals, "dropped": run.count_reasons(reasons)}
    run.write_metrics(metrics, result)
    run.report_counts(_STAGE, language, result)


def _origin(source: str, library_folder: Path, runtime: Runtime) -> Origin:
    folder = {"sample": SAMPLE, "library": library_folder}.get(source)
    return Origin(source, folder, runtime)


def _listed(origin: Origin) -> list[Entry]:
    if origin.source == "library" and origin.folder:
        return library.read(origin.folder)
    return list(catalogue.parse(origin.mirror().read(catalogue.CATALOGUE_PATH)))


def select(listed: list[Entry], params: Params) -> tuple[list[Entry], list[dict[str, Any]]]:
    """The books to take, by id, and a row for each that the ban list or `max_books` leaves out.

    `max_books` takes the books with the smallest hashes: another book moves at most one.
    """
    chosen, left_out = [], []
    for book in sorted(listed, key=lambda book: book.id):
        if params.books.ids and book.id not in params.books.ids:
            continue
        drop = filters.banned(book.id, params.books.banned)
        if drop:
            left_out.append(drop.row(stage=_STAGE, unit="book", id=book.id, source_id=book.id))
        else:
            chosen.append(book)
    limit = params.books.max_books
    if limit and len(chosen) > limit:
        ranked = sorted(chosen, key=lambda book: hashlib.sha256(book.id.encode()).digest())
        for book in ranked[limit:]:
            drop = Drop("max_books", len(chosen), limit)
            left_out.append(drop.row(stage=_STAGE, unit="book", id=book.id, source_id=book.id))
        chosen = sorted(ranked[:limit], key=lambda book: book.id)
    return chosen, sorted(left_out, key=lambda row: row["id"])


def _unknown(everything: list[Entry], params: Params) -> list[dict[str, Any]]:
    """A row for each wanted id that no catalogue entry has, in any language."""
    unknown = sorted(set(params.books.ids) - {book.id for book in everything})
    drop = Drop("not_listed", detail="books.ids names it, but the catalogue does not list it")
    return [drop.row(stage=_STAGE, unit="book", id=id, source_id=id) for id in unknown]


def _jobs(books: list[Entry], count: int, language: str, folder: Path, origin: Origin) -> list[_Job]:
    dealt: list[list[Entry]] = [[] for _ in range(count)]
    for book in books:
        dealt[shards.shard_of(book.id, count)].append(book)
    return [_Job(i, count, tuple(entries), language, folder, origin) for i, entries in enumerate(dealt)]


def _shard(job: _Job) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    counts: Counter[str] = Counter()
    failed: Counter[tuple[str, str]] = Counter()
    files = job.origin.mirror()
    # One file more than shards: the last one holds what the selection left out.
    with (
        shards.ShardWriter(job.output, job.index, job.count, ["texts"]) as texts,
        shards.ShardWriter(job.output, job.index, job.count + 1, ["drops"]) as drops,
    ):
        for entry in job.entries:
            try:
                row = fetch(entry, files, job.language, job.origin.source)
            except tuple(_REASONS) as error:
                drop = Drop(
                    _REASONS[type(error)],
                    detail=f"{entry.path}: {str(error).removeprefix(f'{entry.path}: ')}",
                )
                drops.add("drops", [drop.row(stage=_STAGE, unit="file", id=entry.id, source_id=entry.id)])
                failed["file", drop.reason] += 1
                continue
            texts.add("texts", [row], size=len(row["text"]))
            counts["books"] += 1
            counts["characters"] += len(row["text"])
    return counts, failed


def fetch(entry: Entry, files: Mirror, language: str, source: str) -> dict[str, Any]:
    """A row of the texts table.

    Raises:
        UnavailableError: the file can't be had.
        UndecodableError: it is not a text.
        BadBookError: it is another file than the catalogue lists, or a web page.
        CatalogueError: its record can't be read.
    """
    data = files.read(entry.path)
    digest = hashlib.sha256(data).hexdigest()
    if entry.sha256 and digest != entry.sha256:
        raise BadBookError("changed since it was added to the library: add it again")
    if data[:200].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        raise BadBookError("a web page, not a text")
    text, codec = encoding.decode(data)
    head = gutenberg.header(text)
    return {
        "id": entry.id,
        "source": source,
        "language": language,
        "title": entry.title or head.title,
        "authors": list(entry.authors),
        "rights": _rights(entry, files, head),
        "url": entry.path,
        "sha256": digest,
        "encoding": codec,
        "stated_languages": head.language,
        "text": gutenberg.strip(text),
    }


def _rights(entry: Entry, files: Mirror, head: gutenberg.Header) -> str:
    """From the catalogue; else from the book's record; else, where there is none, from its own header."""
    if entry.rights is not None:
        return entry.rights
    try:
        return catalogue.rights(files.read(catalogue.rdf_path(entry.id.removeprefix("pg"))))
    except mirror.MissingError:
        return head.rights
