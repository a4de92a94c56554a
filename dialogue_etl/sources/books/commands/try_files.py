"""`dialogue-etl try`: dialogues of any text file, without the pipeline."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.dialogues import Extraction


def try_files(
    files: Annotated[list[Path], typer.Argument(help="Text files in any encoding.")],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")],
    profile: Annotated[
        Literal["default", "reference"], typer.Option(help="How dialogues are found.")
    ] = "default",
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="A parameter, such as extract.dialogue_gap=200; repeatable."),
    ] = None,
    output: Annotated[
        Literal["text", "jsonl"],
        typer.Option("--format", help="Readable, or one JSON line per turn."),
    ] = "text",
    trace: Annotated[
        bool, typer.Option("--trace", help="Print the table of extraction after each step instead.")
    ] = False,
    trace_rows: Annotated[int, typer.Option(min=1, help="Rows of each table of --trace.")] = 20,
) -> None:
    """Extract dialogues from text files, for a look at one's own book.

    The whole file is read, header and footer included: offsets count in the decoded file (a byte order
    mark is not part of it, line ends count as one character). Parameters have their defaults unless
    --set; --profile is extract.profile: with reference, the offsets are those of the paragraph.
    """
    from dialogue_etl import params as parameters
    from dialogue_etl.languages import LANGUAGES
    from dialogue_etl.sources.books.extraction.pipeline import extract_book
    from dialogue_etl.text.encoding import UndecodableError, decode

    if language not in LANGUAGES:
        raise DialogueEtlError(f"--language {language}: not one of {', '.join(LANGUAGES)}")
    changes = {"extract.profile": profile, **dict(map(parameters.assignment, change or []))}
    params = parameters.parse(parameters.override({}, changes), origin="--set")
    bad = 0
    for file in files:
        try:
            text, _ = decode(file.read_bytes())
        except (OSError, UndecodableError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            typer.secho(f"{file}: {reason}", fg="red", err=True)
            bad += 1
            continue
        if trace:
            from dialogue_etl.sources.books.commands.trace_extraction import trace as print_trace

            print_trace(text, LANGUAGES[language], params.extract, rows=trace_rows)
            continue
        found = extract_book(file.stem, text, LANGUAGES[language], params.extract)
        if output == "jsonl":
            _print_jsonl(file.stem, found)
        else:
            _print_text(file, found)
    if bad:
        raise typer.Exit(1)


def _print_jsonl(source_id: str, found: Extraction) -> None:
    lines = []
    for dialogue in found.dialogues.to_pylist():
        for index, turn in enumerate(dialogue["turns"]):
            confidence = turn["speaker_confidence"]
            line = {
                "source_id": source_id,
                "dialogue_id": dialogue["id"],
                "turn_index": index,
                "text": turn["text"],
                "spans": [[span["start"], span["end"]] for span in turn["spans"]],
                "speaker": turn["speaker"],
                "speaker_confidence": None if confidence is None else round(confidence, 3),
            }
            lines.append(json.dumps(line, ensure_ascii=False))
    # Written at once: a call for each line costs as much as finding it.
    typer.echo("\n".join(lines), nl=bool(lines))


def _print_text(file: Path, found: Extraction) -> None:
    lines = []
    for dialogue in found.dialogues.to_pylist():
        lines.append(typer.style(dialogue["id"], dim=True))
        for turn in dialogue["turns"]:
            who = typer.style(f"  ({turn['speaker']})", dim=True) if turn["speaker"] else ""
            lines.append(f"  – {turn['text']}{who}")
        lines.append("")
    lines.append(typer.style(f"{file.name}: {_summary(found)}", bold=True))
    typer.echo("\n".join(lines))


def _summary(found: Extraction) -> str:
    utterances = sum(map(len, found.dialogues.column("turns").to_pylist()))
    text = f"{len(found.dialogues):,} dialogues, {utterances:,} utterances"
    reasons = Counter(f"{drop['unit']}: {drop['reason']}{_why(drop)}" for drop in found.drops)
    left_out = ", ".join(f"{number:,} {key}" for key, number in reasons.items())
    return f"{text}; left out: {left_out}" if left_out else text


def _why(drop: dict[str, Any]) -> str:
    return f" ({drop['value']:.0f} < {drop['threshold']:g})" if drop["unit"] == "book" else ""
