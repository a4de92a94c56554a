"""Stage `emotions-report`: what was labelled and how good the classifiers are, as one page.

report.html          labels, how they follow each other, rounds, figures, examples, parameters
plots/labels.json    dialogues and turns by label
plots/flow.json      how many dialogues go from a label to the next, in their first turns
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.split_files import batches, splits
from dialogue_etl.derived.emotions.labelling.flow import flow, sequences, svg
from dialogue_etl.derived.emotions.labelling.statistics import divergence, statistics
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.report import page, templates

_TEMPLATE = Path(__file__).parent / "emotions.html"
_SMOOTHING = 0.5  # of a label's count: that only one side has it does not make it infinitely far
_STAGES = ("weak", "initial", "grow", "train", "dataset")


def report(*, dataset: Path, stage_metrics: Path, output: Path, metrics: Path, params: Params) -> None:
    """Write the page.

    Raises:
        DialogueEtlError: metrics of a stage are not there.
    """
    told = {
        stage: run.read_metrics(stage_metrics / f"{stage}.json", f"emotions-{stage}") for stage in _STAGES
    }
    inventory, languages = params[Emotions].inventory, params[Emotions].languages
    counted = statistics(_dialogues(dataset, languages, inventory.name), inventory.labels)
    labels = ([label for _, label in turns] for turns in _dialogues(dataset, languages, inventory.name))
    flowing = flow(sequences(some for some in labels if all(some)), inventory.kinds)
    given = {label: told["train"]["labels"].get(label, 0) for label in inventory.labels}
    turns = {label: number for label, (_, number) in counted.by_label.items()}
    distances = {
        "from_annotated": round(divergence(turns, given, _SMOOTHING), 4),
        "of_annotated": round(divergence(given, turns, _SMOOTHING), 4),
    }
    rows = [
        {
            "label": label,
            "group": inventory.kinds[label],
            "dialogues": counted.by_label[label][0],
            "turns": number,
            "share": number / (counted.turns or 1),
            "annotated": given[label] / (sum(given.values()) or 1),
        }
        for label, number in sorted(turns.items(), key=lambda one: (-one[1], inventory.labels.index(one[0])))
    ]
    html = templates.render(
        _TEMPLATE,
        **told,
        labels=rows,
        warnings=[
            f"{who}: {sentence}"
            for stage, who in (("weak", "weak labeller"), ("train", "classifier"), ("dataset", "labels"))
            for sentence in told[stage]["warnings"]
        ],
        kinds=len(inventory.labels),
        counted=counted,
        distances=distances,
        flow=svg(flowing),
        most=max(turns.values()) or 1,
        examples=_examples(dataset, params, inventory.name),
        settings=page.settings(params, ["emotions"]),
        unmasked=page.unmasked(params),
        **page.LIMITS,
    )
    with shards.atomic_folder(output) as folder:
        shards.write_atomic(folder / "report.html", html.encode())
        run.write_metrics(folder / "plots" / "labels.json", {"labels": rows})
        run.write_metrics(folder / "plots" / "flow.json", flowing.json())
    totals = {name: getattr(counted, name) for name in ("dialogues", "turns", "tokens")}
    found = {label: number for label, number in turns.items() if number}
    run.write_metrics(metrics, {**totals, "labels": found, "divergence": distances})


def _dialogues(dataset: Path, languages: Sequence[str], scheme: str) -> Iterator[list[tuple[str, str]]]:
    """What the turns of every dialogue say, each with its likeliest label, empty if it has none."""
    for language in languages:
        for files in splits(dataset / language).values():
            for batch in batches(files, ["turns"]):
                for turns in batch.column("turns").to_pylist():
                    yield [(turn["text"], next(_of(turn, scheme), {"label": ""})["label"]) for turn in turns]


def _examples(dataset: Path, params: Params, scheme: str) -> list[Mapping[str, Any]]:
    """The first dialogues of each language, their turns with the label of each."""
    found: list[Mapping[str, Any]] = []
    for language in params[Emotions].languages:
        for files in list(splits(dataset / language).values())[:1]:
            batch = next(batches(files), None)
            rows = batch.slice(0, params.report.examples).to_pylist() if batch else []
            found += [
                {**row, "said": [(turn["text"], _label(turn, scheme)) for turn in row["turns"]]}
                for row in rows
            ]
    return found


def _label(turn: Mapping[str, Any], scheme: str) -> str:
    return ", ".join(f"{one['label']} {one['score']:.2f}" for one in _of(turn, scheme))


def _of(turn: Mapping[str, Any], scheme: str) -> Iterator[Mapping[str, Any]]:
    return (one for one in turn["labels"] if one["scheme"] == scheme)
