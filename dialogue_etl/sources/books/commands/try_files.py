"""`dialogue-etl try`: dialogues of any text file, without the pipeline."""

from __future__ import annotations

import json
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.garbage_collection import paused_garbage_collection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dialogue_etl.sources.books.extraction.dialogues import Extraction

_encode = json.JSONEncoder(ensure_ascii=False).encode


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
        list[str] | None,
        typer.Option("--set", help="A parameter, such as extract.dialogue_gap=200; repeatable."),
    ] = None,
    output: Annotated[
        Output, typer.Option("--format", help="Readable, or one JSON line per turn.")
    ] = Output.TEXT,
    source_id: Annotated[
        str | None, typer.Option(help="Instead of the file's name; for a single file.")
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Print the table of extraction after each step instead.")
    ] = False,
    trace_rows: Annotated[int, typer.Option(min=1, help="Rows of each table of --trace.")] = 20,
    trace_columns: Annotated[
        list[str] | None, typer.Option(help="A column to show with --trace, besides the text; repeatable.")
    ] = None,
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
    if source_id and len(files) > 1:
        raise DialogueEtlError(f"--source-id is for a single file; here are {len(files)}")
    changes = {"extract.profile": profile.value, **dict(map(parameters.assignment, change or []))}
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

            columns = trace_columns or ()
            print_trace(text, LANGUAGES[language], params.extract, rows=trace_rows, columns=columns)
            continue
        with paused_garbage_collection():
            id = source_id or file.stem
            found = extract_book(id, text, LANGUAGES[language], params.extract)
            if output is Output.JSONL:
                _print_jsonl(id, found)
            else:
                _print_text(file, found)
    if bad:
        raise typer.Exit(1)


class _Turn(NamedTuple):
    """A turn as it is printed."""

    text: str
    spans: list[tuple[int, int]]
    speaker: str | None
    confidence: float | None


def _dialogues(found: Extraction) -> Iterator[tuple[str, list[_Turn]]]:
    """Each dialogue's id and turns, column by column: a mapping for each turn costs more than finding it."""
    turns = found.dialogues.column("turns").combine_chunks()
    flat = turns.flatten()
    places = flat.field("spans").flatten()
    pairs = iter(zip(places.field("start").to_pylist(), places.field("end").to_pylist(), strict=True))
    spans = [list(islice(pairs, size)) for size in flat.field("spans").value_lengths().to_pylist()]
    others = (flat.field(name).to_pylist() for name in ("text", "speaker", "speaker_confidence"))
    texts, speakers, confidence = others
    rows = map(_Turn, texts, spans, speakers, confidence)
    for id, size in zip(
        found.dialogues.column("id").to_pylist(), turns.value_lengths().to_pylist(), strict=True
    ):
        yield id, list(islice(rows, size))


def _print_jsonl(source_id: str, found: Extraction) -> None:
    lines = []
    for id, turns in _dialogues(found):
        for index, turn in enumerate(turns):
            ids = {"source_id": source_id, "dialogue_id": id, "turn_index": index}
            speaker = {"speaker": turn.speaker, "speaker_confidence": _rounded(turn.confidence)}
            lines.append(_encode({**ids, "text": turn.text, "spans": turn.spans, **speaker}))
    # Written at once: a call for each line costs as much as finding it.
    typer.echo("\n".join(lines), nl=bool(lines))


def _rounded(confidence: float | None) -> float | None:
    return None if confidence is None else round(confidence, 3)


def _print_text(file: Path, found: Extraction) -> None:
    lines = []
    for id, turns in _dialogues(found):
        lines.append(typer.style(id, dim=True))
        for turn in turns:
            who = typer.style(f"  ({turn.speaker})", dim=True) if turn.speaker else ""
            lines.append(f"  – {turn.text}{who}")
        lines.append("")
    lines.append(typer.style(f"{file.name}: {_summary(found)}", bold=True))
    typer.echo("\n".join(lines))


def _summary(found: Extraction) -> str:
    import pyarrow.compute as pc

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
