"""Stage `catalogue`: all there is, from pg_catalog.csv, RDF records or one's own library, as one table."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl import run, shards
from dialogue_etl.sources.books.catalogues import library, pg_archive, pg_catalogue, pg_records
from dialogue_etl.sources.books.catalogues.entries import (
    STAGE,
    TEXT,
    CatalogueError,
    Entry,
    Found,
    Unreadable,
    order,
)
from dialogue_etl.sources.books.mirrors.fetching import BookFetcher
from dialogue_etl.sources.books.tables import CATALOGUE
from dialogue_etl.web.failures import MissingError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.books.mirrors.backends import Backend

_TOP = 20  # types and languages in the metrics; the real catalogue has seven types and 70 languages
_AT_ONCE = 2_000  # entries between Python and Arrow


def catalogue(*, library_folder: Path, output: Path, metrics: Path, params: Params, runtime: Runtime) -> None:
    """Write the entries of a catalogue, whatever their type and language.

    Args:
        library_folder: the library of the workspace.
        output: folder for the tables `catalogue`, by number, and `drops`.
        metrics: JSON file for the counts.
        params: `books.source` and, for a mirror, `books.catalogue` choose what is read. The sample is listed
            in a pg_catalog.csv and has a record beside each text.
        runtime: where the mirror is.

    Raises:
        CatalogueError: the catalogue can't be read.
        UnavailableError: it is not available.
    """
    source = params.books.source
    files = BookFetcher(source, library_folder, runtime).backends
    if source == "library":
        found: Iterator[Found] = iter(library.read(library_folder))
    elif source == "sample":
        found = _with_rights(_from_csv(files), files)
    elif params.books.catalogue == "csv":
        found = _from_csv(files)
    else:
        found = pg_archive.read(files.fetch(pg_archive.PATH), pg_archive.PATH)
    counts = _Counts()
    with (
        shards.atomic_folder(output) as folder,
        shards.ShardWriter(folder, 0, 1, ["drops"], catalogue=CATALOGUE) as writer,
    ):
        for rows in _by_number(counts.over(_once(found), writer)):
            writer.write(STAGE, rows)
    figures = counts.figures()
    run.write_metrics(metrics, figures)
    run.report_counts(STAGE, source, figures)


def _from_csv(files: Backend) -> Iterator[Found]:
    *first, last = pg_catalogue.PATHS
    for path in first:
        with suppress(MissingError):
            return pg_catalogue.read(files.fetch(path), path)
    return pg_catalogue.read(files.fetch(last), last)


def _with_rights(listed: Iterable[Found], files: Backend) -> Iterator[Found]:
    """Entries with what the record beside each text states; those without a record as they are."""
    for entry in listed:
        if isinstance(entry, Unreadable):
            yield entry
            continue
        path = pg_records.record_path(entry.number)
        try:
            yield replace(entry, rights=pg_records.rights(_content(files, path)))
        except MissingError:
            yield entry
        except (CatalogueError, UnavailableError) as error:
            yield Unreadable(entry.id, f"{path}: {str(error).removeprefix(f'{path}: ')}")


def _content(files: Backend, path: str) -> bytes:
    """The bytes of a record, or as many as show that it is too long."""
    with files.fetch(path).open("rb") as file:
        return file.read(pg_records.MAX_BYTES + 1)


def _once(found: Iterable[Found]) -> Iterator[Found]:
    """Each book once: the first entry counts."""
    seen: set[str] = set()
    for entry in found:
        if isinstance(entry, Unreadable):
            yield entry
        elif entry.id in seen:
            yield Unreadable(entry.id, f"{entry.id} is listed twice: the first entry counts")
        else:
            seen.add(entry.id)
            yield entry


class _Counts:
    """What the metrics say, counted as entries pass."""

    def __init__(self) -> None:
        self._totals = Counter(entries=0, rights_stated=0, unreadable=0)
        self._types: Counter[str] = Counter()
        self._languages: Counter[str] = Counter()

    def over(self, found: Iterable[Found], writer: shards.ShardWriter) -> Iterator[Entry]:
        """The entries that can be read; the others become rows of the drops table."""
        for entry in found:
            if isinstance(entry, Unreadable):
                self._totals["unreadable"] += 1
                writer.add("drops", [entry.row()])
                continue
            self._totals["entries"] += 1
            self._totals["rights_stated"] += bool(entry.rights)
            self._types[entry.type] += 1
            if entry.type == TEXT:
                self._languages.update(entry.languages)
            yield entry

    def figures(self) -> dict[str, Any]:
        """The metrics; a text in two languages counts for each."""
        return {**self._totals, "types": _top(self._types), "languages_of_texts": _top(self._languages)}


def _top(counts: Counter[str]) -> dict[str, int]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return dict(sorted(ranked[:_TOP]))


def _by_number(entries: Iterable[Entry]) -> Iterator[pa.Table]:
    """Rows of the catalogue table in their order, a few thousand at once.

    All of them are held as Arrow data, which is as large as the file they come from, never as objects.
    """
    keys: list[tuple[int, int, str]] = []
    pieces: list[pa.Table] = []
    entries = iter(entries)
    while some := list(islice(entries, _AT_ONCE)):
        keys += [order(entry.id) for entry in some]
        pieces.append(pa.Table.from_pylist([entry.row() for entry in some], CATALOGUE))
    if pieces:
        rows = pa.concat_tables(pieces).combine_chunks()
        places = sorted(range(len(keys)), key=keys.__getitem__)
        for start in range(0, len(places), _AT_ONCE):
            yield rows.take(pa.array(places[start : start + _AT_ONCE]))
