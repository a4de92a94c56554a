"""`dialogue-etl params`: every parameter with value, default, range, unit and source."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from dialogue_etl.cli.writing import sweep_abandoned, writing
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources import SOURCES


def params(
    source: Annotated[
        str | None, typer.Argument(help=f"Only the parameters of one of {', '.join(SOURCES)}.")
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
    if source and source not in SOURCES:
        raise DialogueEtlError(f"{source}: not one of {', '.join(SOURCES)}")
    values = model.load(file).model_dump()
    there = _sections(workspace, source)
    rows = [
        {**parameter.model_dump(exclude={"json_schema"}), "value": _value(values, parameter.key)}
        for parameter in model.parameters(source)
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


def _sections(workspace: Path, source: str | None) -> set[str]:
    """The sections that a workspace has; all where there is none.

    Raises:
        WorkspaceError: it does not have the source.
    """
    from dialogue_etl.workspace import change, pipelines
    from dialogue_etl.workspace.root import is_root

    if not is_root(workspace):
        return pipelines.sections(SOURCES)
    if source:
        change.need(workspace, source)
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
    before = model.override(model.Params().model_dump(), written)
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


def code(
    output: Annotated[Path, typer.Option(help="Output folder.")],
    file: Annotated[Path, typer.Option("--params", help="File of the parameters.")] = Path("params.yaml"),
) -> None:
    """Check params.yaml and write a digest of the code behind each stage, for DVC, and of annotated texts.

    This stage runs first and always, so a wrong parameter is refused here before any work.
    """
    from dialogue_etl import params as model
    from dialogue_etl.evaluation.folder import located

    workspace = file.resolve().parent
    gold = located(model.load(file).evaluation.gold, workspace)
    with writing(output):
        from dialogue_etl import code_digest, stages

        sweep_abandoned(workspace / "data")
        found = stages.read(workspace).values()
        # `package` depends on folders of outputs by language, also if a source has no languages.
        for stage in (stage for stage in found if stage.per_language):
            (workspace / stage.options()["output"]).parent.mkdir(parents=True, exist_ok=True)
        code_digest.write_digests(output, found, gold)
