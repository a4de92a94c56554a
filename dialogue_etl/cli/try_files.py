"""`dialogue-etl try`: dialogues of any text file, without the pipeline."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import pyarrow.compute as pc
import typer

from dialogue_etl import params as knobs
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages import LANGUAGES

if TYPE_CHECKING:
    from dialogue_etl.sources.books.book_dialogues import Extraction


class Profile(StrEnum):
    """How dialogues are found."""

    DEFAULT = "default"
    REFERENCE = "reference"


class Output(StrEnum):
    """What is printed."""

    TEXT = "text"
    JSONL = "jsonl"


def try_files(
    files: Annotated[list[Path], typer.Argument(help="Text files in any encoding.")],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")],
    profile: Annotated[Profile, typer.Option(help="How dialogues are found.")] = Profile.DEFAULT,
    change: Annotated[
        list[str] | None, typer.Option("--set", help="A knob, such as extract.dialogue_gap=200; repeatable.")
    ] = None,
    boundary_model: Annotated[
        Path | None,
        typer.Option(help="A model.json of `books boundaries`; with it extract.boundaries is model."),
    ] = None,
    output: Annotated[
        Output, typer.Option("--format", help="Readable, or one JSON line per turn.")
    ] = Output.TEXT,
    source_id: Annotated[
        str | None, typer.Option(help="Instead of the file's name; for a single file.")
    ] = None,
) -> None:
    """Extract dialogues from text files, for a look at one's own book.

    The whole file is read, header and footer included: offsets count in the decoded file (a byte order
    mark is not part of it, line ends count as one character). Knobs have their defaults unless --set;
    --profile is the knob extract.profile: with reference, the offsets are those of the paragraph.
    """
    from dialogue_etl.sources.books.book_dialogues import extract_book
    from dialogue_etl.sources.books.boundaries import model as models
    from dialogue_etl.text.encoding import UndecodableError, decode

    if language not in LANGUAGES:
        raise DialogueEtlError(f"--language {language}: not one of {', '.join(LANGUAGES)}")
    if source_id and len(files) > 1:
        raise DialogueEtlError(f"--source-id is for a single file; here are {len(files)}")
    changes = {"extract.profile": profile.value, **dict(map(knobs.assignment, change or []))}
    model = models.load(boundary_model) if boundary_model else None
    if model:
        changes = {"extract.boundaries": "model", **changes}
    params = knobs.parse(knobs.override({}, changes), origin="--set")
    bad = 0
    for file in files:
        try:
            text, _ = decode(file.read_bytes())
        except (OSError, UndecodableError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            typer.secho(f"{file}: {reason}", fg="red", err=True)
            bad += 1
            continue
        found = extract_book(source_id or file.stem, text, LANGUAGES[language], params.extract, model=model)
        if output is Output.JSONL:
            _print_jsonl(source_id or file.stem, found)
        else:
            _print_text(file, found)
    if bad:
        raise typer.Exit(1)


def _print_jsonl(source_id: str, found: Extraction) -> None:
    for dialogue in found.dialogues.to_pylist():
        for index, turn in enumerate(dialogue["turns"]):
            spans = [[span["start"], span["end"]] for span in turn["spans"]]
            ids = {"source_id": source_id, "dialogue_id": dialogue["id"], "turn_index": index}
            speaker = {"speaker": turn["speaker"], "speaker_confidence": _rounded(turn["speaker_confidence"])}
            typer.echo(
                json.dumps({**ids, "text": turn["text"], "spans": spans, **speaker}, ensure_ascii=False)
            )


def _rounded(confidence: float | None) -> float | None:
    return None if confidence is None else round(confidence, 3)


def _print_text(file: Path, found: Extraction) -> None:
    for dialogue in found.dialogues.to_pylist():
        typer.secho(dialogue["id"], dim=True)
        for turn in dialogue["turns"]:
            who = typer.style(f"  ({turn['speaker']})", dim=True) if turn["speaker"] else ""
            typer.echo(f"  – {turn['text']}{who}")
        typer.echo()
    typer.secho(f"{file.name}: {_summary(found)}", bold=True)


def _summary(found: Extraction) -> str:
    utterances = pc.sum(found.dialogues.column("turns").combine_chunks().value_lengths()).as_py() or 0
    text = f"{len(found.dialogues):,} dialogues, {utterances:,} utterances"
    reasons: dict[str, int] = {}
    for drop in found.drops:
        key = f"{drop['unit']}: {drop['reason']}{_why(drop)}"
        reasons[key] = reasons.get(key, 0) + 1
    left_out = ", ".join(f"{number:,} {key}" for key, number in reasons.items())
    return f"{text}; left out: {left_out}" if left_out else text


def _why(drop: dict[str, Any]) -> str:
    return f" ({drop['value']:.0f} < {drop['threshold']:g})" if drop["unit"] == "book" else ""
