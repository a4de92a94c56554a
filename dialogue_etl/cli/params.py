"""`dialogue-etl params`: every parameter with value, default, range, unit and source."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources import SOURCES

if TYPE_CHECKING:
    from dialogue_etl.params import Parameter


def params(
    of: Annotated[
        str | None,
        typer.Argument(
            metavar="[SOURCE|SECTION|KEY]",
            help=f"Only the parameters of a source ({', '.join(SOURCES)}) or of a section such as extract, "
            "or one parameter such as extract.dialogue_gap.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Write this value into the file, as KEY=VALUE; repeatable."),
    ] = None,
    file: Annotated[Path, typer.Option(help="File of the values.")] = Path("params.yaml"),
) -> None:
    """List the parameters of this workspace with value, default, range, unit and source; or set values."""
    from dialogue_etl import params as model

    workspace = file.resolve().parent
    if change:
        _set(file, dict(map(model.assignment, change)), workspace)
        return
    values = model.load(file).model_dump()
    there = _sections(workspace, of)
    rows = [
        {**parameter.model_dump(exclude={"json_schema"}), "value": _value(values, parameter.key)}
        for parameter in _chosen(of)
        if parameter.key.partition(".")[0] in there
    ]
    if as_json:
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text  # not markup: `[deleted]` and `:smile:` are values

    console = Console(highlight=False, emoji=False)
    for row in rows:
        value, default = _shown(row["value"]), _shown(row["default"])
        changed = "" if value == default else f", default {default or 'none'}"
        allowed = f"  ({row['range']}, {row['unit']}{changed})"
        console.print(Text.assemble((row["key"], "bold"), " = ", (value or "none", "green"), allowed))
        about = Text.assemble(row["description"], " ", (f"({row['source']})", "dim"))
        console.print(Padding(about, (0, 0, 1, 4)))


def _chosen(of: str | None) -> list["Parameter"]:
    """The parameters of a source or a section, or one of them; all if none is named.

    Raises:
        DialogueEtlError: there is nothing of this name.
    """
    from dialogue_etl import params as model

    if of is None or of in SOURCES:
        return list(model.parameters(of))
    if found := [one for one in model.parameters() if of in {one.key, one.key.rpartition(".")[0]}]:
        return found
    sections = dict.fromkeys(one.key.partition(".")[0] for one in model.parameters())
    raise DialogueEtlError(f"{of}: no source, section or parameter; sections: {', '.join(sections)}")


def _sections(workspace: Path, of: str | None) -> set[str]:
    """The sections that a workspace has; all where there is none.

    Raises:
        WorkspaceError: it does not have the source or section.
    """
    from dialogue_etl.workspace import change, pipelines
    from dialogue_etl.workspace.root import is_root

    if not is_root(workspace):
        return pipelines.sections(SOURCES)
    if of:
        change.need(workspace, of)
    return pipelines.sections(change.Files.of(workspace).pipelines)


def _set(file: Path, changes: dict[str, Any], workspace: Path) -> None:
    """Change values in the file; if one of them is wrong, none is written."""
    from dialogue_etl import params as model
    from dialogue_etl.cli.run import need_file
    from dialogue_etl.workspace.change import need
    from dialogue_etl.workspace.params_file import set_values
    from dialogue_etl.workspace.root import is_root

    need_file(file)
    for key in changes if is_root(workspace) else ():
        need(workspace, key)
    written = model.read_values(file)
    # Not checked, so that a wrong value in the file can be corrected by --set.
    before = model.override(model.WholeParams().model_dump(), written)
    after = model.parse(model.override(written, changes), origin="--set").model_dump()
    # Written as parsed: dates, for example, are strings.
    set_values(file, model.override({}, {key: _value(after, key) for key in changes}))
    for parameter in model.parameters():
        old, new = _value(before, parameter.key), _value(after, parameter.key)
        if old != new:
            typer.echo(f"{parameter.key}: {_shown(old) or 'none'} → {_shown(new) or 'none'}")


def _value(values: dict[str, Any], key: str) -> object:
    section, _, name = key.rpartition(".")
    return values[section][name] if section else values[name]


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
