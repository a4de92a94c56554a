"""`dialogue-etl inspect`: lists documents, or shows one, or a dialogue, with what was dropped and why."""

from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.cli.parameters import Data, SourceName, built, chosen
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.inspecting import Piece


def inspect(
    id: Annotated[
        str | None, typer.Argument(help="Id of a document or dialogue; without it they are listed.")
    ] = None,
    source: SourceName = None,
    data: Data = Path("data"),
    colour: Annotated[
        bool | None,
        typer.Option("--colour/--no-colour", help="Colours; by default as the terminal supports them."),
    ] = None,
    params: Annotated[Path, typer.Option(help="File of the parameters.")] = Path("params.yaml"),
) -> None:
    """Show a document's dialogues, and what each rule changed or dropped and why."""
    from dialogue_etl import params as parameters
    from dialogue_etl.sources.inspecting import Context

    first, _ = chosen(source, data)
    if id is None:
        for language in _languages(data / first.name / first.documents[0]):
            for line in first.part("inspection").listing(data / first.name, language):
                typer.echo(line)
        return
    values = parameters.load(params) if params.is_file() else parameters.parse({})
    context = Context(values, params.resolve().parent)
    for one in [first] if source else built(data):
        stages, found = data / one.name, False
        languages = _languages(stages / one.documents[0])
        for piece in one.part("inspection").show(id, stages, languages, context):
            typer.echo(_styled(piece), nl=False, color=colour)
            found = True
        if found:
            return
    raise DialogueEtlError(f"{id}: no document or dialogue has this id; `dialogue-etl inspect` lists them")


def _styled(piece: Piece) -> str:
    if not (piece.colour or piece.dim or piece.bold):
        return piece.text
    return typer.style(piece.text, fg=piece.colour or None, dim=piece.dim or None, bold=piece.bold or None)


def _languages(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
