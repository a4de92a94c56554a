"""Selects the entries of the catalogue to download."""

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from dialogue_etl import filters
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.filters import Drop
from dialogue_etl.filters.document import is_public_domain
from dialogue_etl.sources.books.catalogues.entries import Entry, id_order, is_in
from dialogue_etl.sources.books.parameters import Books, Prefilter
from dialogue_etl.text.patterns import searcher

_STAGE = "download"
_MAX_BOOKS = "max_books"
_LISTS = ("authors", "subjects", "bookshelves")
REASONS = ("banned", "types", "rights", *_LISTS, "title_pattern", "issued_from", "issued_to", _MAX_BOOKS)
"""Reasons for leaving out an entry, in the order of the rules; the first one that applies counts."""


@dataclass(frozen=True)
class Selection:
    """The selection for one language.

    Attributes:
        listed: number of entries of the language.
        chosen: entries to download, by number.
        left_out: a row of the drops table for each entry that a rule drops, by number.
        unknown: a row for each id in `books.ids` that is not in the catalogue, by number.
    """

    listed: int
    chosen: list[Entry]
    left_out: list[dict[str, Any]]
    unknown: list[dict[str, Any]]


def select(listed: Iterable[Entry], language: str, params: Params) -> Selection:
    """The entries of a language to download.

    There are no rows for entries of other languages, nor for those that `books.ids` does not list.

    Args:
        listed: a catalogue, iterated once.
        language: BCP-47 tag; an entry in two languages is selected for both.
        params: all of them, since rights are a parameter of the pre-filter.
    """
    wanted = frozenset(params[Books].ids)
    unknown = set(wanted)
    count = 0
    chosen: list[Entry] = []
    dropped: dict[str, Drop] = {}
    for entry in listed:
        unknown.discard(entry.id)
        if not is_in(entry.languages, language):
            continue
        count += 1
        if wanted and entry.id not in wanted:
            continue
        if drop := next(_drops(entry, params), None):
            dropped[entry.id] = drop
        else:
            chosen.append(entry)
    chosen, too_many = _at_most(chosen, params[Books].max_books)
    not_listed = Drop("not_listed", detail="books.ids names it, but the catalogue does not list it")
    return Selection(count, chosen, _rows(dropped | too_many), _rows(dict.fromkeys(unknown, not_listed)))


def _drops(entry: Entry, params: Params) -> Iterator[Drop]:
    """What there is against an entry, in the order of `REASONS`; what is not known is not what is wanted."""
    books = params[Books]
    if banned := filters.banned(entry.id, books.banned):
        yield banned
    if books.types and entry.type not in books.types:
        yield Drop("types", detail=f"its type is {entry.type or 'not known'}")
    # Where the catalogue does not state rights, the text of the book will.
    if params[Prefilter].rights == "public_domain" and entry.rights and not is_public_domain(entry.rights):
        yield Drop("rights", detail=entry.rights)
    for name in _LISTS:
        values, phrases = getattr(entry, name), getattr(books, name)
        if phrases and not any(folded(phrase) in folded(value) for value in values for phrase in phrases):
            yield Drop(name, detail="; ".join(values) or "the catalogue lists none")
    if books.title_pattern and not searcher(books.title_pattern, regex.IGNORECASE)(entry.title):
        yield Drop("title_pattern", detail=entry.title)
    issued, first, last = entry.issued, books.issued_from, books.issued_to
    if first and issued < first:
        yield Drop("issued_from", detail=f"issued {issued or 'nobody knows when'}, not from {first}")
    if last and not "" < issued <= last:
        yield Drop("issued_to", detail=f"issued {issued or 'nobody knows when'}, not until {last}")


@lru_cache(maxsize=100_000)
def folded(text: str) -> str:
    """A text without case and accents: Émile and emile are equal."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def _at_most(chosen: list[Entry], limit: int) -> tuple[list[Entry], dict[str, Drop]]:
    """At most `limit` entries, by number, and the drops of the others.

    Those with the smallest hashes are chosen, so that a new entry replaces at most one.
    """
    ranked = chosen
    if limit:
        ranked = sorted(chosen, key=lambda entry: hashlib.sha256(entry.id.encode()).digest())
    most = limit or len(ranked)
    drop = Drop(_MAX_BOOKS, len(ranked), limit)
    kept = sorted(ranked[:most], key=lambda entry: id_order(entry.id))
    return kept, {entry.id: drop for entry in ranked[most:]}


def _rows(drops: Mapping[str, Drop]) -> list[dict[str, Any]]:
    return [
        drops[id].row(stage=_STAGE, unit="book", id=id, source_id=id) for id in sorted(drops, key=id_order)
    ]
