"""Stage `download`: fetches the selected books from sample, library or mirror, and decodes them.

First the files are downloaded into the store; then, with a job per shard, they are decoded, and header,
footer and the like are removed. The second part depends on the bytes only.
"""

import hashlib
import logging
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.filters import Drop
from dialogue_etl.sources import folder
from dialogue_etl.sources.books import gutenberg, quarantine, reading
from dialogue_etl.sources.books.catalogues import entries, selection
from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.books.mirrors.backends import BookFile
from dialogue_etl.sources.books.mirrors.fetching import BookFetcher
from dialogue_etl.sources.books.parameters import Books
from dialogue_etl.sources.books.tables import TEXTS
from dialogue_etl.text import encoding, privacy
from dialogue_etl.web.failures import MissingError, UnavailableError

log = logging.getLogger("dialogue_etl")

_STAGE = "download"
_WORTH_A_POOL = 50  # books: fewer are read before a second process has started
_REASONS: dict[type[Exception], str] = {
    UnavailableError: "unavailable",
    encoding.UndecodableError: "undecodable",
    reading.BadBookError: "unusable",
}


def download(
    *,
    language: str,
    catalogue: Path,
    library_folder: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Fetch the selected books of a language.

    Raises:
        MissingTableError: `catalogue` is not the output of the catalogue stage.
        MirrorGoneError: no mirror answers any more.
        TooManyError: too many files are quarantined.
    """
    selected = selection.select(entries.listed(catalogue), language, params)
    if not selected.chosen:
        _say_why(selected, language, params[Books].source)
    fetcher = BookFetcher(params[Books].source, library_folder, runtime, params[Books].formats)
    files = fetcher.books(selected.chosen, language)
    if params.privacy == "off":
        log.warning("%s %s: %s", _STAGE, language, privacy.OFF)
    settings = {"language": language, "source": params[Books].source, "privacy": params.privacy}
    jobs = _jobs(selected, files, params.storage.shards, settings)
    run.finish_stage(
        _STAGE,
        language,
        _shard,
        jobs,
        Counter(listed=selected.listed, books=0, characters=0, quarantined=0, masked=0),
        output=output,
        metrics=metrics,
        runtime=runtime,
        workers=runtime.workers if len(selected.chosen) > _WORTH_A_POOL else 1,
        check=partial(
            quarantine.refuse_too_many,
            language=language,
            selected=len(selected.chosen),
            limit=params[Books].max_quarantined,
        ),
    )


def _say_why(selected: selection.Selection, language: str, source: str) -> None:
    """Log why no book can be read."""
    if selected.listed:
        why = "the parameters of books and prefilter.rights leave out each of the %d that are listed"
        log.warning(f"No books in %s: {why}", language, selected.listed)
    elif source == "library":
        log.warning("No books in %s yet: dialogue-etl books add FILE --language %s", language, language)
    else:
        log.warning("No books in %s: the catalogue of %s lists none", language, source)


def _jobs(
    selected: selection.Selection,
    files: Mapping[str, BookFile | UnavailableError],
    count: int,
    settings: Mapping[str, Any],
) -> list[Job]:
    """A job per shard: its books, and the rows for missing files."""
    dealt: list[list[tuple[Entry, BookFile]]] = [[] for _ in range(count)]
    rows: list[list[dict[str, Any]]] = [[] for _ in range(count)]
    for row in (*selected.left_out, *selected.unknown):
        rows[shards.shard_of(row["id"], count)].append(row)
    for entry in sorted(selected.chosen, key=lambda entry: entry.id):
        shard, file = shards.shard_of(entry.id, count), files[entry.id]
        if isinstance(file, UnavailableError):
            # A mirror may keep a book in several places; of a library the file is known.
            name = entry.file or entry.id
            reason = "missing" if isinstance(file, MissingError) else "unavailable"
            rows[shard].append(_row(Drop(reason, detail=f"{name}: {file}"), entry))
        else:
            dealt[shard].append((entry, file))
    return [
        Job(
            inputs=tuple(file.path for _, file in books),
            settings={
                **settings,
                "books": [{"entry": entry.row(), "name": file.name} for entry, file in books],
                "left_out": dropped,
            },
        )
        for books, dropped in zip(dealt, rows, strict=True)
    ]


def _row(drop: Drop, entry: Entry) -> dict[str, Any]:
    return drop.row(stage=_STAGE, unit="file", id=entry.id, source_id=entry.id)


def _shard(job: Job, output: Path) -> dict[str, Any]:
    totals: Counter[str] = Counter()
    dropped: list[dict[str, Any]] = list(job.settings["left_out"])
    totals["quarantined"] = sum(row["unit"] == "file" for row in dropped)
    with shards.ShardWriter(output, 0, 1, ["drops"], texts=TEXTS) as writer:
        same = {key: job.settings[key] for key in ("language", "source")}
        for said, file in zip(job.settings["books"], job.inputs, strict=True):
            entry, name = Entry.of(said["entry"]), said["name"]
            try:
                row, masked = _text(
                    entry, name, folder.read_file(file, name, reading.MAX_BYTES), job.settings["privacy"]
                )
            except tuple(_REASONS) as error:
                why = f"{name}: {str(error).removeprefix(f'{name}: ')}"
                reason = next(name for kind, name in _REASONS.items() if isinstance(error, kind))
                dropped.append(_row(Drop(reason, detail=why), entry))
                totals["quarantined"] += 1
                continue
            writer.add("texts", [{**row, **same}], size=len(row["text"]))
            totals.update(privacy.as_totals(masked))
            totals["books"] += 1
            totals["characters"] += len(row["text"])
        writer.add("drops", sorted(dropped, key=lambda row: row["id"]))
    reasons = Counter((row["unit"], row["reason"]) for row in dropped)
    # A file that was there a moment ago may be there the next time.
    return {"totals": totals, "dropped": run.as_rows(reasons), "lasting": not reasons["file", "unavailable"]}


def _text(entry: Entry, name: str, data: bytes, choice: str) -> tuple[dict[str, Any], Counter[str]]:
    """A row of the texts table, but for language and source, and how much was masked, by kind.

    Raises:
        UndecodableError: it is not a text.
        BadBookError: it is another file than the catalogue lists, or in a form that is not read.
    """
    digest = hashlib.sha256(data).hexdigest()
    if entry.sha256 and digest != entry.sha256:
        raise reading.BadBookError("changed since it was added to the library: add it again")
    read = reading.read(data)
    if entry.file is None and name.endswith(".txt") and read.format != reading.TEXT:
        raise reading.BadBookError("a web page, not a text")  # as a copy of a mirror may have kept one
    head = gutenberg.header(read.text)
    work = gutenberg.taken_apart(read.text)
    masked: Counter[str] = Counter()

    def shown(text: str) -> str:
        left, counts = privacy.masking(choice)(text)
        masked.update(counts)
        return left

    row = {
        "id": entry.id,
        "title": shown(entry.title or head.title),
        "authors": list(map(shown, entry.authors)),
        "rights": shown(head.rights if entry.rights is None else entry.rights),
        "url": name,
        "sha256": digest,
        "encoding": read.encoding,
        "stated_languages": head.language,
        "text": shown(work.text),
        "pieces": [{"start": piece.start, "end": piece.end} for piece in work.pieces],
    }
    return row, masked
