"""`dialogue-etl pairs`: previews a configuration of pairs on a sample."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dialogue_etl.cli.parameters import SourceName
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.pairs.config import Components

app = typer.Typer(help="Pairs of trigger and answer.", no_args_is_help=True)

Version = Annotated[
    str, typer.Option(help="Tag, branch or commit; `.` is the workspace's data folder, or its last build.")
]
Language = Annotated[str | None, typer.Option(help="BCP-47 tag; by default the first that was built.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the sample.")]


@app.command("sample")
def sample_command(
    version: Version = ".", source: SourceName = None, language: Language = None, seed: Seed = 0
) -> None:
    """Print a sample of documents and their pairs as JSON, for `pairs preview --sample`."""
    typer.echo(json.dumps(_sample(version, source, language, seed), ensure_ascii=False))


@app.command("preview")
def preview_command(
    config: Annotated[
        Path | None,
        typer.Argument(help="Lists of filters, producers and transformers; by default those of params.yaml."),
    ] = None,
    version: Version = ".",
    source: SourceName = None,
    language: Language = None,
    seed: Seed = 0,
    number: Annotated[int, typer.Option(min=0, max=200, help="Number of pairs shown of each kind.")] = 5,
    sample: Annotated[Path | None, typer.Option(help="Sample to use, as printed by `pairs sample`.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Show what a configuration keeps and drops of a sample, with texts before and after.

    Nothing is written. The sample is drawn from the documents of the dataset, the same on every machine.
    """
    from dialogue_etl.pairs.preview import preview

    drawn = json.loads(sample.read_text("utf-8")) if sample else _sample(version, source, language, seed)
    components, where = _config(config, drawn)
    found = preview(components, drawn["language"], drawn, number=number, where=where)
    typer.echo(json.dumps(found, ensure_ascii=False)) if as_json else _show(found, drawn)


def _config(path: Path | None, drawn: dict[str, Any]) -> tuple[Components, dict[str, str]]:
    """The configuration, checked for a sample, and the places of its entries.

    Raises:
        ConfigurationError: it does not fit the sample; the message names each line.
    """
    from dialogue_etl.pairs import config
    from dialogue_etl.pairs.file import ConfigurationFile
    from dialogue_etl.sources import SOURCES

    source = SOURCES[drawn["source"]]
    assert source.pairs  # noqa: S101 - samples are only drawn from sources with pairs
    if path is None:
        components, _ = config.checked(drawn["lists"])
        assert components  # noqa: S101 - parameters were checked when they were read
        return components, {key: f"{source.pairs.section}.{key}" for key in config.entries(drawn["lists"])}
    file = ConfigurationFile(path)
    components = file.parse(config.Components)
    file.refuse(config.problems(components, [drawn["language"]], source.pairs.known, source.units))
    return components, file.where(components)


def _sample(version: str, name: str | None, tag: str | None, seed: int) -> dict[str, Any]:
    from dialogue_etl import params
    from dialogue_etl.browse.held import outputs_of
    from dialogue_etl.pairs.config import DECIDING
    from dialogue_etl.sources import SOURCES
    from dialogue_etl.steps.pair_sample import sample
    from dialogue_etl.workspace.root import find_root

    outputs, written = outputs_of(find_root(), version)
    with_pairs = (one for one in sorted(SOURCES) if SOURCES[one].pairs)
    choices = [[one, tag] for one in with_pairs for tag in outputs.languages(one)]
    fitting = [(one, each) for one, each in choices if name in {None, one} and tag in {None, each}]
    if not fitting:
        there = ", ".join(f"{one} {each}" for one, each in choices) or "nothing"
        raise DialogueEtlError(f"{version}: no such dialogues are built; there is {there}")
    source, language = fitting[0]
    of = SOURCES[source]
    values = params.parse(dict(written)).model_dump()[of.pairs.section] if of.pairs else {}
    said = {"version": version, "source": source, "language": language, "seed": seed, "unit": of.unit}
    lists = {key: values[key] for key in DECIDING}
    drawn = sample(lambda *of_stage: outputs.shards(source, language, *of_stage), of, values, seed)
    return {**said, "choices": choices, "lists": lists, **drawn}


def _show(found: dict[str, Any], drawn: dict[str, Any]) -> None:
    """Print the counts of each filter, then pairs that are kept and dropped."""
    unit = drawn["unit"]
    typer.echo(f"{drawn['source']} {drawn['language']}, seed {drawn['seed']}")
    for noun, part in ((f"{unit}s", found["documents"]), ("pairs", found["pairs"])):
        typer.secho(f"\n{part['came']:,} {noun}, {part['stayed']:,} kept", bold=True)
        for one in part["filters"]:
            typer.echo(f"  {one['filter']:32} left out {one['dropped']:,}")
    for one in found["documents"]["left_out"]:
        typer.secho(f"  − {one['id']}  {one['filter']}: {one['saw']}", fg="red")
    for one in found["pairs"]["kept"]:
        typer.secho(f"\n  + {' → '.join(one['before'])}", fg="green")
        if one["after"]:
            typer.echo(f"    {' → '.join(one['after'])}")
        for name, value in one["made"].items():
            typer.echo(f"    {name}: {value if isinstance(value, str) else ' '.join(value)}")
    for one in found["pairs"]["left_out"]:
        measured = "" if one["value"] is None else f" ({one['value']:g})"
        typer.secho(f"\n  − {' → '.join(one['before'])}", fg="red")
        typer.echo(f"    {one['filter']}{measured}")
