"""`dialogue-etl agent`: asks an agent made of a dataset, a version of one, or files."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.compare.packaged import Packaged
    from dialogue_etl.derived.agents import Agent, Answer
    from dialogue_etl.derived.retrieval.agent import RetrievalAgent
    from dialogue_etl.derived.retrieval.parameters import Retrieval
    from dialogue_etl.params import Params

app = typer.Typer(help="Agents that answer with what a dataset has.", no_args_is_help=True)

_MEMORY = 200  # turns of a conversation, as in Say Something Smart
_CACHE = Path(".dialogue-etl") / "agents"
Files = Annotated[
    list[Path] | None,
    typer.Option(
        "--file",
        help="Use the pairs of a file instead: legacy (.txt), or Parquet of dialogues or pairs; repeatable.",
    ),
]
Version = Annotated[str, typer.Option(help="Tag, branch or commit; . is the workspace.")]
Dataset = Annotated[
    str | None, typer.Option(metavar="SOURCE", help="Source of the dataset; by default retrieval.dataset.")
]
Language = Annotated[
    str | None, typer.Option(help="BCP-47 tag; by default the first of the dataset, for files en.")
]


Model = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Use a generative model instead: one of the version, or a folder."),
]


class _Made(NamedTuple):
    agent: RetrievalAgent
    language: str
    validation: list[Path]


@app.command("list")
def list_command(
    version: Version = ".",
    as_json: Annotated[
        bool, typer.Option("--json", help="As JSON, with the options that select each.")
    ] = False,
) -> None:
    """List the agents of a version's datasets, the one its parameters name first."""
    from dialogue_etl.compare.packaged import Packaged
    from dialogue_etl.workspace.root import find_root

    packaged = Packaged.of(find_root(), version)
    listed = [
        {"name": f"{source} {tag}", "options": [f"--dataset={source}", f"--language={tag}"]}
        for source, tag in _datasets(packaged, _settings(packaged.params))
    ] + [
        {"name": " ".join(folder.split("/")[1:]), "options": [f"--model={folder}"]}
        for folder in packaged.models()
    ]
    for line in [json.dumps(listed)] if as_json else [one["name"] for one in listed]:
        typer.echo(line)


@app.command("index")
def index_command(
    file: Files = None, version: Version = ".", dataset: Dataset = None, language: Language = None
) -> None:
    """Build the index of an agent, which is otherwise built at its first question."""
    made = _make(file, version, dataset, language)
    typer.echo(f"{made.language}: {made.agent.size:,} pairs")


@app.command("ask")
def ask_command(
    turns: Annotated[
        list[str] | None,
        typer.Argument(
            help="The conversation, the question last; by default a conversation in the terminal."
        ),
    ] = None,
    file: Files = None,
    version: Version = ".",
    dataset: Dataset = None,
    language: Language = None,
    model: Model = None,
    number: Annotated[int, typer.Option(min=1, max=100, help="Number of answers shown.")] = 3,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print JSON; without turns, read a line of {history, n} and print a line for each."
        ),
    ] = False,
) -> None:
    """Ask an agent; shows its answers and where they come from."""
    agent = open_model(model, version) if model else _make(file, version, dataset, language).agent
    if turns:
        _show(agent.answers(turns, number), as_json=as_json)
        return
    if as_json:
        typer.echo("[]")  # tells the caller that the agent is ready
    history: list[str] = []
    for line in sys.stdin:
        if as_json:
            asked = json.loads(line)
            _show(agent.answers(asked["history"][-_MEMORY:], asked["n"]), as_json=True)
        else:
            history = [*history, line.strip()][-_MEMORY:]
            found = agent.answers(history, number)
            _show(found, as_json=False)
            history += [one.text for one in found[:1]] or [""]


@app.command("learn")
def learn_command(
    reference: Annotated[
        list[Path] | None,
        typer.Option(help="Files of conversations to learn from; by default the validation split."),
    ] = None,
    file: Files = None,
    version: Version = ".",
    dataset: Dataset = None,
    language: Language = None,
) -> None:
    """Learn the weights of the criteria by weighted majority, and print them as parameter values.

    They are learnt from half of the pairs and compared on the other half: if they are not better there, the
    weights before are printed.
    """
    from dialogue_etl.derived.retrieval import learn
    from dialogue_etl.derived.retrieval.opening import read

    agent, tag, validation = _make(file, version, dataset, language)
    files = reference or validation
    if not files:
        raise DialogueEtlError("--reference: there is no validation split: name conversations to learn from")
    if agent.settings.learn == "off":
        agent.settings = agent.settings.model_copy(update={"learn": "best_candidate"})
    pairs = learn.drawn(read(files, tag), agent.settings.learn_pairs)
    found = learn.learn(agent, pairs)
    for name, weight in found.weights.items():
        typer.echo(f"retrieval.{name}={weight:g}")
    if found.weights != found.tried:
        typer.echo(f"learnt: {', '.join(f'{name} {one:g}' for name, one in found.tried.items())}", err=True)
    typer.echo(f"{agent.settings.learn}: {found.said()}", err=True)


def _make(files: list[Path] | None, version: str, dataset: str | None, language: str | None) -> _Made:
    """The agent that the options name, of a workspace or, with files, of any folder."""
    from dialogue_etl import params
    from dialogue_etl.compare.packaged import Packaged
    from dialogue_etl.derived.retrieval.opening import open_agent
    from dialogue_etl.workspace.root import find_root

    if files:
        here = Path("params.yaml")
        settings = _settings(params.read_values(here) if here.is_file() else {})
        return _Made(open_agent(files, language or "en", settings, _CACHE), language or "en", [])
    root = find_root()
    packaged = Packaged.of(root, version)
    settings = _settings(packaged.params)
    source = dataset or settings.dataset
    tag = language or next((tag for name, tag in _datasets(packaged, settings) if name == source), "en")
    train = packaged.split(source, tag, "train")
    learnt = packaged.weights(tag) if settings.learn != "off" and source == settings.dataset else None
    return _Made(
        open_agent(train, tag, settings, root / _CACHE, weights=learnt),
        tag,
        packaged.find(source, tag, "validation"),
    )


def _datasets(packaged: Packaged, settings: Retrieval) -> list[tuple[str, str]]:
    """Sources and languages of a version; first those that the parameters `retrieval` name, then English."""

    def last(found: tuple[str, str]) -> tuple[bool, bool, bool]:
        source, tag = found
        return source != settings.dataset, tag not in settings.languages, tag != "en"

    return sorted(packaged.datasets(), key=last)


def _settings(values: Mapping[str, Any]) -> Retrieval:
    from dialogue_etl.derived.retrieval.parameters import Retrieval

    return sections(values, "retrieval")[Retrieval]


def sections(values: Mapping[str, Any], *names: str) -> Params:
    """Sections of a version's parameters; a section that the version does not have yet has the defaults."""
    from dialogue_etl import params

    return params.parse({name: values.get(name, {}) for name in names})


def open_model(folder: Path, version: str = ".") -> Agent:
    """A generative agent: of a folder, with the parameters of its training; or of a version, with its own."""
    import tempfile

    from dialogue_etl.compare.packaged import Packaged
    from dialogue_etl.derived.generative.parameters import Generative
    from dialogue_etl.labels.classifiers.transformer import libraries
    from dialogue_etl.workspace.root import find_root

    libraries()
    from dialogue_etl.derived.generative.agent import GenerativeAgent

    name = folder.as_posix()
    if version == "." and not name.startswith("data/generative/"):
        return GenerativeAgent.load(folder)
    packaged = Packaged.of(find_root(), version)
    if name not in packaged.models():
        there = ", ".join(packaged.models()) or "none"
        raise DialogueEtlError(f"--model {name}: {version} has no such model; there is {there}")
    with tempfile.TemporaryDirectory() as made:  # DVC's cache has the files under other names
        for path, stored in packaged.files.items():
            if path.startswith(f"{name}/"):
                (Path(made) / path.removeprefix(f"{name}/")).symlink_to(stored.resolve())
        return GenerativeAgent.load(Path(made), sections(packaged.params, "generative")[Generative])


def _show(answers: Sequence[Answer], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps([asdict(one) for one in answers], ensure_ascii=False), flush=True)  # noqa: T201
        return
    for one in answers:
        typer.secho(one.text, bold=True)
        if where := one.source:
            place = f"{where.document}, {where.dialogue or 'file'}, turn {where.turn}"
            known = " · ".join(filter(None, (where.title, where.corpus, place)))
            typer.echo(f"  {one.score:.3f}  to: {where.trigger}\n  {known}")
    if not answers:
        typer.echo("No answer.")
