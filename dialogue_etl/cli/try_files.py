"""`dialogue-etl try`: shows the dialogues of a file, without running the pipeline."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.inspecting import timestamp

if TYPE_CHECKING:
    from dialogue_etl.sources.trying import Found


def try_files(
    files: Annotated[
        list[Path], typer.Argument(help="Texts in any encoding, subtitles, or exports of comments or chats.")
    ],
    language: Annotated[str, typer.Option(help="BCP-47 tag; without it each file's is guessed.")] = "",
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="A parameter, such as extract.dialogue_gap=200; repeatable."),
    ] = None,
    encoding: Annotated[
        str, typer.Option(help="Of the files, such as cp1256; by default it is detected.")
    ] = "",
    output: Annotated[
        Literal["text", "jsonl"],
        typer.Option("--format", help="For reading, or one JSON line per turn."),
    ] = "text",
    trace: Annotated[
        bool, typer.Option("--trace", help="Print the table of the extraction after each step instead.")
    ] = False,
    trace_rows: Annotated[int, typer.Option(min=1, help="Rows of each table of --trace.")] = 20,
) -> None:
    """Show the dialogues found in files, to try a book or film of your own.

    Header, footer, licence and notes of a Project Gutenberg text are removed, as in the pipeline; offsets
    still refer to the decoded file (a byte order mark is not part of it, line ends count as one
    character). Turns of subtitles have times. Parameters have their defaults unless set by --set.
    """
    from dialogue_etl import params as parameters
    from dialogue_etl.sources.trying import UnreadableFileError

    params = parameters.parse(
        parameters.override({}, dict(map(parameters.assignment, change or []))), origin="--set"
    )
    bad = 0
    for file, id in zip(files, _ids(files), strict=True):
        try:
            data = _read(file, encoding)
            trial = _trial(file, data)
            tag = language or _guessed(file, data, trial)
            trial.check(tag)
            if trace and not hasattr(trial, "trace"):
                raise DialogueEtlError(f"--trace: {file}: files of this kind have no steps to trace")
            if trace:
                trial.trace(data, tag, params, rows=trace_rows)
                continue
            found = trial.find(data, id, tag, params)
        except UnreadableFileError as error:
            typer.secho(f"{file}: {error}", fg="red", err=True)
            bad += 1
            continue
        if found.note:
            typer.echo(f"{file}: {found.note}", err=True)
        if output == "jsonl":
            _print_jsonl(id, found)
        else:
            _print_text(file, found)
    if bad:
        raise typer.Exit(1)


def _ids(files: list[Path]) -> list[str]:
    """The id of each file: its name without suffix, with as many folders as make it unique, or a number."""
    found: list[str] = []
    for file in files:
        parts = file.resolve().with_suffix("").parts
        alike = {other.resolve().with_suffix("").parts for other in files if other.stem == file.stem}
        depth = next((n for n in range(1, len(parts)) if sum(o[-n:] == parts[-n:] for o in alike) == 1), 1)
        id, again = "/".join(parts[-depth:]), 1
        while id in found:
            again += 1
            id = f"{'/'.join(parts[-depth:])}-{again}"
        found.append(id)
    return found


def _read(file: Path, encoding: str) -> bytes:
    """The file's bytes, in UTF-8 if the encoding is given.

    Errors of reading are kept apart from those of printing, such as a broken pipe.
    """
    from dialogue_etl.sources.trying import UnreadableFileError

    try:
        data = file.read_bytes()
        return data.decode(encoding).encode() if encoding else data
    except OSError as error:
        raise UnreadableFileError(error.strerror) from None
    except (LookupError, UnicodeError) as error:
        raise UnreadableFileError(f"--encoding {encoding}: {error}") from None


def _guessed(file: Path, data: bytes, trial: Any) -> str:
    """The language that a file seems to be in, which is said."""
    from dialogue_etl.languages.names import name_of, standard_tag
    from dialogue_etl.sources.trying import UnreadableFileError
    from dialogue_etl.text.encoding import UndecodableError, decode
    from dialogue_etl.text.language_id import guessed

    try:
        tag = guessed(trial.text(data) if hasattr(trial, "text") else decode(data)[0])
    except UndecodableError as error:
        raise UnreadableFileError(str(error)) from None
    if not tag:
        raise UnreadableFileError("its language cannot be guessed; state it by --language")
    tag = standard_tag(tag) or tag
    typer.echo(f"{file}: seems to be in {name_of(tag)}; if not, --language", err=True)
    return tag


def _trial(file: Path, data: bytes) -> Any:
    """The part `trial` of the source that reads such files."""
    trials = [trial for source in SOURCES.values() if (trial := source.find_part("trial"))]
    known = (trial for trial in trials if hasattr(trial, "knows") and trial.knows(data))
    fit = (trial for trial in trials if file.suffix.lower() in trial.SUFFIXES)
    return next(known, None) or next(fit, None) or next(trial for trial in trials if not trial.SUFFIXES)


def _print_jsonl(source_id: str, found: Found) -> None:
    lines = []
    for dialogue in found.dialogues:
        for index, turn in enumerate(dialogue["turns"]):
            line = {
                "source_id": source_id,
                "dialogue_id": dialogue["id"],
                "turn_index": index,
                "text": turn["text"],
                **{name: _place(turn[name]) for name in found.places},
                "speaker": turn["speaker"],
                **{name: _rounded(turn[name]) for name in ("speaker_confidence", "speech_confidence")},
            }
            lines.append(json.dumps(line, ensure_ascii=False))
    # Printed at once: printing each line takes as long as finding it.
    typer.echo("\n".join(lines), nl=bool(lines))


def _rounded(confidence: float | None) -> float | None:
    return None if confidence is None else round(confidence, 3)


def _begin(turn: dict[str, Any]) -> str:
    """The start time of a turn; empty if unknown."""
    return "" if turn["start_ms"] is None else timestamp(turn["start_ms"])


def _place(value: Any) -> Any:
    """Spans as pairs; times as they are."""
    return [[span["start"], span["end"]] for span in value] if isinstance(value, list) else value


def _print_text(file: Path, found: Found) -> None:
    lines = []
    timed = "start_ms" in found.places
    for dialogue in found.dialogues:
        lines.append(typer.style(dialogue["id"], dim=True))
        for turn in dialogue["turns"]:
            who = typer.style(f"  ({turn['speaker']})", dim=True) if turn["speaker"] else ""
            when = typer.style(f"{_begin(turn):>11}", dim=True) if timed else " "
            lines.append(f"{when} – {turn['text']}{who}")
        lines.append("")
    lines.append(typer.style(f"{file.name}: {_summary(found)}", bold=True))
    typer.echo("\n".join(lines))


def _summary(found: Found) -> str:
    utterances = sum(len(dialogue["turns"]) for dialogue in found.dialogues)
    text = f"{len(found.dialogues):,} dialogues, {utterances:,} utterances"
    reasons = Counter(f"{drop['unit']}: {drop['reason']}{_why(drop)}" for drop in found.drops)
    left_out = ", ".join(f"{number:,} {key}" for key, number in reasons.items())
    return f"{text}; left out: {left_out}" if left_out else text


def _why(drop: dict[str, Any]) -> str:
    if drop["unit"] != "book" or None in {drop["value"], drop["threshold"]}:
        return ""
    return f" ({drop['value']:.0f} < {drop['threshold']:g})"
