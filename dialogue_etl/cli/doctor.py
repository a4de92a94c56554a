"""`dialogue-etl doctor`: what is wrong with a workspace, and mending it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from dialogue_etl.doctor.findings import Finding


def doctor(
    folder: Annotated[
        Path | None, typer.Argument(help="The workspace; by default the one you are in.")
    ] = None,
    fix: Annotated[
        bool,
        typer.Option("--fix", help="Mend what can be mended without loss; damaged files are kept beside."),
    ] = False,
    tag: Annotated[
        str | None,
        typer.Option(
            "--verify",
            metavar="TAG",
            help="Also read all files of this version, in cache, remote and published folder.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Look at everything that can be wrong with a workspace, and say what to do.

    Files, locks, owner, disk, installation, leftovers of killed runs, cache, outputs and remotes. Ends with 1
    if anything is wrong and not mended.
    """
    from dialogue_etl.doctor.data import verify
    from dialogue_etl.doctor.examine import examine, find

    root = find(folder)
    found = [*examine(root, fix=fix), *(verify(root, tag) if tag else ())]
    wrong = sum(not one.done for one in found)
    about = f"; {tag} is as it was made" if tag and not wrong else ""
    if as_json:
        typer.echo(json.dumps([_as_json(one) for one in found], ensure_ascii=False, indent=1))
    else:
        for one in found:
            typer.secho(f"{one.where}: {one.what}", fg="green" if one.done else "red")
            todo = f"what to do: {one.todo}{' (or: --fix)' if one.mend else ''}"
            typer.echo(f"  mended: {one.done}" if one.done else f"  {todo}")
            if one.failed:
                typer.echo(f"  could not be mended: {one.failed}")
        said = f"\n{wrong} wrong, {len(found) - wrong} mended" if found else f"{root}: nothing is wrong"
        typer.echo(f"{said}{about}")
    if wrong:
        raise typer.Exit(1)


def _as_json(one: Finding) -> dict[str, str | bool]:
    shown = {name: value for name, value in vars(one).items() if name != "mend"}
    return {**shown, "check": one.check or "verify", "mendable": one.mend is not None}
