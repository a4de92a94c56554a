"""`dialogue-etl agent train` and `evaluate`: models that write their answers, on any dataset."""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from dialogue_etl.cli.agent import Dataset, Language, Version, sections
from dialogue_etl.derived.generative.parameters import Generative
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.params import Params

_CHECKPOINTS = Path(".dialogue-etl") / "checkpoints"
Data = Annotated[
    list[Path] | None,
    typer.Option(help="Folder with train.parquet and test.parquet, instead of a version's dataset."),
]
Preset = Annotated[str | None, typer.Option(help="Values of a preset, such as cdial-gpt.")]
Set = Annotated[list[str] | None, typer.Option("--set", help="A parameter's value, as generative.KEY=VALUE.")]


def train_command(
    output: Annotated[Path, typer.Argument(help="Folder of the model.")],
    data: Data = None,
    version: Version = ".",
    dataset: Dataset = None,
    language: Language = None,
    preset: Preset = None,
    change: Set = None,
    start: Annotated[
        str, typer.Option(help="A model to start from: a folder, or an id of the Hugging Face hub.")
    ] = "",
    texts: Annotated[Path | None, typer.Option(help="Folder of novels (.txt) to train on first.")] = None,
) -> None:
    """Train a model; a killed training resumes from its last checkpoint when started again."""
    from dialogue_etl.labels.classifiers.transformer import libraries

    libraries()
    from dialogue_etl.derived.generative.training import train

    params = _params(version, preset, change)
    (_, tag, splits), *_rest = _data(data, version, [dataset or params[Generative].dataset], language)
    begin = start or params[Generative].start
    found = train(
        splits,
        output,
        _CHECKPOINTS,
        params[Generative],
        language=tag,
        start=Path(begin) if begin and Path(begin).is_dir() else begin,
        texts=texts or (Path(params[Generative].texts) if params[Generative].texts else None),
    )
    typer.echo(json.dumps(found, indent=1))


def evaluate_command(
    models: Annotated[list[Path], typer.Argument(help="Folders of models.")],
    data: Data = None,
    version: Version = ".",
    dataset: Annotated[
        list[str] | None, typer.Option(metavar="SOURCE", help="Source of the test split; repeatable.")
    ] = None,
    language: Language = None,
    preset: Preset = None,
    change: Set = None,
    output: Annotated[Path | None, typer.Option(help="Folder for questions and answers.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Evaluate each model on the test split of each dataset, compared with random and true answers."""
    from dialogue_etl.labels.classifiers.transformer import libraries

    libraries()
    from dialogue_etl.derived.generative.agent import GenerativeAgent
    from dialogue_etl.derived.generative.evaluate import asked

    params = _params(version, preset, change)
    own = params[Generative] if change or preset else None
    agents = {one.name: GenerativeAgent.load(one, own) for one in models}
    if len(agents) < len(models):
        raise DialogueEtlError(f"{', '.join(map(str, models))}: two models have the same name")
    tables = {}
    with tempfile.TemporaryDirectory() as temporary:
        for name, tag, splits in _data(data, version, dataset or [params[Generative].target], language):
            folder = (output or Path(temporary)) / name
            folder.mkdir(parents=True, exist_ok=True)
            tables[name] = asked(agents, splits, folder, params, Path(), language=tag)
    _print(tables, as_json=as_json)


def effect_command(
    versions: Annotated[
        list[str] | None,
        typer.Argument(metavar="VERSIONS", help="Tags, branches or commits; the first is the base."),
    ] = None,
    data: Data = None,
    dataset: Dataset = None,
    language: Language = None,
    preset: Preset = None,
    change: Set = None,
    seeds: Annotated[int, typer.Option(min=1, help="Models of each version, with other seeds.")] = 1,
    output: Annotated[Path, typer.Option(help="Folder for models, questions and answers.")] = Path("effect"),
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Show what the data does to the model: the same small model of each version, asked the same test sets.

    A model is trained on each version's dataset with the same parameters, seed and steps (those of
    params.yaml here, of a preset, or --set), and all of them answer the test split of every version.
    bits-per-byte-more is the difference from the first version's model, with the 95 % interval of the
    bootstrap over questions; more seeds show how much of it is the seed's.
    """
    from dialogue_etl.labels.classifiers.transformer import libraries

    libraries()
    from dialogue_etl.derived.generative.agent import GenerativeAgent
    from dialogue_etl.derived.generative.evaluate import asked
    from dialogue_etl.derived.generative.training import train

    params = _params(".", preset, change)
    settings = params[Generative]
    source = [dataset or settings.dataset]
    found = _data(data, ".", [], language) if data else []
    of = {name: (tag, splits) for name, tag, splits in found}
    for one in versions or []:
        name = "workspace" if one == "." else one.replace("/", "-")
        of[name] = _data(None, one, source, language)[0][1:]
    if len(of) < 2:
        raise DialogueEtlError("name two versions, or two folders with --data, or more, each once")
    agents = {}
    for name, (tag, splits) in of.items():
        for seed in range(settings.seed, settings.seed + seeds):
            model = f"{name}-{seed}" if seeds > 1 else name
            how = settings.model_copy(update={"seed": seed})
            figures = train(splits, output / model, _CHECKPOINTS, how, language=tag)
            typer.echo(f"{model}: {json.dumps(figures)}", err=True)
            agents[model] = GenerativeAgent.load(output / model, how)
    tables = {}
    for name, (tag, splits) in of.items():
        folder = output / f"asked-{name}"
        folder.mkdir(parents=True, exist_ok=True)
        tables[f"test split of {name}"] = asked(agents, splits, folder, params, Path(), language=tag)
    _print(tables, as_json=as_json)


def _print(tables: Mapping[str, Any], *, as_json: bool) -> None:
    from dialogue_etl.cli.metrics import show

    for name, table in {} if as_json else tables.items():
        typer.secho(f"\n{name}", bold=True)
        show(table)
    if as_json:
        typer.echo(json.dumps(tables, indent=1))


def _params(version: str, preset: str | None, changes: list[str] | None) -> Params:
    """Those of a version, or of params.yaml here if there is one, with other values."""
    from dialogue_etl import params
    from dialogue_etl.compare.packaged import Packaged
    from dialogue_etl.derived.generative.parameters import NEEDED
    from dialogue_etl.workspace.product import preset as named
    from dialogue_etl.workspace.root import find_root

    here = Path("params.yaml")
    values: Any = params.read_values(here) if here.is_file() else {}
    if version != ".":
        values = Packaged.of(find_root(), version).params
    of_preset = named(preset) if preset else {}
    own = {name: {**values.get(name, {}), **of_preset.get(name, {})} for name in NEEDED}
    return sections(params.override(own, dict(map(params.assignment, changes or []))), *own)


def _data(
    folders: list[Path] | None, version: str, sources: list[str], language: str | None
) -> list[tuple[str, str, dict[str, list[Path]]]]:
    """Name, language and splits of what was asked for."""
    from dialogue_etl.compare.packaged import Packaged
    from dialogue_etl.core.tables import SPLIT_NAMES
    from dialogue_etl.derived.generative.examples import splits
    from dialogue_etl.workspace.root import find_root

    if folders:
        named = (("-".join(one.resolve().parts[-3:]), one) for one in folders)
        return [(name, language or "en", splits(one)) for name, one in named]
    packaged = Packaged.of(find_root(), version)
    found = []
    for source in sources:
        tag = language or next((tag for name, tag in packaged.datasets() if name == source), "en")
        packaged.split(source, tag, "train")  # says what there is
        paths = {name: path for name in SPLIT_NAMES if (path := packaged.find(source, tag, name))}
        found.append((source, tag, paths))
    return found
