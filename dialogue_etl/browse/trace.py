"""Finds what an id names: a document, a dialogue or one of its turns, or what a stage dropped.

Ids of documents decide in which shard everything of them is, so a search reads a shard of each table, however
large a dataset is. Only ids that do not begin with that of a document, as those of comments, are searched for
in whole columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.browse.dialogues import any_turn
from dialogue_etl.browse.held import OfDocument
from dialogue_etl.browse.place import AROUND, span_of
from dialogue_etl.browse.scan import At, find, scan, true
from dialogue_etl.formats.ids import in_json
from dialogue_etl.sources import SOURCES

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from dialogue_etl.browse.held import Outputs
    from dialogue_etl.sources.base import Source

    Row = dict[str, Any]

Kind = Literal["document", "dialogue", "dropped"]

KINDS = (
    "of documents (a book, thread or film), of dialogues, of their turns (`ID#2`, the first is 0), of "
    "comments, of what was dropped, and of works"
)
_UNIT = re.compile(r"(pair|dialogue|noise) (.+)")
_TURN = re.compile(r"(.+)#(\d{1,9})")
_MOST_PARTS = 12  # of an id, between its colons
_NEAREST = 5
_LIKE = 0.6  # of difflib: 1 for equal texts
_MOST_NAMES = 20_000  # of documents that are compared: half a second
_NUMBERS = 5  # sentences or turns before and after a dialogue


class Wanted(NamedTuple):
    """An id as people give it: the id, and the index of a turn, or None."""

    id: str
    turn: int | None = None

    @classmethod
    def parse(cls, text: str) -> Wanted:
        """An id with or without the quotes or JSON that it was copied with.

        Takes quotes and commas, a member or a line of JSON, and the names of units of an audit.
        """
        text = (in_json(text) or text).strip(" \t\r\n,;`'\"“”…")
        unit = _UNIT.fullmatch(text)
        id, turn = (unit[2] if unit else text), None
        if match := _TURN.fullmatch(id):
            # An audit counts turns from 1, all others from 0.
            id, turn = match[1], int(match[2]) - bool(unit)
        return cls(id, turn)


class Found(NamedTuple):
    """What an id names.

    Attributes:
        id: of it.
        kind: a dialogue is one that the last stage kept.
        of: the document.
        document: its row, with the text if the source has texts; empty if no table has it.
        dialogue: the dialogue, also one that was dropped, as far as a stage wrote it; else None.
        turn: index of the turn that the id names; None for none.
        drops: rows of the drops tables with this id.
    """

    id: str
    kind: Kind
    of: OfDocument
    document: Row
    dialogue: Row | None = None
    turn: int | None = None
    drops: tuple[Row, ...] = ()


def trace(outputs: Outputs, wanted: Wanted) -> Found | None:
    """What an id names; None if nothing has it.

    An id that only one dialogue of a document begins with names that dialogue.
    """
    for of, document in _documents(outputs, wanted.id):
        if found := _in_document(of, document, wanted.id):
            return found if wanted.turn is None else found._replace(turn=wanted.turn)
    whole = wanted.id if wanted.turn is None else f"{wanted.id}#{wanted.turn}"  # of a comment, perhaps
    if found := _anywhere(outputs, whole) or _anywhere(outputs, wanted.id):
        return found if found.turn is not None else found._replace(turn=wanted.turn)
    return None


def _sources(outputs: Outputs) -> Iterator[tuple[Source, str]]:
    for source in SOURCES.values():
        if source.documents[1]:
            yield from ((source, language) for language in outputs.languages(source.name))


def _documents(outputs: Outputs, id: str) -> Iterator[tuple[OfDocument, Row]]:
    """The documents whose ids are the beginning of an id, the longest first."""
    parts = id.split(":", _MOST_PARTS)
    for number in range(len(parts), 0, -1):
        for source, language in _sources(outputs):
            of = OfDocument(outputs, source, language, ":".join(parts[:number]))
            if row := of.row():
                yield of, row


def _in_document(of: OfDocument, document: Row, id: str) -> Found | None:
    found = Found(id, "document", of, document)
    if id == of.id:
        return found
    if mine := of.where(of.source.last_stage, "dialogues", "id", id):
        return found._replace(kind="dialogue", dialogue=mine[0])
    return _dropped(found) or _part(found)


def _dropped(found: Found) -> Found | None:
    """What was dropped with an id, or a dialogue of an earlier stage."""
    of, rest = found.of, found.id[len(found.of.id) + 1 :]
    drops = tuple(row for row in of.drops() if row["id"] in {found.id, rest})
    earlier = (
        of.where(stage, "dialogues", "id", found.id) for stage in ("extract", *of.source.dropping_stages)
    )
    dialogue = next((rows[0] for rows in earlier if rows), None)
    return found._replace(kind="dropped", dialogue=dialogue, drops=drops) if drops or dialogue else None


def _part(found: Found) -> Found | None:
    """The dialogue with an utterance or an offset, or the only one whose id begins so."""
    kept, rest = found.of.kept(), found.id[len(found.of.id) + 1 :]
    for row in kept:
        if (turn := _turn_at(row, rest)) is not None:
            return found._replace(id=row["id"], kind="dialogue", dialogue=row, turn=turn)
    begun = [row for row in kept if row["id"].startswith(found.id)]
    return found._replace(id=begun[0]["id"], kind="dialogue", dialogue=begun[0]) if len(begun) == 1 else None


def _turn_at(dialogue: Row, place: str) -> int | None:
    """The turn with an utterance id; or that an offset is in, or comes after within the dialogue."""
    for number, turn in enumerate(dialogue["turns"]):
        if turn["utterance_id"] == place:
            return number
    span = span_of(dialogue)
    if not span or not place.isdecimal() or not span[0] <= int(place) < span[1]:
        return None
    begun = [turn["spans"][0]["start"] <= int(place) for turn in dialogue["turns"]]
    return max(number for number, yes in enumerate(begun) if yes)


def _anywhere(outputs: Outputs, id: str) -> Found | None:
    """What has an id that does not begin with that of a document: a comment, a line of a file, or a work."""
    for source, language in _sources(outputs):
        for stage in source.dropping_stages:
            if drop := _first(outputs.table(source.name, language, stage, "drops"), "id", id):
                of = OfDocument(outputs, source, language, drop["source_id"])
                kind: Kind = "document" if id == of.id else "dropped"
                return Found(id, kind, of, of.row(), drops=(drop,))
        if source.align == "utterance_ids" and (row := _with_utterance(outputs, source, language, id)):
            of = OfDocument(outputs, source, language, row["source_id"])
            return Found(row["id"], "dialogue", of, of.row(), row, _turn_at(row, id))
        if first := _first(outputs.table(source.name, language, "split", "splits"), "work_id", id):
            of = OfDocument(outputs, source, language, first["source_id"])
            return Found(of.id, "document", of, of.row())
    return _packaged(outputs, id)


def _packaged(outputs: Outputs, id: str) -> Found | None:
    """A dialogue of a dataset whose source has no tables here."""
    for (name, language), files in outputs.datasets().items():
        if row := _first([path for paths in files.values() for path in paths], "id", id):
            of = OfDocument(outputs, SOURCES[name], language, row["source_id"])
            return Found(id, "dialogue", of, {}, row)
    return None


def _first(paths: Sequence[Path], column: str, value: str) -> Row | None:
    at = find(paths, column, value)
    return scan(paths, None, (), at, most=1).rows[0] if at else None


def _with_utterance(outputs: Outputs, source: Source, language: str, id: str) -> Row | None:
    def said(table: pa.Table) -> npt.NDArray[np.bool_]:
        turns = table.column("turns").combine_chunks()
        hits = true(pc.equal(turns.flatten().field("utterance_id"), id))
        return any_turn(hits, pc.list_parent_indices(turns).to_numpy(), len(table))

    paths = outputs.table(source.name, language, source.last_stage, "dialogues")
    column = "turns.list.element.utterance_id"
    rows = scan(paths, said, [column], At(), most=1, seconds=float("inf")).rows
    return rows[0] if rows else None


def nearest(outputs: Outputs, wanted: Wanted) -> list[str]:
    """Some ids that are like one that names nothing: of dialogues of its document, or of documents."""
    for of, _ in _documents(outputs, wanted.id):
        ids, rest = [row["id"] for row in of.kept()], wanted.id[len(of.id) + 1 :]
        if rest.isdecimal() and all(id.rpartition(":")[2].isdecimal() for id in ids):
            return sorted(ids, key=lambda id: abs(int(id.rpartition(":")[2]) - int(rest)))[:_NEAREST]
        return get_close_matches(wanted.id, ids, _NEAREST, _LIKE) or ids[:_NEAREST]
    names: list[str] = []
    for source, language in _sources(outputs):
        for path in outputs.table(source.name, language, *source.documents):
            names += pq.read_table(path, columns=["id"]).column("id").to_pylist()
    begun = sorted(name for name in names if name.startswith(wanted.id))[:_NEAREST]
    return begun or get_close_matches(wanted.id, names[:_MOST_NAMES], _NEAREST, _LIKE)


def in_its_place(outputs: Outputs, old: Found) -> list[Row]:
    """The dialogues that now have turns of a dialogue of another version."""
    if old.dialogue is None:
        return []
    said = {turn["utterance_id"] for turn in old.dialogue["turns"]} - {None}
    span = span_of(old.dialogue)
    return [
        row
        for row in old.of._replace(outputs=outputs).kept()
        if said.intersection(turn["utterance_id"] for turn in row["turns"])
        or (span and (other := span_of(row)) and span[0] < other[1] and other[0] < span[1])
    ]


def removed(outputs: Outputs, found: Found) -> list[Row]:
    """What was dropped in the place of what was found, in the order of the stages; whole documents, too.

    Args:
        outputs: of the version to look in.
        found: in this version or another one.
    """
    rows = found.of._replace(outputs=outputs).drops()
    return [row for row in rows if row["id"] == found.of.id or row in found.drops or _is_near(found, row)]


def _is_near(found: Found, row: Row) -> bool:
    """Whether a drop is around a dialogue or another drop.

    Where documents have texts, by characters; else by a dialogue's utterances, or neighbouring numbers.
    """
    if found.kind == "document":
        return True
    spans = [(one["start"], one["end"]) for one in found.drops if one["start"] is not None]
    if found.dialogue and (span := span_of(found.dialogue)):
        spans.append(span)
    if spans:
        return row["start"] is not None and any(
            row["start"] <= end + AROUND and start - AROUND <= row["end"] for start, end in spans
        )
    said = [turn["utterance_id"] or "" for turn in found.dialogue["turns"]] if found.dialogue else []
    last = row["id"].rpartition(":")[2].partition("@")[0]
    if found.of.source.align == "numbers" and said and last.isdecimal():
        return int(said[0]) - _NUMBERS <= int(last) <= int(said[-1]) + _NUMBERS
    return last in {*said, *(id.rpartition(".")[0] for id in said)}
