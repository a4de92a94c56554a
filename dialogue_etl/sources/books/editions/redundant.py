"""Which books of a work to keep: of each text one, the longest; volumes are no editions of each other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from dialogue_etl import shards
from dialogue_etl.filters.document import KeptEdition
from dialogue_etl.sources.books.catalogues.entries import id_order

_COLUMNS = ["id", "text_id", "title_id", "alike", "parts_of"]


@dataclass(frozen=True)
class Likeness:
    """What makes a book redundant beside others.

    Attributes:
        text_id: the same for books of the same text.
        title_id: the same for books of the same author, title and volume.
        held_by: books that hold much of this one's text, with the share they hold.
    """

    text_id: str
    title_id: str
    held_by: Mapping[str, float]


def read(works: Path) -> dict[str, Likeness]:
    """What the stage `works` found about each book.

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
    """Books that another kept one makes redundant, and which one.

    Longer ones are kept before shorter ones: a complete edition before its volumes, a collection before its
    stories. Of those of equal length the least id is kept.

    Args:
        books: id and number of words of those to choose from.
        likeness: of each book; one that is not in it is like no other.
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
