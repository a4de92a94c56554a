"""`dialogue-etl inspect`: a book's dialogues in their context, with what was left out and why."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dialogue_etl import shards
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Iterator

_STAGES = ("download", "prefilter", "extract", "postfilter", "split")
_NAMED = frozenset(["banned", "not_listed"])  # by the user: what else is not selected is most of a catalogue
_CONTEXT = 160  # characters of narration shown on each side


@dataclass(frozen=True)
class Mark:
    """A stretch of the text to show in colour."""

    start: int
    end: int
    kept: bool
    heading: str = ""
    speaker: str = ""
    note: str = ""


def inspect(
    book: Annotated[str | None, typer.Argument(help="Id of a book; without it all books are listed.")] = None,
    stages: Annotated[Path, typer.Option(help="Outputs of all stages.")] = Path("data/books"),
    colour: Annotated[bool | None, typer.Option("--colour/--no-colour", help="As the terminal is.")] = None,
) -> None:
    """Show a book's dialogues in their context, with what was left out and why."""
    if not (stages / "download").is_dir():
        raise DialogueEtlError(f"{stages}: no outputs of stages here; run `dvc repro` in a workspace first")
    languages = sorted(folder.name for folder in (stages / "download").iterdir() if folder.is_dir())
    if book is None:
        for language in languages:
            _list_books(stages, language)
        return
    for language in languages:
        for row in shards.read(stages / "download" / language, "texts"):
            if row["id"] == book:
                _show(stages, row, colour)
                return
    known = [r for language in languages for r in _drops(stages, language) if r["source_id"] == book]
    if not known:
        raise DialogueEtlError(f"{book}: no such book; `dialogue-etl inspect` lists them")
    for row in known:
        typer.echo(f"{book}: left out by {_reason(row)}")


def _drops(stages: Path, language: str) -> Iterator[dict[str, Any]]:
    for stage in _STAGES:
        folder = stages / stage / language
        if (folder / "drops").is_dir():
            yield from shards.read(folder, "drops")


def _list_books(stages: Path, language: str) -> None:
    rows = [row for row in _drops(stages, language) if row["unit"] in {"book", "file"}]
    not_selected = [row for row in rows if _is_not_selected(row)]
    fate = {row["source_id"]: f"left out by {_reason(row)}" for row in rows if not _is_not_selected(row)}
    for row in shards.read(stages / "split" / language, "splits"):
        counts = f"{row['dialogues']:,} dialogues, {row['utterances']:,} utterances"
        fate[row["source_id"]] = f"{row['split']}: {counts}"
    titles = {}
    for row in shards.read(stages / "download" / language, "texts", ["id", "title", "authors"]):
        titles[row["id"]] = f"{'; '.join(row['authors'])}: {row['title']}"
    for id in sorted(titles | fate):
        typer.echo(f"{language}  {id}  {titles.get(id, '')}  [{fate.get(id, 'no dialogues')}]")
    if not_selected:
        see = f"dialogue-etl books select --language {language}"
        typer.echo(f"{language}  not selected: {len(not_selected):,} (see `{see}`)")


def _is_not_selected(row: dict[str, Any]) -> bool:
    return row["stage"] == "download" and row["unit"] == "book" and row["reason"] not in _NAMED


def _reason(row: dict[str, Any]) -> str:
    measured = "" if row["value"] is None else f" {row['value']:.4g} against {row['threshold']:.4g}"
    detail = f": {row['detail']}" if row["detail"] and row["unit"] in {"book", "file"} else ""
    return f"{row['stage']}, {row['reason']}{measured}{detail}"


def _show(stages: Path, book: dict[str, Any], colour: bool | None) -> None:
    language, id = book["language"], book["id"]
    lines = [
        f"{'; '.join(book['authors'])}: {book['title']}",
        f"{id}, {language}, {book['rights']}, {book['url']}",
    ]
    for stage in ("prefilter", "extract"):
        scores = shards.read(stages / stage / language, "scores")
        lines += [f"{r['measure'].replace('_', ' ')}: {r['value']:,.4g}" for r in scores if r["id"] == id]
    drops = [row for row in _drops(stages, language) if row["source_id"] == id]
    lines += [f"left out by {_reason(row)}" for row in drops if row["unit"] == "book"]
    marks = sorted([*_kept(stages, language, id), *_left_out(drops)], key=lambda mark: (mark.start, mark.end))
    typer.echo("\n".join([*lines, ""]), color=colour)
    for piece in _render(book["text"], marks):
        typer.echo(piece, nl=False, color=colour)
    typer.echo("\n", color=colour)


def _kept(stages: Path, language: str, id: str) -> Iterator[Mark]:
    for row in shards.read(stages / "postfilter" / language, "dialogues"):
        if row["source_id"] == id:
            heading = f"dialogue {row['id']}, {len(row['turns'])} turns"
            for turn in row["turns"]:
                speaker = turn["speaker"] or ""
                for span in turn["spans"]:
                    yield Mark(span["start"], span["end"], True, heading, speaker)
                    heading = speaker = ""


def _left_out(drops: list[dict[str, Any]]) -> Iterator[Mark]:
    for row in drops:
        if row["start"] is not None:
            yield Mark(row["start"], row["end"], False, note=f"left out: {row['unit']}, {_reason(row)}")


def _render(text: str, marks: list[Mark]) -> Iterator[str]:
    position = 0
    for mark in marks:
        if mark.start < position:
            continue  # inside a longer stretch that was left out
        # The heading stands before the paragraph, not between its opening mark and the speech.
        before, blank, opening = text[position : mark.start].rpartition("\n\n" if mark.heading else "\0")
        yield typer.style(_narration(before) + blank, dim=True)
        if mark.heading:
            yield typer.style(f"── {mark.heading} ──\n", fg="cyan")
        yield typer.style(_narration(opening), dim=True)
        yield typer.style(text[mark.start : mark.end], fg="green" if mark.kept else "red")
        if mark.speaker:
            yield typer.style(f" [{mark.speaker}]", dim=True)
        if mark.note:
            yield typer.style(f" [{mark.note}]", fg="yellow")
        position = mark.end
    yield typer.style(_narration(text[position:]), dim=True)


def _narration(text: str) -> str:
    if len(text) <= 3 * _CONTEXT:
        return text
    skipped = len(text) - 2 * _CONTEXT
    return f"{text[:_CONTEXT]}\n[… {skipped:,} characters …]\n{text[-_CONTEXT:]}"
