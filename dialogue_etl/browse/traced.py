"""Shows what an id names: in its source, with what was dropped there, and where the dataset has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from dialogue_etl.browse import place, trace
from dialogue_etl.browse.place import in_text, span_of
from dialogue_etl.browse.scan import find
from dialogue_etl.core.split_files import shard_name
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.inspecting import Piece, reason, timestamp

if TYPE_CHECKING:
    from dialogue_etl.browse.held import Outputs
    from dialogue_etl.browse.trace import Found
    from dialogue_etl.sources.inspecting import Context

    Row = dict[str, Any]

_COLOURS: dict[place.Kind, str] = {"told": "", "here": "green", "kept": "", "gone": "red"}
_MOST = 40  # rows of drops
_FEW = 6  # turns before and after the wanted one of a long dialogue
_APART = 100  # characters between turns that are worth mentioning: more than most words of the narrator


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
    document, of = found.document, found.of
    size = f", {len(found.dialogue['turns'])} turns" if found.dialogue else ""
    yield Piece(f"── {found.id}{size} ──\n", "cyan")
    lines = [f"dropped: {drop['unit']}, {reason(drop, detail=True)}" for drop in found.drops]
    if found.kind == "dropped" and not found.drops:
        lines.append("not in the dataset: a later stage changed it, or dropped its document")
    authors = "; ".join(document.get("authors") or ())
    title = ": ".join(filter(None, (authors, document.get("title") or "")))
    lines.append(", ".join(filter(None, (f"{of.source.unit}: {of.id}", title, of.language))))
    if document:
        lines.append(f"from: {of.source.part('inspection').origin(document, context)}")
    splits = of.rows("split", "splits")
    lines += [f"split: {row['split']}, with the work {row['work_id']}" for row in splits]
    if found.kind == "dialogue":
        lines += [f"in: {where}" for where in _files(outputs, found.id)]
    if found.dialogue and (span := span_of(found.dialogue)):
        lines.append(f"place: characters {span[0]:,} to {span[1]:,} of {len(document.get('text') or ''):,}")
    yield Piece("\n".join([*lines, "", ""]))


def _files(outputs: Outputs, id: str) -> Iterator[str]:
    """The datasets that have a dialogue, with its row, from 1; in `jsonl/` and `tsv/` it is the line."""
    for (source, language), files in outputs.datasets().items():
        for split, paths in files.items():
            if at := find(paths, "id", id):
                cut = shard_name(split, at.file, len(paths))
                name = cut if len(paths) > 1 else f"{split}.parquet"
                yield f"data/{source}/dataset/{language}/{name}, row {at.row + 1:,}"


def _turns(found: Found) -> Iterator[Piece]:
    """The turns, those near the wanted one if there are many, and how far they are from each other."""
    assert found.dialogue  # noqa: S101 - the caller asked
    turns, end = found.dialogue["turns"], None
    shown = _near(turns, found.turn, _FEW)
    for number, turn in enumerate(turns):
        spans = turn["spans"] or ()
        apart = spans[0]["start"] - end if spans and end is not None else 0
        end = spans[-1]["end"] if spans else None
        if number not in shown:
            continue
        if apart >= _APART:
            yield Piece(f"      … {apart:,} characters …\n", dim=True)
        who = f"{turn['speaker']}: " if turn["speaker"] else ""
        when = "" if turn["start_ms"] is None else f"{timestamp(turn['start_ms'])}  "
        mark = ">" if number == found.turn else " "
        yield Piece(f"{mark} #{number}  {when}{who}{turn['text']}\n", bold=number == found.turn)
    hidden = f"  … and {len(turns) - len(shown)} more turns\n" if len(shown) < len(turns) else ""
    yield Piece(f"{hidden}\n", dim=True)


def _near(turns: Sequence[Row], turn: int | None, around: int) -> range:
    """The indices of the turns to show: all, or of a long dialogue those around the wanted one."""
    if turn is None or len(turns) <= 2 * around + 1:
        return range(len(turns))
    return range(max(turn - around, 0), min(turn + around + 1, len(turns)))


def _source(outputs: Outputs, found: Found, context: Context) -> Iterator[Piece]:
    """The text, the comments or the subtitle around it."""
    of, document = found.of, found.document
    if not document or found.kind == "document":
        return
    here = found.dialogue or as_dialogue(found.drops)
    if text := document.get("text"):
        kept = [row for row in of.kept() if row["id"] != found.id]
        if found.dialogue:
            shown = _near(here["turns"], found.turn, 1)
            kept.append(here)  # its other turns, if only some are shown
            here = here | {"turns": here["turns"][shown.start : shown.stop]}
        dropped = [row for row in trace.removed(outputs, found) if row["start"] is not None]
        if pieces := in_text(text, here, kept, dropped):
            yield Piece("In its text (green: its turns; red: dropped)\n", bold=True)
            yield from (part for piece in pieces for part in _of_text(piece))
            yield Piece("\n\n")
    elif around := list(of.source.part("inspection").around(here, of.rows, context)):
        yield from [Piece("In its source (>: its turns)\n", bold=True), *around, Piece("\n")]


def _of_text(piece: place.Piece) -> Iterator[Piece]:
    yield Piece(piece.text, _COLOURS[piece.kind], dim=piece.kind == "told")
    if piece.note:
        yield Piece(f" [{piece.note}]", "yellow" if piece.kind == "gone" else "", dim=True)


def as_dialogue(drops: Sequence[Row]) -> Row:
    """What was dropped, as a dialogue of one turn."""
    spans = [{"start": row["start"], "end": row["end"]} for row in drops if row["start"] is not None]
    id = drops[0]["id"]
    return {"id": id, "turns": [{"spans": spans, "speaker": None, "utterance_id": id.rpartition(":")[2]}]}


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
    return f"{wanted.id}: nothing has this id{near}. There are ids {trace.KINDS}; built: {there or 'nothing'}"
