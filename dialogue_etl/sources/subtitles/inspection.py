"""A film with its dialogues and their times, and what was dropped from it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards
from dialogue_etl.sources.inspecting import Context, Piece, Rows, drops, reason, timestamp
from dialogue_etl.sources.subtitles import SOURCE
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns

AGAIN = ("subtitle_rules", "turns")
_STAGES = ("clean", "dialogues")
_AROUND = 5  # sentences shown before and after a dialogue


def listing(stages: Path, language: str) -> Iterator[str]:
    """A line per subtitle file of a language: id, film, size, and result.

    Args:
        stages: outputs of all stages.
        language: BCP-47 tag.
    """
    if not (stages / "read" / language).is_dir():
        return
    gone = {
        row["id"]: reason(row, detail=False)
        for row in drops(stages, ("read", "films"), language)
        if row["unit"] in {"film", "file"}
    }
    for row in shards.read(stages / "read" / language, "films"):
        named = f"{row['title'] or row['film_id']}" + (f" ({row['year']})" if row["year"] else "")
        fate = f"left out: {gone.pop(row['id'])}" if row["id"] in gone else f"{row['sentences']:,} sentences"
        yield f"{language}  {row['id']}  {named}  {fate}"
    yield from (f"{language}  {id}  left out: {why}" for id, why in sorted(gone.items()))


def show(id: str, stages: Path, languages: Sequence[str], _context: Context) -> Iterator[Piece]:
    """The dialogues of a subtitle file, or one dialogue, and what was dropped.

    Args:
        id: of a subtitle file as in the stage `read`, of a film, or of a dialogue.
        stages: outputs of all stages.
        languages: to look in.
    """
    for language in languages:
        stage = next((name for name in _STAGES if (stages / name / language).is_dir()), "")
        rows = list(_of(stages / stage / language, "dialogues", id)) if stage else []
        left_out = [row for row in drops(stages, SOURCE.dropping_stages, language) if _is_of(row, id)]
        for row in rows:
            yield Piece(f"── {row['id']} ──\n", "cyan")
            yield from map(_turn, row["turns"])
        for row in left_out:
            yield Piece(f"{row['unit']} {row['id']}: {reason(row, detail=True)}\n", dim=True)
        if rows or left_out:
            return


def again(document: Mapping[str, Any], rows: Rows, context: Context) -> tuple[list[Any], list[Any]]:
    """The dialogues of a film by other parameters, and what is dropped; without a trained classifier."""
    from dialogue_etl.sources.subtitles.dialogues_of import dialogues_of  # noqa: PLC0415 - slow to load

    params, language = context.params, str(document["language"])
    rules, turns = params[SubtitleRules], params[Turns]
    made = dialogues_of(rows("read", "sentences"), language, subtitle_rules=rules, turns_params=turns)
    return made.dialogues, made.drops


def origin(document: Mapping[str, Any], _context: Context) -> str:
    """The subtitle file of a film: of the library, an archive of OPUS or the sample."""
    where = "subtitles/library/" if document["corpus"] == "library" else f"{document['corpus']}: "
    return f"{where}{document['url']}, SHA-256 {document['sha256'][:12]}…"


def around(dialogue: Mapping[str, Any], rows: Rows, _context: Context) -> Iterator[Piece]:
    """The sentences of the subtitle file from a little before a dialogue to a little after it, with times.

    Args:
        dialogue: its turns have the numbers of their first sentences.
        rows: of the tables of its file.
    """
    ids = [turn["utterance_id"] or "" for turn in dialogue["turns"]]
    said = [int(id) for id in ids if id.isdecimal()]
    if not said:
        return
    turns = [row for row in rows("turns", "turns") if row["number"] == said[-1]]
    last = turns[0]["last"] if turns else said[-1]
    for row in rows("read", "sentences"):
        if said[0] - _AROUND <= row["number"] <= last + _AROUND:
            here = said[0] <= row["number"] <= last
            times = f"{timestamp(row['start_ms'])} – {timestamp(row['end_ms'])}"
            block = "" if row["block"] is None else f"block {row['block']}"
            mark = ">" if row["number"] in said else " "
            yield Piece(f"{mark} {row['number']:>5}  {block:>10}  {times:>25}  ", dim=True)
            yield Piece(f"{row['text']}\n", "green" if here else "", dim=not here)


def _of(folder: Path, table: str, id: str) -> Iterator[dict[str, Any]]:
    return (row for row in shards.read(folder, table) if _is_of(row, id))


def _is_of(row: dict[str, Any], id: str) -> bool:
    """Whether a row has an id, or belongs to that film or subtitle file."""
    film, _, _ = row["source_id"].partition(":")
    return id in {row["id"], row["source_id"], film}


def _turn(turn: dict[str, Any]) -> Piece:
    who = f"{turn['speaker']}: " if turn["speaker"] else ""
    return Piece(f"  {timestamp(turn['start_ms']):>11}  {who}{turn['text']}\n")
