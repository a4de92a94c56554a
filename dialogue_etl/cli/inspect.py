"""`dialogue-etl inspect`: lists documents, or shows what an id names, in its source, and what was dropped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dialogue_etl.cli.parameters import Data, SourceName, built, chosen, parameters_of
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.browse.held import Outputs
    from dialogue_etl.browse.trace import Found, Wanted
    from dialogue_etl.params import Params
    from dialogue_etl.sources.inspecting import Context, Piece

_SIGNS = {"both": (" ", None), "before": ("-", "red"), "after": ("+", "green"), "left out": ("…", None)}
_DIGITS = 18
"""Of the number of a line."""


def inspect(
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID|FILE:LINE]",
            help="Id of anything, also as copied from JSON, or a line of a file of the dataset; "
            "without it documents are listed.",
        ),
    ] = None,
    source: SourceName = None,
    data: Data = Path("data"),
    colour: Annotated[
        bool | None,
        typer.Option("--colour/--no-colour", help="Colours; by default as the terminal supports them."),
    ] = None,
    params: Annotated[
        Path | None, typer.Option(help="File of the parameters; by default that of the workspace.")
    ] = None,
    version: Annotated[
        str, typer.Option(help="Tag, branch or commit, read from DVC's cache; . is the data folder.")
    ] = ".",
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set", help="A parameter, as extract.dialogue_gap=200: show what changes; repeatable."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --set: print JSON.")] = False,
    cache: Annotated[
        Path | None, typer.Option(help="DVC's cache, where that is known: DVC need not be asked.")
    ] = None,
) -> None:
    """Show what an id names: the source around it, what was dropped there and why, and where it is kept.

    With --set the document is processed again by its parameters and by changed ones, and only the dialogues
    that differ are shown; nothing is written.
    """
    from dialogue_etl import params as parameters
    from dialogue_etl.browse import traced
    from dialogue_etl.browse.trace import trace
    from dialogue_etl.sources.inspecting import Context

    if id is None:
        _list(source, data, parameters_of(data, params))
        return
    if version == "." and not built(data):
        chosen(None, data)  # says what to run
    outputs, known, workspace = outputs_of(version, data, params, cache)
    wanted = asked(id)
    found = trace(outputs, wanted)
    context = Context(known or parameters.parse({}), workspace)
    if change is not None or as_json:
        if found is None:
            raise DialogueEtlError(traced.unknown(outputs, wanted))
        _show_changes(found, context, change or [], as_json=as_json)
        return
    if version == "." and (found is None or found.kind == "document"):
        pieces = _documents(found.id if found else wanted.id, source, data, context, known)
        if _print(pieces, colour=colour):
            return
    if found:
        if found.id != wanted.id:
            typer.echo(f"{wanted.id}: it is in {found.id}", err=True)
        _print(list(traced.show(outputs, found, context)), colour=colour)
    elif not (version == "." and _older(wanted, outputs, context, colour)):
        name, _, number = id.rpartition(":")
        file = f" (no file either: {name})" if number.isdecimal() and Path(name).suffix else ""
        raise DialogueEtlError(f"{traced.unknown(outputs, wanted)}{file}")


def _show_changes(found: Found, context: Context, change: list[str], *, as_json: bool) -> None:
    from dialogue_etl import params as parameters
    from dialogue_etl.browse.preview import changes
    from dialogue_etl.compare.excerpts import lines

    made = changes(found, context, dict(map(parameters.assignment, change)))
    if as_json:
        typer.echo(json.dumps(made, ensure_ascii=False))
        return
    for place in made["places"]:
        typer.secho(place["kind"], bold=True)
        for line in lines(place["before"], place["after"]):
            sign, colour = _SIGNS[line.mark]
            who = f"{line.speaker}: " if line.speaker else ""
            typer.secho(f"{sign} {'── ' * line.begins}{who}{line.text}", fg=colour)
    for name in ("before", "after"):
        counts = made[name]
        drops = ", ".join(f"{number:,} {reason}" for reason, number in counts["drops"].items())
        size = f"{counts['dialogues']:,} dialogues, {counts['turns']:,} turns"
        typer.echo(f"{name}: {size}{'; dropped: ' * bool(drops)}{drops}")
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in made["kinds"].items())
    typer.echo(f"{made['same']:,} dialogues are the same; {kinds or 'no other ones'}")


def asked(text: str) -> Wanted:
    """An id as people give it, or that of a line of a file."""
    from dialogue_etl.browse.trace import Wanted

    return Wanted.parse(_at_line(text) or text)


def _at_line(text: str) -> str:
    """The id of a line of a file, given as FILE:LINE; empty if the text is not that."""
    from dialogue_etl.formats.ids import id_at

    name, _, number = text.rpartition(":")
    path = Path(name)
    try:
        if not path.suffix or not number.isdecimal() or not path.is_file():
            return ""
    except OSError:  # too long
        return ""
    if len(number) > _DIGITS:
        raise DialogueEtlError(f"{path}: there is no line {number[:_DIGITS]}…")
    found = id_at(path, int(number))
    typer.echo(f"line {int(number):,} of {path} is {found}", err=True)
    return found


def _list(source: str | None, data: Path, known: Params | None) -> None:
    first, stages = chosen(source, data)
    folder = stages / first.documents[0]
    languages = first.built(folder, known)
    for language in languages:
        for line in first.part("inspection").listing(stages, language):
            typer.echo(line)
    if left := [tag for tag in first.built(folder, None) if tag not in languages]:
        note = f"{folder}: {', '.join(left)}: left over, the parameters name other languages; not read"
        typer.echo(note, err=True)


def _documents(
    id: str, source: str | None, data: Path, context: Context, known: Params | None
) -> list[Piece]:
    for one in [chosen(source, data)[0]] if source else built(data):
        languages = one.built(data / one.name / one.documents[0], known)
        if pieces := list(one.part("inspection").show(id, data / one.name, languages, context)):
            return pieces
    return []


def outputs_of(
    version: str, data: Path, params: Path | None = None, cache: Path | None = None
) -> tuple[Outputs, Params | None, Path]:
    """The outputs of a version, its parameters if there are any, and the workspace.

    Args:
        version: tag, branch or commit; `.` for the data folder.
        data: the data folder.
        params: file of the parameters of the data folder; by default that of the workspace.
        cache: of DVC; by default DVC is asked.
    """
    from dialogue_etl import params as parameters
    from dialogue_etl.browse import held
    from dialogue_etl.workspace.root import find_root

    if version == ".":
        known = parameters_of(data, params)
        return held.Folder(data, known), known, data.resolve().parent
    outputs, written = held.outputs_of(root := find_root(), version, cache)
    return outputs, parameters.parse(dict(written)), root


def _older(wanted: Wanted, now: Outputs, context: Context, colour: bool | None) -> bool:
    """Look for an id in the versions of the workspace, and show what there is now in that place."""
    from dialogue_etl.browse.held import Held
    from dialogue_etl.browse.trace import in_its_place, trace
    from dialogue_etl.compare import revisions

    for revision in revisions.published(context.workspace):
        try:
            found = trace(Held(revision), wanted)
        except revisions.RevisionError:
            continue  # its files are not in DVC's cache
        if found:
            typer.echo(f"{wanted.id} is not in {context.workspace / 'data'}, but in {revision.name}:")
            typer.echo(f"    dialogue-etl inspect {wanted.id} --version {revision.name}")
            _print(_now(found, in_its_place(now, found), now), colour=colour)
            return True
    return False


def _now(old: Found, rows: list[dict[str, object]], now: Outputs) -> list[Piece]:
    from dialogue_etl.browse.trace import removed
    from dialogue_etl.sources.inspecting import Piece, reason

    ids = ", ".join(str(row["id"]) for row in rows)
    lines = [f"Its turns are now in {ids}" if rows else "No dialogue has its turns now"]
    if old.of.language not in now.languages(old.of.source.name):
        lines.append(f"  {old.of.source.name} are not built for the language {old.of.language}")
    lines += [f"  {row['unit']} {row['id']}: {reason(row, detail=True)}" for row in removed(now, old)]
    return [Piece("\n".join([*lines, ""]))]


def _print(pieces: list[Piece], *, colour: bool | None) -> bool:
    for piece in pieces:
        typer.echo(_styled(piece), nl=False, color=colour)
    return bool(pieces)


def _styled(piece: Piece) -> str:
    if not (piece.colour or piece.dim or piece.bold):
        return piece.text
    return typer.style(piece.text, fg=piece.colour or None, dim=piece.dim or None, bold=piece.bold or None)
