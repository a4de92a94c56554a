"""Stage `emotions-weak`: the weak labeller, a classifier of single sentences (EDOS, section 3.2).

It learns from the sentences for training and validation, as the released one does; those for testing tell how
good it is.

model/                  files of the classifier
plots/confusion.json    which label was taken for which
plots/by_label.json     how good it is at each label
"""

from collections import Counter
from pathlib import Path

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.derived.emotions.annotations import labelled, of_parts
from dialogue_etl.derived.emotions.labelling import classifiers
from dialogue_etl.derived.emotions.labelling.labels import LABELS
from dialogue_etl.derived.emotions.labelling.scores import by_label, confusion, scores
from dialogue_etl.derived.emotions.parameters import Emotions


def weak(*, sentences: Path, output: Path, metrics: Path, params: Params, runtime: Runtime) -> None:
    """Train the weak labeller.

    Raises:
        LabelError: there are no labels, or a file has an unknown format.
        MissingEncoderError: the encoder is not installed.
    """
    values = params[Emotions]
    classifiers.ready(values)
    given = labelled(sentences, params)
    learnt, held = of_parts(given, "train", "valid"), of_parts(given, "test")
    model = classifiers.train(
        [one.turns for one in learnt], [one.label for one in learnt], values, decay=0, cache=runtime.store
    )
    chances, truth = model.chances([one.turns for one in held]), [one.label for one in held]
    with shards.atomic_folder(output) as folder:
        (folder / "model").mkdir()
        model.save(folder / "model")
        rows = confusion(model.classes, chances, truth)
        run.write_metrics(folder / "plots" / "confusion.json", {"confusion": rows})
        each = by_label(model.classes, chances, truth)
        run.write_metrics(folder / "plots" / "by_label.json", {"labels": each})
    counted = Counter(LABELS[one.label] for one in given)
    figures = {
        "learnt": len(learnt),
        "classes": len(model.classes),
        "labels": {label: counted[label] for label in LABELS if counted[label]},
        "test": scores(model.classes, chances, truth),
    }
    run.write_metrics(metrics, figures)
    run.report_counts("weak", "all", figures)
