"""Stage `emotions-train`: the classifier of all labels, and how good it is (EDOS, section 3.6).

model/                  files of the classifier
labels.json             number of labels by people that there were to learn from, and warnings
plots/confusion.json    which label was taken for which
plots/by_label.json     how good it is at each label
"""

import logging
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.derived.emotions.annotations import elsewhere as sets
from dialogue_etl.derived.emotions.grow import TABLE
from dialogue_etl.derived.emotions.labelling import classifiers
from dialogue_etl.derived.emotions.labelling.baseline import Plain
from dialogue_etl.derived.emotions.labelling.certainty import lowered, of_labels, of_sets
from dialogue_etl.derived.emotions.labelling.classifiers import Classifier
from dialogue_etl.derived.emotions.labelling.reading import Labelled
from dialogue_etl.derived.emotions.labelling.scores import Foreign, by_label, confusion, elsewhere, held_out
from dialogue_etl.derived.emotions.parameters import Emotions

log = logging.getLogger("dialogue_etl")
LABELS = "labels.json"


class _Variant(NamedTuple):
    """What a classifier learns from: which labels, and the weight of a turn relative to the next one."""

    labels: list[Labelled]
    decay: float


def train(
    *, labels: Path, other: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Train it without and, if the parameters say so, with context and grown labels, and take the best.

    The plainest is the best unless another one is right more often, by more than a standard error, in the
    labels for validation.
    """
    values = params[Emotions]
    names = values.inventory.labels
    parts: dict[str, list[Labelled]] = {part: [] for part in ("train", "valid", "test")}
    grown: list[Labelled] = []
    for row in shards.read(labels, TABLE):
        one = Labelled(tuple(row["turns"]), names.index(row["label"]))
        (parts[row["part"]] if row["origin"] == "annotated" else grown).append(one)
    classifiers.ready(values)
    own = parts["train"]
    variants = {"plain": _Variant(own, 0.0)}
    if values.ablations:
        variants |= _others(own, grown, values)
    models = {name: _train(one, values, runtime) for name, one in variants.items()}
    valid = {name: held_out(model, None, parts["valid"]) for name, model in models.items()}
    chosen = best(
        {name: figures.get("accuracy", 0.0) for name, figures in valid.items()}, len(parts["valid"])
    )
    model, held = models[chosen], parts["test"]
    plain = Plain([one.turns for one in own], [one.label for one in own]) if len(model.classes) else None
    test = held_out(model, plain, held)
    foreign = {
        name: [Foreign.told(one, values.inventory, scheme, some) for one in (model, plain)]
        for name, (scheme, some) in sets(other, params).items()
        if plain
    }
    proofs = {name: said.proof for name, (said, _) in foreign.items()}
    figures: dict[str, Any] = {
        "chosen": chosen,
        "learnt": len(variants[chosen].labels),
        "labels": {names[label]: number for label, number in sorted(_counted(own).items())},
        "test": test,
        "valid": valid[chosen],
        "ablations": {name: held_out(one, None, held) for name, one in models.items()},
        "elsewhere": {
            name: elsewhere(said, of_plain, model.curve, [proofs[one] for one in proofs if one != name])
            for name, (said, of_plain) in foreign.items()
        },
    }
    proved = of_sets(figures["elsewhere"]) if plain else []
    figures["warnings"] = [*of_labels(figures["labels"], test), *proved]
    model = model.with_curve(lowered(model.curve, list(proofs.values())))
    chances, truth = model.chances([one.turns for one in held]), [one.label for one in held]
    with shards.atomic_folder(output) as folder:
        (folder / "model").mkdir()
        model.save(folder / "model")
        run.write_metrics(folder / LABELS, {name: figures[name] for name in ("labels", "warnings")})
        rows_of = confusion(names, model.classes, chances, truth)
        run.write_metrics(folder / "plots" / "confusion.json", {"confusion": rows_of})
        each = by_label(names, model.classes, chances, truth)
        run.write_metrics(folder / "plots" / "by_label.json", {"labels": each})
    run.write_metrics(metrics, figures)
    for sentence in figures["warnings"]:
        log.warning("classifier: %s", sentence)
    run.report_counts("train", "all", {"learnt": figures["learnt"]})


def best(accuracy: Mapping[str, float], labels: int) -> str:
    """The first of some classifiers, the plainest, unless another one is ahead of it by a standard error."""
    plainest = next(iter(accuracy))
    share = accuracy[plainest]
    ahead = share + float(np.sqrt(share * (1 - share) / max(labels, 1)))
    others = {name: one for name, one in accuracy.items() if one > ahead}
    return max(others, key=others.__getitem__) if others else plainest


def _others(own: list[Labelled], grown: list[Labelled], params: Emotions) -> dict[str, _Variant]:
    """With context and with grown labels, where there are any; without an encoder there is no context."""
    found: dict[str, _Variant] = {}
    context = params.decay > 0 and (params.encoder != "none" or params.backend == "transformers")
    if context:
        found |= {"context": _Variant(own, params.decay), "equal_weights": _Variant(own, 1.0)}
    if grown:
        found["growth"] = _Variant([*own, *grown], 0.0)
    if context and grown:
        found["context_and_growth"] = _Variant([*own, *grown], params.decay)
    return found


def _counted(labels: list[Labelled]) -> Counter[int]:
    return Counter(one.label for one in labels)


def _train(variant: _Variant, params: Emotions, runtime: Runtime) -> Classifier:
    turns, labels = [one.turns for one in variant.labels], [one.label for one in variant.labels]
    return classifiers.train(turns, labels, params, decay=variant.decay, cache=runtime.store)
