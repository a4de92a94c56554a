"""Stage `catalogue`: writes the entries of pg_catalog.csv, or of the user's own library, as a table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.sources.books.catalogues import library, pg_catalogue
from dialogue_etl.sources.books.catalogues.entries import STAGE, TEXT, Entry, Found, Unreadable, id_order
from dialogue_etl.sources.books.mirrors.fetching import BookFetcher
from dialogue_etl.sources.books.parameters import Books
from dialogue_etl.sources.books.tables import CATALOGUE
from dialogue_etl.text import privacy
from dialogue_etl.web.failures import MissingError

_TOP = 20  # types and languages in the metrics; the real catalogue has seven types and 70 languages


def catalogue(*, library_folder: Path, output: Path, metrics: Path, params: Params, runtime: Runtime) -> None:
    """Write the entries of a catalogue, of all types and languages.

    Raises:
        CatalogueError: the catalogue can't be read.
        UnavailableError: it is not available.
    """
    source = params[Books].source
    if source == "library":
        found: Iterable[Found] = library.read(library_folder)
    else:
        found = _from_mirror(BookFetcher(source, library_folder, runtime))
    listed: list[Entry] = []
    unreadable: list[Unreadable] = []
    for entry in _once(found):
        if isinstance(entry, Entry):
            listed.append(entry)
        else:
            unreadable.append(entry)
    with (
        shards.atomic_folder(output) as folder,
        shards.ShardWriter(folder, 0, 1, ["drops"], catalogue=CATALOGUE) as writer,
    ):
        for entry in sorted(listed, key=lambda entry: id_order(entry.id)):
            writer.add(STAGE, [_shown(entry, privacy.masking(params.privacy)).row()])
        writer.add("drops", (entry.row() for entry in unreadable))
    figures = _figures(listed, unreadable)
    run.write_metrics(metrics, figures)
    run.report_counts(STAGE, source, figures)


def _from_mirror(files: BookFetcher) -> Iterator[Found]:
    *first, last = pg_catalogue.PATHS
    for path in first:
        with suppress(MissingError):
            return pg_catalogue.read(files.fetch(path), path)
    return pg_catalogue.read(files.fetch(last), last)


def _once(found: Iterable[Found]) -> Iterator[Found]:
    """Each book once, by its first entry."""
    seen: set[str] = set()
    for entry in found:
        if isinstance(entry, Entry) and entry.id in seen:
            yield Unreadable(entry.id, f"{entry.id} is listed twice: the first entry counts")
        else:
            seen.add(entry.id)
            yield entry


def _shown(entry: Entry, mask: privacy.Mask) -> Entry:
    """An entry whose words are masked."""
    authors = tuple(mask(author)[0] for author in entry.authors)
    rights = None if entry.rights is None else mask(entry.rights)[0]
    return replace(entry, title=mask(entry.title)[0], authors=authors, rights=rights)


def _figures(listed: Sequence[Entry], unreadable: Sequence[Unreadable]) -> dict[str, Any]:
    """The metrics; a text in two languages counts for both."""
    languages = Counter(tag for entry in listed if entry.type == TEXT for tag in entry.languages)
    return {
        "entries": len(listed),
        "rights_stated": sum(bool(entry.rights) for entry in listed),
        "unreadable": len(unreadable),
        "types": _top(Counter(entry.type for entry in listed)),
        "languages_of_texts": _top(languages),
    }


def _top(counts: Counter[str]) -> dict[str, int]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return dict(sorted(ranked[:_TOP]))
