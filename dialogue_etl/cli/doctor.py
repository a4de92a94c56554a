"""`dialogue-etl doctor`: what is wrong with a workspace, and mending it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from dialogue_etl.workspace.doctor.examine import Seen


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
    from dialogue_etl.workspace.doctor import examine
    from dialogue_etl.workspace.doctor.verify import verify

    root = examine.find(folder)
    seen = list(examine.examine(root, fix=fix))
    seen += [examine.Seen("verify", finding) for finding in (verify(root, tag) if tag else ())]
    if as_json:
        typer.echo(json.dumps([_as_json(one) for one in seen], ensure_ascii=False, indent=1))
    else:
        _show(root, seen, tag)
    if any(not one.done for one in seen):
        raise typer.Exit(1)


def _as_json(one: Seen) -> dict[str, str | bool]:
    found = one.finding
    shown = {"check": one.check, "where": found.where, "what": found.what, "todo": found.todo}
    return {**shown, "mendable": found.mend is not None, "done": one.done, "failed": one.failed}


def _show(root: Path, seen: list[Seen], tag: str | None) -> None:
    for one in seen:
        typer.secho(f"{one.finding.where}: {one.finding.what}", fg="green" if one.done else "red")
        if one.done:
            typer.echo(f"  mended: {one.done}")
            continue
        typer.echo(f"  what to do: {one.finding.todo}{' (or: --fix)' if one.finding.mend else ''}")
        if one.failed:
            typer.echo(f"  could not be mended: {one.failed}")
    wrong, mended = (sum(bool(one.done) is done for one in seen) for done in (False, True))
    about = f"; {tag} is as it was made" if tag and not wrong else ""
    if not seen:
        typer.echo(f"{root}: nothing is wrong{about}")
    else:
        typer.echo(f"\n{wrong} wrong, {mended} mended{about}")
