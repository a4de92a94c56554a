"""Stage `read`: from archives and subtitle files to films and their sentences.

A job per shard. A shard is read again only if the fingerprint of one of its files changed, so a new archive
does not mean reading everything.
"""

import gzip
import hashlib
import logging
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.filters import Drop
from dialogue_etl.sources.quarantine import refuse_too_many
from dialogue_etl.sources.subtitles import archive, entries, library, masking
from dialogue_etl.sources.subtitles.entries import STAGE, Entry
from dialogue_etl.sources.subtitles.parameters import Subtitles
from dialogue_etl.sources.subtitles.subtitle import Subtitle, UnreadableError
from dialogue_etl.sources.subtitles.tables import FILMS, SENTENCES
from dialogue_etl.text import language_id, privacy

log = logging.getLogger("dialogue_etl")

PARAMETER = "subtitles.max_quarantined"
_QUARANTINED = frozenset({"missing", "unavailable", "unusable", "undecodable", "cut"})
_WORTH_A_POOL = 50  # files: fewer are read before a second process has started


def read(
    *,
    language: str,
    library: Path,
    archives: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Read the subtitle files of a language.

    Raises:
        LibraryError: the catalogue of the library can't be used.
        TooManyError: too many files can't be read.
    """
    found = entries.listed(language, params[Subtitles], library, archives, runtime)
    if params.privacy == "off":
        log.warning("%s %s: %s", STAGE, language, privacy.OFF)
    number = len(found.entries) + len(found.drops)
    if not number:
        log.warning(
            "No subtitles in %s yet: dialogue-etl subtitles add FILE --language %s", language, language
        )
    run.finish_stage(
        STAGE,
        language,
        partial(_shard, archives=found.archives, folder=_folder(params[Subtitles].source, library)),
        _jobs(found, language, params),
        Counter(files_in=0, films=0, damaged=0, blocks=0, lines_in=0, lines=0, sentences=0, masked=0),
        output=output,
        metrics=metrics,
        runtime=runtime,
        workers=runtime.workers if number > _WORTH_A_POOL or not runtime.alone_below else 1,
        check=partial(
            _check_quarantine, number=number, language=language, limit=params[Subtitles].max_quarantined
        ),
    )


def _folder(source: str, folder: Path) -> Path:
    return library.SAMPLE if source == "sample" else folder


def _jobs(found: entries.Listed, language: str, params: Params) -> list[Job]:
    count = params.storage.shards
    rows: list[list[dict[str, Any]]] = [[] for _ in range(count)]
    left_out: list[list[dict[str, Any]]] = [[] for _ in range(count)]
    for id in sorted(found.entries):
        rows[shards.shard_of(id, count)].append(found.entries[id].row())
    for drop in found.drops:
        left_out[shards.shard_of(drop["source_id"], count)].append(drop)
    said = {
        "language": language,
        "corpus": params[Subtitles].source,
        **settings_of(params[Subtitles]),
        "privacy": params.privacy,
    }
    return [
        Job(settings={**said, "entries": mine, "left_out": out})
        for mine, out in zip(rows, left_out, strict=True)
    ]


def _shard(job: Job, folder_made: Path, *, archives: Mapping[str, Path], folder: Path) -> dict[str, Any]:
    """Read the files of a shard, one after the other."""
    said = job.settings
    totals: Counter[str] = Counter(files_in=len(said["entries"]) + len(said["left_out"]))
    reasons = Counter(("file", row["reason"]) for row in said["left_out"])
    with ExitStack() as stack:
        tables = {"films": FILMS, "sentences": SENTENCES}
        writer = stack.enter_context(shards.ShardWriter(folder_made, 0, 1, ["drops"], **tables))
        opened: dict[str, zipfile.ZipFile] = {}
        writer.add("drops", said["left_out"])
        for row in said["entries"]:
            entry = Entry(**row)
            try:
                if entry.archive and entry.archive not in opened:
                    opened[entry.archive] = stack.enter_context(archive.open_zip(archives[entry.archive]))
                found, digest = read_entry(entry, opened, folder, said["language"], said)
            except UnreadableError as error:
                drop = Drop(error.reason, detail=f"{entry.url}: {error}"[:200])
                writer.add("drops", [drop.row(stage=STAGE, unit="file", id=entry.id, source_id=entry.id)])
                reasons["file", error.reason] += 1
                continue
            masked = masking.masked(found, said["privacy"])
            totals.update(privacy.as_totals(masked))
            film = masking.shown(film_row(entry, found, digest, said), said["privacy"])
            writer.add("films", [film])
            writer.write("sentences", sentence_table(entry.id, found))
            totals.update(films=1, damaged=found.damaged, blocks=found.blocks, sentences=film["sentences"])
            totals.update(lines_in=found.lines + found.left_out.total(), lines=found.lines)
            reasons.update({("line", why): number for why, number in found.left_out.items() if number})
    return {"totals": totals, "dropped": run.as_rows(reasons)}


def read_entry(
    entry: Entry,
    opened: Mapping[str, zipfile.ZipFile],
    folder: Path,
    language: str,
    settings: Mapping[str, Any],
) -> tuple[Subtitle, str]:
    """Read a subtitle file; also return the SHA-256 of its uncompressed bytes.

    Args:
        entry: which file.
        opened: archives by name.
        folder: of files outside archives.
        language: BCP-47 tag.
        settings: the result of `settings_of`.

    Raises:
        UnreadableError: it can't be read.
    """
    if entry.problem:
        raise UnreadableError("unusable", entry.problem)
    digest = hashlib.sha256()
    pieces = _noted(_pieces(entry, opened, folder), digest)
    if entry.form == "xml":
        from dialogue_etl.sources.subtitles import opus  # noqa: PLC0415 - lxml, only where it is needed

        found = opus.read(pieces, language, corrections=settings["corrections"])
    else:
        from dialogue_etl.sources.subtitles import subtitle_files  # noqa: PLC0415 - pysubs2, the same

        rate, styles = settings["frame_rate"], settings["styles"]
        found = subtitle_files.read(b"".join(pieces), language, frame_rate=rate, only=styles)
    return found, digest.hexdigest()


def settings_of(params: Subtitles) -> dict[str, Any]:
    """The parameters that decide how a file is read."""
    return {
        "corrections": params.corrections,
        "frame_rate": params.frame_rate,
        "styles": [style.casefold() for style in params.styles],
    }


def _pieces(entry: Entry, opened: Mapping[str, zipfile.ZipFile], folder: Path) -> Iterator[bytes]:
    if entry.archive:
        crc, size = entry.content.split()
        yield from archive.pieces(opened[entry.archive], archive.Member(entry.url, int(crc, 16), int(size)))
        return
    path = folder / entry.url
    try:
        with path.open("rb") as file:
            yield from archive.unpacked(file, path.stat().st_size, packed=path.suffix == ".gz")
    except (OSError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableError("cut", f"cut off or damaged: {error}") from None


def _noted(pieces: Iterator[bytes], digest: Any) -> Iterator[bytes]:
    for piece in pieces:
        digest.update(piece)
        yield piece


def film_row(entry: Entry, found: Subtitle, digest: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the films table.

    Args:
        entry: the subtitle file.
        found: its content.
        digest: of its bytes.
        said: settings with the keys `language` and `corpus`.
    """
    lists: dict[str, Any] = {"genres": [], "countries": [], "original_languages": [], "certifications": []}
    stated = {"title": entry.title or None, "year": entry.year}
    written = language_id.of_document(said["language"], found.text)
    return {
        **lists,
        "id": entry.id,
        "film_id": entry.film_id,
        "language": said["language"],
        "corpus": said["corpus"],
        "rights": entry.rights,
        "url": f"{entry.archive}/{entry.url}" if entry.archive else entry.url,
        "sha256": digest,
        **stated,
        **found.facts,
        "other_language": written.other if written else None,
        "found_language": written.language if written else None,
        "duration_ms": found.duration_ms,
        "blocks": found.blocks,
        "sentences": len(found.sentences),
        "damaged": found.damaged,
    }


def sentence_table(id: str, found: Subtitle) -> pa.Table:
    """The rows of the sentences table of a subtitle file."""
    columns: dict[str, Any] = {"source_id": [id] * len(found.sentences)}
    columns["number"] = range(1, len(found.sentences) + 1)
    for name in SENTENCES.names[2:]:
        columns[name] = [getattr(sentence, name) for sentence in found.sentences]
    arrays = [pa.array(columns[field.name], field.type) for field in SENTENCES]
    return pa.Table.from_arrays(arrays, schema=SENTENCES)


def _check_quarantine(folders: Sequence[Path], *, number: int, language: str, limit: float) -> None:
    if limit < 1:
        rows = (row for folder in folders for row in shards.read(folder, "drops", ["reason", "detail"]))
        bad = [row["detail"] for row in rows if row["reason"] in _QUARANTINED]
        what = f"files ({language}) can't be read"
        refuse_too_many(len(bad), number, bad, what=what, parameter=PARAMETER, limit=limit)
