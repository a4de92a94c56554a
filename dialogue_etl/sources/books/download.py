"""Stage `download`: books from sample, library or mirror, as decoded texts without header and footer."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl import filters, run, shards
from dialogue_etl.filters import Drop
from dialogue_etl.run import Job
from dialogue_etl.sources.books import catalogue, gutenberg, library, mirror, quarantine
from dialogue_etl.sources.books.catalogue import Entry
from dialogue_etl.text import encoding

if TYPE_CHECKING:
    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.books.mirror import Mirror

SAMPLE = Path(__file__).parents[2] / "sample"
_STAGE = "download"
_WORTH_A_POOL = 50  # books: fewer are read before a second process has started
_REASONS: dict[type[Exception], str] = {
    mirror.UnavailableError: "unavailable",
    mirror.MissingError: "unavailable",
    catalogue.CatalogueError: "unusable",
    encoding.UndecodableError: "undecodable",
    quarantine.BadBookError: "unusable",
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

    def files(self, entry: Entry) -> list[Path]:
        """The files of a book, where they lie on this machine."""
        if self.folder is None:
            return []
        record = [] if entry.rights is not None else [catalogue.rdf_path(entry.id.removeprefix("pg"))]
        return [self.folder / path for path in (entry.path, *record) if mirror.leads_inside(path)]


def download(
    *, language: str, library_folder: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Fetch the selected books of a language.

    Raises:
        CatalogueError: the catalogue can't be read.
        UnavailableError: the catalogue can't be had.
        TooManyError: too many files are quarantined.
    """
    origin = _origin(params.books.source, library_folder, runtime)
    everything = _listed(origin)
    listed = [book for book in everything if language in book.languages]
    selected, left_out = select(listed, params)
    left_out += _unknown(everything, params)
    jobs = _jobs(selected, left_out, params.storage.shards, language, origin)
    # One connection to a mirror is polite; a folder is read as fast as it goes.
    workers = runtime.workers if origin.folder and len(selected) > _WORTH_A_POOL else 1
    run.finish_stage(
        _STAGE,
        language,
        partial(_shard, origin=origin),
        jobs,
        Counter(listed=len(listed), books=0, characters=0, quarantined=0),
        output=output,
        metrics=metrics,
        runtime=runtime,
        workers=workers,
        check=partial(
            quarantine.refuse_too_many,
            language=language,
            selected=len(selected),
            limit=params.books.max_quarantined,
        ),
    )


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


def _jobs(
    books: list[Entry], left_out: list[dict[str, Any]], count: int, language: str, origin: Origin
) -> list[Job]:
    """A job per shard: its books, and the rows for what the selection left out."""
    dealt: list[list[Entry]] = [[] for _ in range(count)]
    rows: list[list[dict[str, Any]]] = [[] for _ in range(count)]
    for book in books:
        dealt[shards.shard_of(book.id, count)].append(book)
    for row in left_out:
        rows[shards.shard_of(row["id"], count)].append(row)
    return [
        Job(
            inputs=tuple(path for entry in entries for path in origin.files(entry)),
            settings={
                "language": language,
                "source": origin.source,
                "entries": [asdict(entry) for entry in entries],
                "left_out": dropped,
            },
        )
        for entries, dropped in zip(dealt, rows, strict=True)
    ]


def _shard(job: Job, folder: Path, *, origin: Origin) -> dict[str, Any]:
    totals: Counter[str] = Counter()
    files = origin.mirror()
    dropped: list[dict[str, Any]] = list(job.settings["left_out"])
    with shards.ShardWriter(folder, 0, 1, ["texts", "drops"]) as writer:
        for fields in job.settings["entries"]:
            entry = Entry(**fields)
            try:
                row = fetch(entry, files, job.settings["language"], origin.source)
            except tuple(_REASONS) as error:
                drop = Drop(
                    _REASONS[type(error)],
                    detail=f"{entry.path}: {str(error).removeprefix(f'{entry.path}: ')}",
                )
                dropped.append(drop.row(stage=_STAGE, unit="file", id=entry.id, source_id=entry.id))
                totals["quarantined"] += 1
                continue
            writer.add("texts", [row], size=len(row["text"]))
            totals["books"] += 1
            totals["characters"] += len(row["text"])
        writer.add("drops", dropped)
    reasons = Counter((row["unit"], row["reason"]) for row in dropped)
    # What a server holds, or a file that was there a moment ago, may be had the next time.
    lasting = origin.folder is not None and not reasons["file", "unavailable"]
    return {"totals": totals, "dropped": run.listed(reasons), "lasting": lasting}


def fetch(entry: Entry, files: Mirror, language: str, source: str) -> dict[str, Any]:
    """A row of the texts table.

    Raises:
        UnavailableError: the file can't be had.
        UndecodableError: it is not a text.
        BadBookError: it is another file than the catalogue lists, or in some markup.
        CatalogueError: its record can't be read.
    """
    data = files.read(entry.path)
    digest = hashlib.sha256(data).hexdigest()
    if entry.sha256 and digest != entry.sha256:
        raise quarantine.BadBookError("changed since it was added to the library: add it again")
    text, codec = quarantine.text_of(data)
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
