"""`dialogue-etl emotions`: dialogues for people to label, and what they agree on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from dialogue_etl.cli.parameters import Data
from dialogue_etl.derived.emotions.labelling.labels import Name, inventory
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.derived.emotions.labelling.tasks import Task

app = typer.Typer(help="Labels of dialogues: public ones, and those of people.", no_args_is_help=True)
labels = typer.Typer(help="Labels to learn from.", no_args_is_help=True)
app.add_typer(labels, name="labels")
Scheme = Annotated[Name, typer.Option(help="The labels.")]
_TALLY = "dialogue-etl emotions tally"


@app.command()
def tasks(
    quiz: Annotated[Path, typer.Option(help="Folder of sentences with known labels.", file_okay=False)],
    per_label: Annotated[int, typer.Option(min=1, help="Number of candidates per label.")] = 250,
    random: Annotated[
        int, typer.Option(min=0, help="Number of random turns, instead of candidates of each label.")
    ] = 0,
    dialogues: Annotated[int, typer.Option(min=1, help="Number of dialogues per task.")] = 15,
    quiz_items: Annotated[int, typer.Option(min=0, help="Number of quiz items per task.")] = 5,
    seed: Annotated[int, typer.Option(help="Seed of the distribution to tasks.")] = 0,
    scheme: Scheme = "edos",
    data: Data = Path("data"),
    output: Annotated[Path, typer.Option(help="Output folder.", file_okay=False)] = Path("tasks"),
) -> None:
    """Write tasks for annotators: a page for each, and files for Label Studio.

    Keep tasks.jsonl to yourself: it has the labels of the quiz. The defaults are the paper's. What people say
    of random turns shows how sure the classifier may be: `emotions labels add … --to elsewhere`.
    """
    from dialogue_etl.core import run, shards
    from dialogue_etl.derived.emotions.labelling import candidates, label_studio
    from dialogue_etl.derived.emotions.labelling import tasks as dealing
    from dialogue_etl.derived.emotions.labelling.reading import read_folder

    names = inventory(scheme)
    rows = shards.read(data / "emotions" / "initial", "candidates")
    sure = run.read_metrics(data / "emotions" / "weak" / "thresholds.json", "emotions-weak")
    short: dict[str, int] = {}
    if random:
        taken = candidates.drawn(rows, random, seed)
    else:
        taken, short = candidates.choose(rows, names.labels, sure, per_label)
    for label, missing in short.items():
        typer.echo(f"{label}: {per_label - missing:,} of {per_label:,}")
    known = [one for one in read_folder(quiz, names) if one.part != "test"]
    made = dealing.deal(taken, known, names.labels, dialogues=dialogues, quiz_items=quiz_items, seed=seed)
    lines = [{"task": task.name, **item._asdict()} for task in made for item in task.items]
    shards.write_atomic(output / "tasks.jsonl", "".join(map(_line, lines)).encode())
    shards.write_atomic(output / "label-studio.json", _line(label_studio.tasks(made)).encode())
    shards.write_atomic(output / "label-studio.xml", label_studio.config(names.labels).encode())
    for task in made:
        shards.write_atomic(output / f"{task.name}.html", page(task, names.labels).encode())
    typer.echo(
        f"{output}: {len(made):,} tasks, {len(taken):,} dialogues. Give each page to three people; then"
    )
    typer.echo(f"    {_TALLY} --key {output / 'tasks.jsonl'} ANSWERS …")


@labels.command()
def add(
    file: Annotated[Path, typer.Argument(help="A file of labels.", exists=True, dir_okay=False)],
    scheme: Annotated[Name, typer.Option(help="Of its labels.")],
    to: Annotated[
        Literal["sentences", "dialogues", "elsewhere"] | None,
        typer.Option(help="Folder to learn from, or elsewhere, only to be scored; by default by its turns."),
    ] = None,
    workspace: Annotated[Path, typer.Option(help="The workspace.", file_okay=False)] = Path(),
) -> None:
    """Add a published file of labels to the workspace: docs/emotions.md says which there are.

    The labels stay as they are; stages take their counterparts in the scheme of `emotions.scheme`.
    """
    from dialogue_etl.core.shards import write_atomic
    from dialogue_etl.derived.emotions.labelling import reading

    rows = list(reading.rows(file, scheme))
    if not rows:
        raise DialogueEtlError(f"{file}: no labels")
    for row in rows:
        inventory(row.scheme).number(row.label, row.scheme)
    place = to or ("dialogues" if any(len(row.turns) > 1 for row in rows) else "sentences")
    path = workspace / "emotions" / place / f"{scheme}-{file.stem}{reading.suffix(file)}.jsonl"
    if not path.parent.is_dir():
        raise DialogueEtlError(
            f"{path.parent}: no such folder; add the pipeline first: dialogue-etl sources add emotions"
        )
    write_atomic(path, "".join(_line(row._asdict()) for row in rows).encode())
    counts = Counter(row.label for row in rows)
    typer.echo(f"{path}: {len(rows):,} labels")
    typer.echo(", ".join(f"{label} {number:,}" for label, number in counts.most_common()))


@labels.command()
def compare(
    files: Annotated[
        tuple[Path, Path],
        typer.Argument(help="Two of: a file of labels, a folder of such files, JSON of label → count."),
    ],
    scheme: Scheme = "edos",
    smoothing: Annotated[float, typer.Option(min=0, help="Added to every count.")] = 0.0,
) -> None:
    """Print how far the labels of two files are apart, as Kullback-Leibler divergences in nats.

    `from_second` is that of the first from the second, as the paper compares EDOS with EmpatheticDialogues.
    """
    from dialogue_etl.derived.emotions.labelling.statistics import divergence

    first, second = (_counted(path, scheme) for path in files)
    result = {
        "labels": [sum(first.values()), sum(second.values())],
        "missing": [
            [label for label in inventory(scheme).labels if not one[label]] for one in (first, second)
        ],
        "from_second": divergence(first, second, smoothing),
        "from_first": divergence(second, first, smoothing),
    }
    typer.echo(json.dumps(result, indent=2))


def _counted(path: Path, scheme: Name) -> Counter[str]:
    """The number of each label of a scheme in files of labels, or as JSON says it."""
    from dialogue_etl.derived.emotions.labelling.reading import label_files, numbered

    names = inventory(scheme)
    if path.suffix == ".json":
        given = json.loads(path.read_bytes())
        return Counter({label: given.get(label, 0) for label in names.labels})
    files = label_files(path) if path.is_dir() else [path]
    found = (number for file in files for _, number in numbered(file, names))
    return Counter(names.labels[number] for number in found if number is not None)


def page(task: Task, labels: Sequence[str]) -> str:
    """The page of a task: that of the audit, with one label for each item."""
    from dialogue_etl.audit import form
    from dialogue_etl.audit.passages import conversation
    from dialogue_etl.audit.units import Unit
    from dialogue_etl.labels.categories import Category, Scheme

    scheme = Scheme(
        name="item",
        categories=tuple(Category(label, label.capitalize(), "") for label in labels),
        question="Which emotion or intent does it have?",
        shown="What is to be labelled",
        single=True,
    )
    units = [
        Unit(
            kind="label",
            id=item.id,
            language=item.language,
            source_id=str(number),
            title="",
            authors="",
            turns=item.turns[-1:],
            passage=conversation(item.turns, len(item.turns) - 1, len(item.turns)),
            offered=item.offered,
        )
        for number, item in enumerate(task.items, 1)
    ]
    return form.render(units, form.Sheet(task.name, "Emotions and intents", _TALLY, {"label": scheme}))


@app.command()
def tally(
    answers: Annotated[
        list[Path],
        typer.Argument(
            help="Answers saved by the pages, Label Studio's JSON export, or the file released by EDOS."
        ),
    ],
    key: Annotated[
        Path | None,
        typer.Option(help="tasks.jsonl; released answers need none.", dir_okay=False),
    ] = None,
    min_right: Annotated[
        int, typer.Option(min=0, help="Right answers in the quiz that a worker's answers need to count.")
    ] = 3,
    min_agree: Annotated[int, typer.Option(min=1, help="Workers that must agree on a label.")] = 2,
    scheme: Scheme = "edos",
    output: Annotated[Path, typer.Option(help="File of the agreed labels.", dir_okay=False)] = Path(
        "labelled.jsonl"
    ),
) -> None:
    """Count answers and write the labels on which two of three agree; prints JSON.

    `bonus` names those who passed the quiz of a task and answered all of it; answers of those who failed do
    not count.
    """
    from dialogue_etl.core.shards import write_atomic
    from dialogue_etl.derived.emotions.labelling import agreement
    from dialogue_etl.labels.agreement import fleiss_kappa

    given, released = agreement.read(answers)
    items = {row["id"]: row for row in _lines(key)} if key else released
    if not items:
        raise DialogueEtlError("--key: these answers do not say what was labelled; name tasks.jsonl")
    known: dict[str, dict[str, str | None]] = {}
    for row in items.values():
        known.setdefault(row["task"], {})[row["id"]] = row["known"] or None
    worked = agreement.sittings(given, known, min_right)
    passed = {(one.worker, one.task) for one in worked if one.passed}
    counted = agreement.votes(
        answer
        for answer in given
        if answer.item in items and (answer.worker, items[answer.item]["task"]) in passed
    )
    said = {id: labels for id, labels in counted.items() if not items[id]["known"]}
    agreed = {id: label for id, labels in said.items() if (label := agreement.vote(labels, min_agree))}
    rows = [
        {"id": of["dialogue"], "turns": of["turns"], "label": label, "votes": said[of["id"]].count(label)}
        for of, label in ((items[id], label) for id, label in agreed.items())
        if inventory(scheme).has(label)
    ]
    write_atomic(output, "".join(map(_line, sorted(rows, key=lambda row: row["id"]))).encode())
    result = {
        "items": sum(not row["known"] for row in items.values()),
        "answered": len(said),
        "agreed": len(agreed),
        "agreed_on_other_words": len(agreed) - len(rows),
        "kappa": fleiss_kappa(said.values()),
        "categories": len({label for labels in said.values() for label in labels}),
        "workers": [one._asdict() for one in worked],
        "bonus": [[one.worker, one.task] for one in worked if one.passed and one.answered == one.items],
    }
    typer.echo(json.dumps(result, indent=2, ensure_ascii=False))


@app.command()
def statistics(
    dataset: Annotated[Path, typer.Argument(help="Labelled dataset of one language.", file_okay=False)],
    top: Annotated[
        int, typer.Option(min=0, help="Number of labels that the flow diagram shows by name.")
    ] = 10,
    scheme: Scheme = "edos",
    output: Annotated[Path, typer.Option(help="Folder of the flow diagram.", file_okay=False)] = Path("flow"),
) -> None:
    """Count labels as in tables 3 and 9 of EDOS, and draw which follows which; prints JSON."""
    from dialogue_etl.core.shards import write_atomic
    from dialogue_etl.derived import emotions
    from dialogue_etl.derived.emotions.labelling import flow
    from dialogue_etl.derived.emotions.labelling import statistics as counting
    from dialogue_etl.report import templates

    names = inventory(scheme)
    said = [list(_said(row, scheme)) for row in _rows(dataset)]
    found = counting.statistics(said, names.labels)
    result = {
        "dialogues": found.dialogues,
        "turns": found.turns,
        "tokens": found.tokens,
        **found.means,
        "by_label": found.by_label,
    }
    diagram = flow.flow(flow.sequences([label for _, label in turns] for turns in said), names.kinds, top=top)
    html = templates.render(Path(emotions.__file__).parent / "flow.html", flow=flow.svg(diagram))
    write_atomic(output / "flow.html", html.encode())
    write_atomic(output / "flow.json", _line(diagram.json()).encode())
    typer.echo(json.dumps(result, indent=2))


def _rows(dataset: Path) -> Iterator[dict[str, Any]]:
    """Of all splits.

    Raises:
        DialogueEtlError: the folder has no tables.
    """
    from dialogue_etl.core.shards import read_shard

    files = sorted(dataset.glob("*.parquet"))
    if not files:
        raise DialogueEtlError(f"{dataset}: no .parquet in it; name the folder of a language of the dataset")
    for path in files:
        yield from read_shard(path, ["turns"])


def _said(row: dict[str, Any], scheme: str) -> Iterator[tuple[str, str]]:
    """Text and likeliest label of each turn that has one."""
    for turn in row["turns"]:
        found = [one["label"] for one in turn["labels"] if one["scheme"] == scheme]
        yield from ((turn["text"], label) for label in found[:1])


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip())


def _line(row: object) -> str:
    return json.dumps(row, ensure_ascii=False, default=list) + "\n"
