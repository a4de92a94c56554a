"""Searches for dialogues of a packaged dataset, page by page, and finds one with its neighbours."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.browse.measures import Measures
from dialogue_etl.browse.scan import At, Page, equal, find, matches, numbered, page_of, scan, true
from dialogue_etl.formats.dialogue import DATASET
from dialogue_etl.languages.names import meant

Numbers = npt.NDArray[Any]

MOST = 25
"""Number of dialogues of a page."""
_AROUND = 12  # dialogues on each side: a thread has several
_BEFORE = 60  # characters of a turn, before what was searched for
_TURN = "turns.list.element"
_SHOWN = [
    *("id", "source_id", "title", "corpus", "language"),
    *(f"{_TURN}.{name}" for name in ("text", "speaker", "labels.list.element.label")),
]
"""Columns that a page of a sorted list needs: each of its rows is in a row group of its own."""


class Wanted(NamedTuple):
    """Criteria of a search; empty ones match everything.

    Text, speaker and label are those of one turn.

    Attributes:
        text: contained in a turn, in upper or lower case.
        speaker: of the turn, or a part of the name.
        document: a part of title, author or corpus, or the id.
        label: of the turn.
        language: of the dialogue, if a dataset has several; a tag or an English name.
        shortest, longest: number of turns; 0 for any.
    """

    text: str = ""
    speaker: str = ""
    document: str = ""
    label: str = ""
    language: str = ""
    shortest: int = 0
    longest: int = 0

    def columns(self) -> list[str]:
        """The columns that the search needs, as Parquet names them."""
        read = {
            f"{_TURN}.text": self.text or self.shortest or self.longest,
            f"{_TURN}.speaker": self.speaker,
            f"{_TURN}.labels.list.element.label": self.label,
            "language": self.language,
            **dict.fromkeys(("source_id", "title", "corpus", "authors.list.element"), self.document),
        }
        return [name for name, wanted in read.items() if wanted]

    def among(self, table: pa.Table) -> npt.NDArray[np.bool_]:
        """Which rows match."""
        hits = np.ones(len(table), dtype=bool)
        if self.document:
            hits &= _of_document(table, self.document)
        if self.language:
            hits &= equal("language", meant(self.language) or self.language)(table)
        if not any((self.text, self.speaker, self.label, self.shortest, self.longest)):
            return hits
        turns = table.column("turns").combine_chunks()
        lengths = pc.list_value_length(turns).fill_null(0).to_numpy()
        hits &= (lengths >= self.shortest) & (lengths <= (self.longest or np.inf))
        if self.text or self.speaker or self.label:
            of_turn = self._of_turns(turns.flatten())
            hits &= any_turn(of_turn, pc.list_parent_indices(turns).to_numpy(), len(table))
        return hits

    def _of_turns(self, turns: pa.StructArray) -> npt.NDArray[np.bool_]:
        """Which turns match."""
        hits = np.ones(len(turns), dtype=bool)
        if self.text:
            hits &= contains(turns.field("text"), self.text)
        if self.speaker:
            hits &= contains(turns.field("speaker"), self.speaker)
        if self.label:
            labels = turns.field("labels")
            equal_ = true(pc.equal(labels.flatten().field("label"), self.label))
            hits &= any_turn(equal_, pc.list_parent_indices(labels).to_numpy(), len(turns))
        return hits

    def first_turn(self, dialogue: Mapping[str, Any]) -> int:
        """The index of the first turn of a dialogue that matches; 0 if the criteria are not of turns."""
        if not (self.text or self.speaker or self.label) or not dialogue["turns"]:
            return 0
        turns = pa.array(dialogue["turns"], DATASET.field("turns").type.value_type)
        return int(self._of_turns(turns).argmax())

    def excerpt(self, text: str) -> str:
        """A turn's text, from a little before what was searched for if that is not at the beginning."""
        start = text.lower().find(self.text.lower()) - _BEFORE
        return text if start <= _BEFORE else f"…{text[start:]}"

    def __str__(self) -> str:
        """What was searched for, as words for a person; empty without criteria."""
        fields = ("text", "speaker", "label", "language")
        said = [f"{name} “{value}”" for name in fields if (value := getattr(self, name))]
        if self.document:
            said.append(f"title, author, corpus or id “{self.document}”")
        if self.shortest and self.longest:
            said.append(f"{self.shortest:,} to {self.longest:,} turns")
        elif self.shortest:
            said.append(f"at least {self.shortest:,} turns")
        elif self.longest:
            said.append(f"at most {self.longest:,} turns")
        return ", ".join(said)


def _of_document(table: pa.Table, wanted: str) -> npt.NDArray[np.bool_]:
    authors = table.column("authors").combine_chunks()
    hits = true(pc.equal(table.column("source_id"), wanted))
    for name in ("title", "corpus"):
        hits |= contains(table.column(name), wanted)
    return hits | any_turn(
        contains(authors.flatten(), wanted), pc.list_parent_indices(authors).to_numpy(), len(table)
    )


def contains(texts: pa.Array | pa.ChunkedArray, wanted: str) -> npt.NDArray[np.bool_]:
    """Which texts contain another one, ignoring case; false for null."""
    return true(pc.match_substring(texts, wanted, ignore_case=True))


def any_turn(hits: npt.NDArray[np.bool_], parents: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.bool_]:
    """Which rows have an element that matches; `parents` are the rows of the elements."""
    found = np.zeros(size, dtype=bool)
    found[parents[hits]] = True
    return found


def page(files: Sequence[Path], wanted: Wanted, begin: At, of: tuple[Numbers, int] | None = None) -> Page:
    """The dialogues of a page, in the order of the files.

    Args:
        files: of the splits to search.
        wanted: criteria.
        begin: first row of the page.
        of: those that match, if they were looked for; see `matching`.
    """
    columns, of = wanted.columns(), of or matching(files, wanted)
    return page_of(files, of, begin, wanted.among if columns else None, columns, most=MOST, shown=_SHOWN)


def matching(files: Sequence[Path], wanted: Wanted, known: Measures | None = None) -> tuple[Numbers, int]:
    """The dialogues that match, by number, and how many were looked at; see `scan.matches`.

    Args:
        files: of the splits to search.
        wanted: criteria.
        known: measures of all dialogues, by which numbers of turns need not be read.
    """
    rest = wanted._replace(shortest=0, longest=0) if known else wanted
    columns = rest.columns()
    found, looked_at = matches(files, rest.among if columns else None, columns)
    if known:
        turns = known.turns[found]
        found = found[(turns >= wanted.shortest) & (turns <= (wanted.longest or np.inf))]
    return found, looked_at


def sorted_page(
    files: Sequence[Path], of: tuple[Numbers, int], known: Measures, order: str, rank: int
) -> Page:
    """The dialogues of a page, in an order.

    Args:
        files: of the splits to search.
        of: the dialogues, and how many were looked at to find them.
        known: measures of all dialogues of the files.
        order: one of `measures.ORDERS`.
        rank: of the first dialogue of the page, which the place of the next page has as its row.
    """
    found = of[0]
    end = min(rank + MOST, len(found))
    here = known.order(order, found)[rank:end].tolist()
    return numbered(files, here, At(0, end) if end < len(found) else None, of, _SHOWN)


class Neighbours(NamedTuple):
    """A dialogue, and those before and after it in its document, in the order of the dataset."""

    before: list[dict[str, Any]]
    here: dict[str, Any]
    behind: list[dict[str, Any]]


def one(files: Sequence[Path], id: str) -> Neighbours | None:
    """A dialogue of a split by its id, with those of its file beside it; else None."""
    at = find(files, "id", id)
    if at is None:
        return None
    first = max(at.row - _AROUND, 0)
    rows = scan(files[at.file : at.file + 1], None, (), At(0, first), most=at.row - first + _AROUND + 1).rows
    here = rows[at.row - first]

    def of_document(side: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        return list(takewhile(lambda row: row["source_id"] == here["source_id"], side))

    before = of_document(rows[: at.row - first][::-1])[::-1]
    return Neighbours(before, here, of_document(rows[at.row - first + 1 :]))
