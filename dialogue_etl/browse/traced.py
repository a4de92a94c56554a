"""Shows what an id names: in its source, with what was dropped there, and where the dataset has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from dialogue_etl.browse import trace
from dialogue_etl.browse.place import in_text, span_of
from dialogue_etl.browse.scan import find
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.inspecting import Piece, reason, timestamp

if TYPE_CHECKING:
    from dialogue_etl.browse.held import Outputs
    from dialogue_etl.browse.trace import Found
    from dialogue_etl.sources.inspecting import Context

    Row = dict[str, Any]

_COLOURS = {"told": "", "here": "green", "kept": "", "gone": "red"}
_MOST = 40  # rows of drops


def show(outputs: Outputs, found: Found, context: Context) -> Iterator[Piece]:
    """What was found, as pieces of text.

    Args:
        outputs: of the version.
        found: a dialogue, what was dropped, or a document.
        context: the parameters, and the workspace.
    """
    yield from _head(outputs, found, context)
    if found.dialogue:
        yield from _turns(found)
    yield from _source(outputs, found, context)
    yield from _removed(trace.removed(outputs, found))


def _head(outputs: Outputs, found: Found, context: Context) -> Iterator[Piece]:
    document, source = found.document, found.source
    size = f", {len(found.dialogue['turns'])} turns" if found.dialogue else ""
    yield Piece(f"── {found.id}{size} ──\n", "cyan")
    lines = []
    for drop in found.drops:
        lines.append(f"dropped: {drop['unit']}, {reason(drop, detail=True)}")
    if found.kind == "dropped" and not found.drops:
        lines.append("not in the dataset: a later stage changed it or dropped its document, see below")
    name = document.get("id") or (found.drops[0]["source_id"] if found.drops else "")
    authors = "; ".join(document.get("authors") or ())
    title = ": ".join(filter(None, (authors, document.get("title") or "")))
    lines.append(f"{source.unit}: {name}" + (f", {title}" if title else "") + f", {found.language}")
    if document:
        lines.append(f"from: {source.part('inspection').origin(document, context.workspace)}")
    for row in outputs.of_document(source, found.language, "split", "splits", name) if name else ():
        lines.append(f"split: {row['split']}, with the work {row['work_id']}")
    if found.kind == "dialogue":
        lines += [f"in: {place}" for place in _files(outputs, found.id)]
    if found.dialogue and (span := span_of(found.dialogue)):
        lines.append(f"place: characters {span[0]:,} to {span[1]:,} of {len(document.get('text') or ''):,}")
    yield Piece("\n".join([*lines, "", ""]))


def _files(outputs: Outputs, id: str) -> Iterator[str]:
    """The datasets that have a dialogue, with its row, from 1, which is also its line in `jsonl/` and `tsv/`."""
    for (source, language), files in outputs.datasets().items():
        for split, path in files.items():
            if at := find([path], "id", id):
                yield f"data/{source}/dataset/{language}/{split}.parquet, row {at.row + 1:,}"


def _turns(found: Found) -> Iterator[Piece]:
    assert found.dialogue  # noqa: S101 - the caller asked
    for number, turn in enumerate(found.dialogue["turns"]):
        who = f"{turn['speaker']}: " if turn["speaker"] else ""
        when = "" if turn["start_ms"] is None else f"{timestamp(turn['start_ms'])}  "
        mark = ">" if number == found.turn else " "
        yield Piece(f"{mark} #{number}  {when}{who}{turn['text']}\n", bold=number == found.turn)
    yield Piece("\n")


def _source(outputs: Outputs, found: Found, context: Context) -> Iterator[Piece]:
    """The text, the comments or the subtitle around it."""
    document, source = found.document, found.source
    if not document or found.kind == "document":
        return
    rows = partial(_rows, outputs, found)
    if text := document.get("text"):
        here = found.dialogue or _as_dialogue(found.drops)
        kept = [row for row in rows(source.last_stage, "dialogues") if row["id"] != found.id]
        dropped = [row for row in trace.removed(outputs, found) if row["start"] is not None]
        if not (pieces := in_text(text, here, kept, dropped)):
            return
        yield Piece("In its text (green: its turns; red: dropped)\n", bold=True)
        for piece in pieces:
            yield Piece(piece.text, _COLOURS[piece.kind], dim=piece.kind == "told")
            if piece.note:
                yield Piece(f" [{piece.note}]", "yellow" if piece.kind == "gone" else "", dim=True)
        yield Piece("\n\n")
    elif found.dialogue:
        yield Piece("In its source (green: the dialogue)\n", bold=True)
        yield from source.part("inspection").around(found.dialogue, rows, context)
        yield Piece("\n")


def _rows(outputs: Outputs, found: Found, stage: str, table: str) -> list[Row]:
    return outputs.of_document(found.source, found.language, stage, table, found.document["id"])


def _as_dialogue(drops: Sequence[Row]) -> Row:
    """The places of what was dropped, as a dialogue that has no turns elsewhere."""
    spans = [{"start": row["start"], "end": row["end"]} for row in drops if row["start"] is not None]
    return {"turns": [{"spans": spans, "speaker": None}]}


def _removed(rows: Sequence[Row]) -> Iterator[Piece]:
    if rows:
        yield Piece("Removed here\n", bold=True)
    for row in rows[:_MOST]:
        yield Piece(f"  {row['unit']} {row['id']}: {reason(row, detail=True)}\n")
    if len(rows) > _MOST:
        yield Piece(f"  … and {len(rows) - _MOST:,} more\n", dim=True)


def unknown(outputs: Outputs, wanted: trace.Wanted) -> str:
    """The message about an id that names nothing: ids like it, and what ids there are."""
    like = trace.nearest(outputs, wanted)
    near = f"; like it: {', '.join(like)}" if like else ""
    there = ", ".join(name for name in SOURCES if outputs.languages(name))
    return f"{wanted.id}: nothing has this id{near}. There are ids {trace.KINDS}, of {there or 'no source yet'}"
