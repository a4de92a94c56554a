"""Options that several commands share, and the choice of the source that a command reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source

if TYPE_CHECKING:
    from dialogue_etl.params import Params

Language = Annotated[str, typer.Option(help="BCP-47 tag, one of the languages in params.yaml.")]
ParamsFile = Annotated[Path, typer.Option("--params", help="File of the parameters.")]
PARAMS = Path("params.yaml")
SourceName = Annotated[
    str | None, typer.Option(help="Source of the dialogues; by default the first that has been built.")
]
Data = Annotated[Path, typer.Option(help="Folder with the outputs of all sources.")]


def parameters_of(data: Path, given: Path | None = None) -> Params | None:
    """The parameters of a folder of outputs: those of a file, else of its workspace; None without a file.

    Raises:
        ParamsError: the file is not valid.
    """
    from dialogue_etl import params

    file = given or data.resolve().parent / PARAMS
    return params.load(file) if given or file.is_file() else None


def built(data: Path) -> list[Source]:
    """The sources with outputs and documents of their own, sorted by name."""
    return [
        one for one in SOURCES.values() if (data / one.name / one.documents[0]).is_dir() and one.documents[1]
    ]


def chosen(name: str | None, data: Path) -> tuple[Source, Path]:
    """The named source, or the first that has been built, and the folder of its outputs.

    Raises:
        DialogueEtlError: the source does not exist, or nothing has been built.
    """
    if name is not None and name not in SOURCES:
        raise DialogueEtlError(f"--source {name}: one of {', '.join(SOURCES)}")
    there = [SOURCES[name]] if name else built(data)
    if not there:
        raise DialogueEtlError(f"{data}: no outputs of stages here; run `dvc repro` in a workspace first")
    return there[0], data / there[0].name
