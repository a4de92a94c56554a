"""`dialogue-etl corpus`: a published corpus as a dataset, to fine-tune and test on."""

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from dialogue_etl.errors import DialogueEtlError

_SAID = {
    "published": "as published",
    "left_out": "cannot be used",
    "repeated": "twice in their split",
    "shared": "in another split too",
}


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
        typer.Option(help="drop what a split has twice, and what train has of other splits, or keep it."),
    ] = "drop",
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
        raise DialogueEtlError(f"--duplicates {duplicates}: drop or keep")
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
    if any(numbers["all"]["published"] > numbers["all"]["dialogues"] for numbers in done.counts.values()):
        typer.secho(f"why conversations are left out: {output / LEFT_OUT}", fg="yellow")
    if any(numbers["all"]["shared"] + numbers["all"]["repeated"] for numbers in done.counts.values()):
        how = {
            "drop": "what is there twice is kept once; --duplicates keep keeps all of it",
            "keep": "what is there twice is kept; --duplicates drop keeps it once",
        }
        typer.secho(how[duplicates], fg="yellow")
