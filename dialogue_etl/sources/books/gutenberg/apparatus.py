"""What a book's edition has around the work: title page, contents, index, notes, the publisher's lists.

It stays in the text and is marked, so that nothing is lost and no utterance begins in it. Only what is told
by its heading and by its form is marked: in doubt nothing is.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.sources.books.gutenberg import edition_lists, publisher_ads, title_page
from dialogue_etl.sources.books.gutenberg.paragraphs import Paragraph, last_paragraphs, paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FRONT_PARAGRAPHS = 600
"""Paragraphs at the beginning that front matter is looked for in: 300 chapters, and as many more."""
BACK_CHARS = 80_000
"""Characters at the end that end matter is looked for in: a publisher's catalogue of forty pages."""


class Apparatus(NamedTuple):
    """A stretch of a stored text that is no running text.

    Attributes:
        start: in characters of the stored text.
        end: after its last line.
        kind: contents, illustrations, index, advertisement, notes or title.
    """

    start: int
    end: int
    kind: str


def find(text: str, lengths: Iterable[int], between: int) -> tuple[Apparatus, ...]:
    """The apparatus of a stored text, in order, without overlaps.

    Args:
        text: as it is stored.
        lengths: of the pieces it was put together of, in characters: where one ends, a section does.
        between: characters between two pieces.
    """
    edges, at = set(), 0
    for length in lengths:
        edges.add(at)
        at += length + between
    front = _parted(islice(paragraphs(text, 0, len(text)), FRONT_PARAGRAPHS), edges)
    back = _parted(last_paragraphs(text, 0, len(text), BACK_CHARS), edges)
    lists = list(edition_lists.spans(text, back, {"contents", "illustrations", "index"}))
    sale = publisher_ads.at_back(text, back, {one.end for one in lists})
    found = [
        *(Apparatus(*one) for one in edition_lists.spans(text, front, {"contents", "illustrations"})),
        *(Apparatus(*one) for one in lists),
        *(Apparatus(*one, "advertisement") for one in publisher_ads.in_front(text, front)),
        *([Apparatus(*sale, "advertisement")] if sale else []),
        *(Apparatus(*one, "notes") for one in edition_lists.endnotes(text, back)),
    ]
    found += [Apparatus(*one, "title") for one in title_page.spans(text, front, {one.start for one in found})]
    return tuple(_apart(found))


def _parted(rows: Iterable[Paragraph], edges: set[int]) -> list[Paragraph]:
    """With a wide gap where two pieces meet: there was something between them."""
    return [row._replace(gap=9) if row.start in edges else row for row in rows]


def _apart(found: list[Apparatus]) -> Iterator[Apparatus]:
    """In order, each from where the one before it ends."""
    end = 0
    for one in sorted(found):
        if one.start >= end:
            end = one.end
            yield one
