"""`dialogue-etl corpus`: a published corpus as a dataset, to fine-tune and test on."""

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from dialogue_etl.errors import DialogueEtlError

_SAID = {"left_out": "left out", "repeated": "twice in their split", "shared": "in another split too"}


def corpus(
    paths: Annotated[list[Path], typer.Argument(help="Files as published, folders or archives of them.")],
    form: Annotated[
        str, typer.Option("--format", help="Of the corpus, such as dailydialog; docs/metrics.md lists them.")
    ],
    output: Annotated[Path, typer.Option(help="Folder of the dataset; it is replaced.", file_okay=False)],
    language: Annotated[
        str, typer.Option(help="BCP-47 tag; others are left out. By default as the files say, else en.")
    ] = "",
    duplicates: Annotated[
        str,
        typer.Option(help="keep, or drop what a split has twice, and what train has of validation and test."),
    ] = "keep",
    rights: Annotated[str, typer.Option(help="Licence; by default the one its authors state.")] = "",
    forms: Annotated[
        list[str] | None,
        typer.Option("--form", help="Formats to write, as in package.formats; by default parquet."),
    ] = None,
) -> None:
    """Convert a published dialogue corpus to a dataset in our format, with its own splits.

    The file names say which split a file belongs to: train, valid (validation, dev, val) or test. A file that
    repeats others, as another edition does, is left out.
    """
    from dialogue_etl.core.parameters.model import Package
    from dialogue_etl.corpora import FORMATS
    from dialogue_etl.corpora.dataset import LEFT_OUT, Duplicates, write

    if form not in FORMATS:
        raise DialogueEtlError(f"--format {form}: one of {', '.join(FORMATS)}")
    try:
        package = Package.model_validate({"formats": forms or ["parquet"]})
    except ValueError as error:
        raise DialogueEtlError(f"--form {' '.join(forms or [])}: {error}") from None
    if duplicates not in get_args(Duplicates):
        raise DialogueEtlError(f"--duplicates {duplicates}: keep or drop")
    done = write(
        paths,
        form,
        output,
        language=language,
        package=package,
        rights=rights,
        duplicates=cast("Duplicates", duplicates),
    )
    for tag, counts in done.counts.items():
        for name, numbers in counts.items():
            if any(numbers.values()):
                parts = [f"{number:,} {_SAID.get(what, what)}" for what, number in numbers.items() if number]
                typer.echo(f"{tag} {name}: {', '.join(parts)}")
    for said in done.editions:
        typer.secho(f"left out: {said}", fg="yellow")
    if any(counts["all"]["left_out"] for counts in done.counts.values()):
        typer.secho(f"why: {output / LEFT_OUT}", fg="yellow")
    if any(counts["all"]["shared"] + counts["all"]["repeated"] for counts in done.counts.values()):
        typer.secho("--duplicates drop leaves out what is repeated or shared", fg="yellow")
