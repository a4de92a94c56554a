"""Joins books to works: by identical text, similar text, or author and title.

Whether two books are joined depends only on these two, so a new book changes only the works that it joins.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from dialogue_etl.sources.books.editions import titles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dialogue_etl.sources.books.parameters import Works

SAME_TEXT, ALIKE_TEXT, SAME_TITLE = "same text", "alike text", "same title"
REASONS = (SAME_TEXT, ALIKE_TEXT, SAME_TITLE)
"""Why a book is joined to another one, the strongest reason first."""

_Places = defaultdict[tuple[str, ...], list[int]]
Pair = tuple[int, int, int]
"""Two books by their places, and how many shingles of their sketches they share."""


@dataclass(frozen=True)
class Book:
    """What is compared of a book.

    Attributes:
        id: of the book.
        title: as the catalogue has it.
        authors: as the catalogue has them.
        shingles: in its sketch.
        digest: of its words; empty if it has none.
    """

    id: str
    title: str
    authors: Sequence[str]
    shingles: int
    digest: str


@dataclass
class _Found:
    """What was found about a book.

    Attributes:
        links: places of books of the same work with reason and similarity.
        alike: places of books of the same work with the share of this one's text that they hold.
        parts_of: the same of larger books, collections.
    """

    volume: str = ""
    links: list[tuple[int, str, float | None]] = field(default_factory=list)
    alike: list[tuple[int, float]] = field(default_factory=list)
    parts_of: list[tuple[int, float]] = field(default_factory=list)


def join(books: Sequence[Book], pairs: Iterable[Pair], params: Works) -> list[dict[str, Any]]:
    """Rows of the works table.

    Args:
        books: all of a language, in the order of their ids.
        pairs: those of them that share text, each once.
        params: thresholds.
    """
    works, texts, editions = (Groups(len(books)) for _ in range(3))
    found = [_Found() for _ in books]
    for one, other in _same_text(books, found):
        works.join(one, other)
        texts.join(one, other)
    for one, other in _alike(books, pairs, params, found):
        works.join(one, other)
    if params.same_title:
        for one, other, edition in _same_title(books, found):
            works.join(one, other)
            if edition:
                editions.join(one, other)
    return [
        {
            "id": book.id,
            "work_id": books[works.least(place)].id,
            "text_id": books[texts.least(place)].id,
            "title_id": books[editions.least(place)].id,
            **_facts(books, about),
        }
        for place, (book, about) in enumerate(zip(books, found, strict=True))
    ]


def _facts(books: Sequence[Book], about: _Found) -> dict[str, Any]:
    like, reason, similarity = min(
        about.links,
        key=lambda link: (REASONS.index(link[1]), -(link[2] or 0), link[0]),
        default=(None, None, None),
    )
    return {
        "reason": reason,
        "like": None if like is None else books[like].id,
        "similarity": similarity,
        "volume": about.volume,
        "alike": [{"id": books[place].id, "share": share} for place, share in sorted(about.alike)],
        "parts_of": [{"id": books[place].id, "share": share} for place, share in sorted(about.parts_of)],
    }


class Groups:
    """Members 0 … n-1 joined to groups (union-find), each known by its least member."""

    def __init__(self, members: int) -> None:
        self._parents = list(range(members))

    def least(self, member: int) -> int:
        """The least member of a member's group."""
        parents = self._parents
        while parents[member] != member:
            parents[member] = member = parents[parents[member]]
        return member

    def join(self, one: int, other: int) -> None:
        """Make the groups of two members one."""
        first, second = sorted((self.least(one), self.least(other)))
        self._parents[second] = first


def _another(places: Sequence[int], place: int) -> Iterator[int]:
    """The first of the other books with a key: all with it lead to the first, and that to the second."""
    return islice((held for held in places if held != place), 1)


def _same_text(books: Sequence[Book], found: Sequence[_Found]) -> Iterator[tuple[int, int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, book in enumerate(books):
        if book.digest:
            places[book.digest].append(place)
    for place, book in enumerate(books):
        for other in _another(places.get(book.digest, ()), place):
            found[place].links.append((other, SAME_TEXT, 1.0))
            yield place, other


def _alike(
    books: Sequence[Book], pairs: Iterable[Pair], params: Works, found: Sequence[_Found]
) -> Iterator[tuple[int, int]]:
    """Those of the pairs that are editions of one work; what is a part of a collection is noted as such."""
    for one, other, shared in pairs:
        small, large = sorted((one, other), key=lambda place: (books[place].shingles, place))
        share = shared / books[small].shingles
        if share < params.similarity:
            continue
        if books[small].shingles < params.min_part * books[large].shingles:
            found[small].parts_of.append((large, share))
            continue
        found[small].alike.append((large, share))
        found[large].alike.append((small, shared / books[large].shingles))
        found[small].links.append((large, ALIKE_TEXT, share))
        found[large].links.append((small, ALIKE_TEXT, share))
        yield one, other


def _same_title(books: Sequence[Book], found: Sequence[_Found]) -> Iterator[tuple[int, int, bool]]:
    """Books of an author in common whose titles are the same, or the one is the other without subtitle.

    Yields:
        Two books, and whether title and volume are all the same.
    """
    whole, short, volumes = _Places(list), _Places(list), _Places(list)
    keyed: list[tuple[list[str], titles.Title]] = []
    for place, book in enumerate(books):
        title = titles.parse(book.title)
        found[place].volume = title.volume
        authors = titles.authors(book.authors) if title.full else []
        keyed.append((authors, title))
        for author in authors:
            whole[author, title.full].append(place)
            short[author, title.short].append(place)
            if title.tells:
                volumes[author, title.full, title.volume].append(place)
    for place, (authors, title) in enumerate(keyed):
        others: set[int] = set()
        for author in authors:
            for places in (whole[author, title.full], whole[author, title.short], short[author, title.full]):
                others.update(_another(places, place))
            for other in _another(volumes[author, title.full, title.volume], place):
                yield place, other, True
        for other in sorted(others):
            found[place].links.append((other, SAME_TITLE, None))
            yield place, other, False
