"""Chooses the books of a work to keep: the longest edition; volumes are not editions of each other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from dialogue_etl.core import shards
from dialogue_etl.filters.document import KeptEdition
from dialogue_etl.sources.books.catalogues.entries import id_order

_COLUMNS = ["id", "text_id", "title_id", "alike", "parts_of"]


@dataclass(frozen=True)
class Likeness:
    """Similarity of a book to others.

    Attributes:
        text_id: equal for books with the same text.
        title_id: equal for books with the same author, title and volume.
        held_by: books that contain much of this one's text, with the share that they contain.
    """

    text_id: str
    title_id: str
    held_by: Mapping[str, float]


def read(works: Path) -> dict[str, Likeness]:
    """The likeness of each book, from the output of the stage `works`.

    Raises:
        MissingTableError: `works` is not its output.
    """
    return {
        row["id"]: Likeness(
            row["text_id"],
            row["title_id"],
            {other["id"]: other["share"] for other in (*row["alike"], *row["parts_of"])},
        )
        for row in shards.read(works, "works", _COLUMNS)
    }


def redundant(books: Iterable[tuple[str, int]], likeness: Mapping[str, Likeness]) -> dict[str, KeptEdition]:
    """Books that are redundant because another one is kept, with that one.

    Longer books are kept: a complete edition instead of its volumes, a collection instead of its stories. If
    lengths are equal the one with the first id is kept.

    Args:
        books: id and number of words of those to choose from.
        likeness: of each book; one that is missing is not similar to any other.
    """
    found = {}
    kept: set[str] = set()
    texts: dict[str, str] = {}
    titles: dict[str, str] = {}
    for id, _ in sorted(books, key=lambda book: (-book[1], id_order(book[0]))):
        about = likeness.get(id) or Likeness(id, id, {})
        if about.text_id in texts:
            found[id] = KeptEdition(texts[about.text_id], 1.0, same_text=True)
        elif holding := [other for other in about.held_by if other in kept]:
            fullest = min(holding, key=lambda other: (-about.held_by[other], id_order(other)))
            found[id] = KeptEdition(fullest, about.held_by[fullest])
        elif about.title_id in titles:
            found[id] = KeptEdition(titles[about.title_id], None)
        else:
            kept.add(id)
            texts[about.text_id] = titles[about.title_id] = id
    return found
