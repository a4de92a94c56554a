"""What the extraction of a book gives: rows of the tables dialogues, scores and drops, and sizes."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from dialogue_etl import turns
from dialogue_etl.filters import Drop
from dialogue_etl.tables import DIALOGUES

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from dialogue_etl.sources.books.extraction.boundaries.runs import Size

STAGE = "extract"
_EXCERPT = 200  # characters of what is left out that its row of drops shows
_NO_DIALOGUES = DIALOGUES.empty_table()  # one for all books: nobody writes to a table


@dataclass
class Extraction:
    """What a book gives.

    Attributes:
        id: of the book.
        language: BCP-47 tag.
        dialogues: rows of the dialogues table.
        scores: what was measured.
        drops: what was left out, and why.
        sizes: how many dialogues there would be at other values of the dialogue gap.
    """

    id: str
    language: str
    dialogues: pa.Table = field(default_factory=lambda: _NO_DIALOGUES)
    scores: list[dict[str, Any]] = field(default_factory=list)
    drops: list[dict[str, Any]] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)

    def score(self, unit: str, id: str, measure: str, value: float) -> None:
        """Note what was measured of the book or of a dialogue."""
        row = {"unit": unit, "id": id, "source_id": self.id, "measure": measure, "value": float(value)}
        self.scores.append(row)

    def drop_book(self, drop: Drop) -> None:
        """Note why nothing is taken of the book."""
        self.drops.append(drop.row(stage=STAGE, unit="book", id=self.id, source_id=self.id))

    def drop_part(self, unit: str, place: tuple[int, int], drop: Drop, text: str) -> None:
        """Note why an utterance or a dialogue is left out, with its place and the beginning of its text."""
        id, detail = f"{self.id}:{place[0]}", text[:_EXCERPT]
        row = drop.row(stage=STAGE, unit=unit, id=id, source_id=self.id, place=place, detail=detail)
        self.drops.append(row)

    def finish(self, said: pa.StructArray, starts: Sequence[int], lengths: Sequence[int]) -> None:
        """Put down the dialogues with their scores, and the drops so far in the order of the text.

        Args:
            said: the turns of all dialogues.
            starts: where each dialogue begins in the text.
            lengths: how many turns each has.
        """
        self.drops.sort(key=itemgetter("start"))
        ids = [f"{self.id}:{start}" for start in starts]
        self.dialogues = turns.dialogues(ids, [self.id] * len(ids), self.language, said, lengths)
        for id, length in zip(ids, lengths, strict=True):
            self.score("dialogue", id, "turns", length)
        if not ids:
            self.drop_book(Drop("no_dialogues", 0, 1, "no dialogue is left of it"))
