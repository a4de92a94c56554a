"""`dialogue-etl corpus`: a published corpus as a dataset, to fine-tune and test on."""

from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.errors import DialogueEtlError


def corpus(
    paths: Annotated[list[Path], typer.Argument(help="Files as published, or folders of them.")],
    form: Annotated[
        str, typer.Option("--format", help="dailydialog, empatheticdialogues or personachat (ConvAI2).")
    ],
    output: Annotated[Path, typer.Option(help="Folder of the dataset; it is replaced.", file_okay=False)],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")] = "en",
    rights: Annotated[str, typer.Option(help="Licence; by default the one its authors state.")] = "",
    forms: Annotated[
        list[str] | None,
        typer.Option("--form", help="Formats to write, as in package.formats; by default parquet."),
    ] = None,
) -> None:
    """Convert a published dialogue corpus to a dataset in our format, with its own splits.

    The file names say which split a file belongs to: train, valid (validation, dev, val) or test.
    """
    from dialogue_etl.core.parameters.model import Package
    from dialogue_etl.formats.corpora import FORMATS
    from dialogue_etl.formats.corpora.dataset import LEFT_OUT, write

    if form not in FORMATS:
        raise DialogueEtlError(f"--format {form}: one of {', '.join(FORMATS)}")
    try:
        package = Package.model_validate({"formats": forms or ["parquet"]})
    except ValueError as error:
        raise DialogueEtlError(f"--form {' '.join(forms or [])}: {error}") from None
    counts = write(paths, form, output, language=language, package=package, rights=rights)
    for name, numbers in counts.items():
        if any(numbers.values()):
            said = ", ".join(f"{number:,} {what.replace('_', ' ')}" for what, number in numbers.items())
            typer.echo(f"{name}: {said}")
    if counts["all"]["left_out"]:
        typer.secho(f"why: {output / LEFT_OUT}", fg="yellow")
