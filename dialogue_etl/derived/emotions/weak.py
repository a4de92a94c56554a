"""Stage `emotions-weak`: the weak labeller, a classifier of single sentences (EDOS, section 3.2).

It learns from the sentences for training and validation, as the released one does; those for testing tell how
good it is.

model/                  files of the classifier
thresholds.json         confidence above which 90, 80, 70, 60 % are right in cross-validation
plots/confusion.json    which label was taken for which
plots/by_label.json     how good it is at each label
"""

import logging
from collections import Counter
from pathlib import Path
from typing import Any

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.derived.emotions.annotations import labelled, of_parts
from dialogue_etl.derived.emotions.labelling import classifiers
from dialogue_etl.derived.emotions.labelling.baseline import Plain
from dialogue_etl.derived.emotions.labelling.candidates import BINS
from dialogue_etl.derived.emotions.labelling.certainty import of_labels, threshold
from dialogue_etl.derived.emotions.labelling.scores import by_label, confusion, held_out
from dialogue_etl.derived.emotions.parameters import Emotions

THRESHOLDS = "thresholds.json"
log = logging.getLogger("dialogue_etl")


def weak(
    *, sentences: Path, dialogues: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Train the weak labeller.

    Raises:
        LabelError: there are no labels, or a file has an unknown format.
        MissingEncoderError: the encoder is not installed.
    """
    values = params[Emotions]
    classifiers.ready(values)
    given, names = labelled(sentences, dialogues, params), values.inventory.labels
    learnt, held = of_parts(given, "train", "valid"), of_parts(given, "test")
    model = classifiers.train(
        [one.turns for one in learnt], [one.label for one in learnt], values, decay=0, cache=runtime.store
    )
    chances, truth = model.chances([one.turns for one in held]), [one.label for one in held]
    with shards.atomic_folder(output) as folder:
        (folder / "model").mkdir()
        model.save(folder / "model")
        rows = confusion(names, model.classes, chances, truth)
        run.write_metrics(folder / "plots" / "confusion.json", {"confusion": rows})
        sure = {str(least): threshold(model.proof, least) for least in BINS}
        run.write_metrics(folder / THRESHOLDS, sure)
        each = by_label(names, model.classes, chances, truth)
        run.write_metrics(folder / "plots" / "by_label.json", {"labels": each})
    counted, taught = (Counter(names[one.label] for one in some) for some in (given, learnt))
    plain = (
        Plain([one.turns for one in learnt], [one.label for one in learnt]) if len(model.classes) else None
    )
    test = held_out(model, plain, held)
    figures: dict[str, Any] = {
        "learnt": len(learnt),
        "classes": len(model.classes),
        "labels": {label: counted[label] for label in names if counted[label]},
        "thresholds": sure,
        "test": test,
        "warnings": of_labels(taught, test),
    }
    run.write_metrics(metrics, figures)
    for sentence in figures["warnings"]:
        log.warning("weak labeller: %s", sentence)
    run.report_counts("weak", "all", {name: figures[name] for name in ("learnt", "classes")})
