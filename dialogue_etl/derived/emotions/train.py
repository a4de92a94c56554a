"""Stage `emotions-train`: the classifier of all labels, and how good it is (EDOS, section 3.6).

model/                  files of the classifier
plots/confusion.json    which label was taken for which
plots/by_label.json     how good it is at each label
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.derived.emotions.grow import TABLE
from dialogue_etl.derived.emotions.labelling import classifiers
from dialogue_etl.derived.emotions.labelling.classifiers import Classifier
from dialogue_etl.derived.emotions.labelling.labels import number
from dialogue_etl.derived.emotions.labelling.scores import by_label, confusion, scores
from dialogue_etl.derived.emotions.parameters import Emotions


class _Row(NamedTuple):
    turns: list[str]
    label: int
    part: str
    grown: bool


def train(*, labels: Path, output: Path, metrics: Path, params: Params, runtime: Runtime) -> None:
    """Train it, and without context, decay and grown labels too if the parameters say so."""
    values = params[Emotions]
    rows = [
        _Row(row["turns"], number(row["label"]), row["part"], row["origin"] != "annotated")
        for row in shards.read(labels, TABLE)
    ]
    classifiers.ready(values)
    learnt, held = [row for row in rows if row.part == "train"], [row for row in rows if row.part == "test"]
    model = _train(learnt, values, values.decay, runtime)
    truth, chances = [row.label for row in held], model.chances([row.turns for row in held])
    valid = [row for row in rows if row.part == "valid"]
    figures: dict[str, Any] = {
        "learnt": len(learnt),
        "test": scores(model.classes, chances, truth),
        "valid": _scored(model, valid),
    }
    if values.ablations:
        own = [row for row in learnt if not row.grown]
        figures["ablations"] = {
            "no_context": _scored(_train(learnt, values, 0.0, runtime), held),
            "no_decay": _scored(_train(learnt, values, 1.0, runtime), held),
            "no_growth": _scored(_train(own, values, values.decay, runtime), held),
        }
    with shards.atomic_folder(output) as folder:
        (folder / "model").mkdir()
        model.save(folder / "model")
        rows_of = confusion(model.classes, chances, truth)
        run.write_metrics(folder / "plots" / "confusion.json", {"confusion": rows_of})
        each = by_label(model.classes, chances, truth)
        run.write_metrics(folder / "plots" / "by_label.json", {"labels": each})
    run.write_metrics(metrics, figures)
    run.report_counts("train", "all", figures)


def _train(rows: Sequence[_Row], params: Emotions, decay: float, runtime: Runtime) -> Classifier:
    turns, labels = [row.turns for row in rows], [row.label for row in rows]
    return classifiers.train(turns, labels, params, decay=decay, cache=runtime.store)


def _scored(model: Classifier, rows: Sequence[_Row]) -> dict[str, Any]:
    chances = model.chances([row.turns for row in rows])
    return scores(model.classes, chances, [row.label for row in rows])
