"""Which entries of the catalogue are downloaded: one function per rule, before a single book is fetched."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl import filters
from dialogue_etl.filters import Drop
from dialogue_etl.filters.document import is_public_domain
from dialogue_etl.sources.books.catalogues import entries
from dialogue_etl.sources.books.catalogues.language_tags import is_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dialogue_etl.params import Params
    from dialogue_etl.sources.books.catalogues.entries import Entry

_STAGE = "download"
_MAX_BOOKS = "max_books"
_TITLES = 5


@dataclass(frozen=True)
class Selection:
    """What is taken of a catalogue for one language.

    Attributes:
        listed: entries of the language.
        chosen: entries to download, by number.
        left_out: a row of the drops table for each entry that a rule leaves out, by number.
        unknown: a row for each wanted id that no entry of any language has, by number.
    """

    listed: int
    chosen: list[Entry]
    left_out: list[dict[str, Any]]
    unknown: list[dict[str, Any]]


@dataclass(frozen=True)
class Summary:
    """A selection in figures.

    Attributes:
        listed: entries of the language.
        chosen: how many of them are taken.
        left_out: how many each rule leaves out, in the order of the rules; those that leave out none are
            not there.
        unknown: wanted ids that the catalogue does not list.
        titles: of the first few that are taken, by id.
    """

    listed: int
    chosen: int
    left_out: dict[str, int]
    unknown: list[str]
    titles: dict[str, str]


class Wanted:
    """The parameters of a selection, made ready for thousands of entries."""

    def __init__(self, params: Params) -> None:
        self.parameters = params.books
        self.only_public_domain = params.prefilter.rights == "public_domain"
        self.ids = frozenset(params.books.ids)
        self.banned = frozenset(params.books.banned)
        self.types = frozenset(params.books.types)
        self.authors = tuple(map(folded, params.books.authors))
        self.subjects = tuple(map(folded, params.books.subjects))
        self.bookshelves = tuple(map(folded, params.books.bookshelves))
        self.title = re.compile(params.books.title_pattern, re.IGNORECASE)


def banned(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry on the ban list."""
    return filters.banned(entry.id, wanted.parameters.banned) if entry.id in wanted.banned else None


def types(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry of another type, such as a recording."""
    if wanted.types and entry.type not in wanted.types:
        return Drop("types", detail=f"its type is {entry.type or 'not known'}")
    return None


def rights(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry that the catalogue says is not in the public domain; if it says nothing, its text will."""
    if wanted.only_public_domain and entry.rights and not is_public_domain(entry.rights):
        return Drop("rights", detail=entry.rights)
    return None


def authors(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry by other people."""
    return _without("authors", entry.authors, wanted.authors)


def subjects(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry on other subjects."""
    return _without("subjects", entry.subjects, wanted.subjects)


def bookshelves(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry on other bookshelves."""
    return _without("bookshelves", entry.bookshelves, wanted.bookshelves)


def title_pattern(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry with another title."""
    return None if wanted.title.search(entry.title) else Drop("title_pattern", detail=entry.title)


def issued_from(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry issued earlier, or nobody knows when."""
    first = wanted.parameters.issued_from
    if first and entry.issued < first:
        return Drop("issued_from", detail=f"issued {entry.issued or 'nobody knows when'}, not from {first}")
    return None


def issued_to(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry issued later, or nobody knows when."""
    last = wanted.parameters.issued_to
    if last and not "" < entry.issued <= last:
        return Drop("issued_to", detail=f"issued {entry.issued or 'nobody knows when'}, not until {last}")
    return None


def min_downloads(entry: Entry, wanted: Wanted) -> Drop | None:
    """An entry that is downloaded too seldom, or nobody knows how often."""
    least = wanted.parameters.min_downloads
    if not least:
        return None
    if entry.downloads is None:
        return Drop("min_downloads", None, least, "the catalogue does not say how often it is downloaded")
    return Drop("min_downloads", entry.downloads, least) if entry.downloads < least else None


RULES = (
    banned,
    types,
    rights,
    authors,
    subjects,
    bookshelves,
    title_pattern,
    issued_from,
    issued_to,
    min_downloads,
)
"""In this order: the first one that leaves an entry out gives the reason. Then `max_books` counts."""


def select(listed: Iterable[Entry], language: str, params: Params) -> Selection:
    """The entries of a language to download.

    There are no rows for entries of other languages, nor for those that `ids` does not name: naming is
    choosing.

    Args:
        listed: a catalogue, gone through once.
        language: BCP-47 tag; an entry in two languages is taken for each.
        params: all of them, for rights are a parameter of the pre-filter.
    """
    wanted = Wanted(params)
    unknown = set(wanted.ids)
    count = 0
    chosen: list[Entry] = []
    dropped: dict[str, Drop] = {}
    for entry in listed:
        unknown.discard(entry.id)
        if not is_in(entry.languages, language):
            continue
        count += 1
        if wanted.ids and entry.id not in wanted.ids:
            continue
        if drop := _first_drop(entry, wanted):
            dropped[entry.id] = drop
        else:
            chosen.append(entry)
    chosen, too_many = _at_most(chosen, params.books.max_books)
    not_listed = Drop("not_listed", detail="books.ids names it, but the catalogue does not list it")
    return Selection(count, chosen, _rows(dropped | too_many), _rows(dict.fromkeys(unknown, not_listed)))


def summary(selection: Selection) -> Summary:
    """A selection in figures."""
    counts = Counter(row["reason"] for row in selection.left_out)
    names = [*(rule.__name__ for rule in RULES), _MAX_BOOKS]
    return Summary(
        listed=selection.listed,
        chosen=len(selection.chosen),
        left_out={name: counts[name] for name in names if counts[name]},
        unknown=[row["id"] for row in selection.unknown],
        titles={entry.id: entry.title for entry in selection.chosen[:_TITLES]},
    )


def folded(text: str) -> str:
    """A text without case and accents: Émile and emile are the same."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def _without(parameter: str, values: tuple[str, ...], phrases: tuple[str, ...]) -> Drop | None:
    """A drop if there are phrases, but no value holds one of them."""
    if not phrases:
        return None
    haystack = [folded(value) for value in values]
    if any(phrase in value for value in haystack for phrase in phrases):
        return None
    return Drop(parameter, detail="; ".join(values) or "the catalogue lists none")


def _first_drop(entry: Entry, wanted: Wanted) -> Drop | None:
    return next((drop for rule in RULES if (drop := rule(entry, wanted))), None)


def _at_most(chosen: list[Entry], limit: int) -> tuple[list[Entry], dict[str, Drop]]:
    """So many entries, by number, and why the others are left out.

    Those with the smallest hashes are taken: another entry moves at most one.
    """
    ranked = chosen
    if limit:
        ranked = sorted(chosen, key=lambda entry: hashlib.sha256(entry.id.encode()).digest())
    most = limit or len(ranked)
    drop = Drop(_MAX_BOOKS, len(ranked), limit)
    kept = sorted(ranked[:most], key=lambda entry: entries.order(entry.id))
    return kept, {entry.id: drop for entry in ranked[most:]}


def _rows(drops: Mapping[str, Drop]) -> list[dict[str, Any]]:
    return [
        drops[id].row(stage=_STAGE, unit="book", id=id, source_id=id)
        for id in sorted(drops, key=entries.order)
    ]
