"""Stage `train`: the turn classifier of a language, and its scores on films not used in training.

card.json                  its training data and scores; or why none was trained
model.npz                  the classifier, if one was trained
curve.csv, ablation.csv    rows for plots: accuracy by pairs learnt from, and without each group
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl.core import run, shards
from dialogue_etl.sources.subtitles import turn_labels
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.turn_classifier import CARD, TurnClassifier, decide, fit
from dialogue_etl.sources.subtitles.turn_features import columns

if TYPE_CHECKING:
    import numpy.typing as npt
    from scipy.sparse import csr_matrix

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.sources.subtitles.turn_classifier import Flags
    from dialogue_etl.sources.subtitles.turn_features import Pair

_STAGE = "train"
_FOLDS = 5
_MANY_FILMS = 100
"""With this many films one fold is enough: more would take time without changing a digit of the scores."""
_PARTS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
_SHOWN = 4

log = logging.getLogger("dialogue_etl")


def train(
    *,
    language: str,
    sentences: Path,
    films: Path,
    screenplays: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Train the turn classifier, if the parameters ask for it and there is enough training data.

    The folder of screenplays need not exist.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    values = params[Turns]
    card: dict[str, Any] = {"language": language, "segmenter": values.segmenter, "trained": False}
    tables: dict[str, list[dict[str, Any]]] = {"curve": [], "ablation": []}
    with shards.atomic_folder(output) as folder:
        if values.segmenter == "classifier":
            drawn = turn_labels.draw(
                language, sentences, films, folder=screenplays, params=values, runtime=runtime
            )
            kind, rows = _chosen(drawn, values.min_pairs)
            card |= _facts(kind, rows, values)
            if reason := _too_little(rows, values.min_pairs):
                card["reason"] = reason
                log.warning("%s %s: no classifier of turns: %s", _STAGE, language, reason)
            else:
                scores, tables, model = _learn(rows, language, values)
                card |= {"trained": True, "held_out": scores}
                model.save(folder)
        for name, table in tables.items():
            _write_csv(folder / f"{name}.csv", table)
        card |= tables
        run.write_metrics(folder / CARD, card)
    run.write_metrics(metrics, card)
    if held := card.get("held_out"):
        run.report_counts(_STAGE, language, held)


def _chosen(drawn: Mapping[str, list[dict[str, Any]]], least: int) -> tuple[str, list[dict[str, Any]]]:
    """The pairs of screenplays if there are enough, else those of dashes."""
    plays = drawn["screenplays"]
    kind = "dashes" if _too_little(plays, least) else "screenplays"
    return kind, drawn[kind]


def _facts(kind: str, rows: Sequence[Mapping[str, Any]], params: Turns) -> dict[str, Any]:
    changes = sum(row["change"] for row in rows)
    return {
        "labels": kind,
        "films": len({row["film"] for row in rows}),
        "pairs": {
            "same_turn": len(rows) - changes,
            "other_turn": changes,
            "across_blocks": sum(not row["block"] for row in rows),
        },
        "learner": params.learner,
        "features": list(params.features),
        "words": "tokens in lower case, not lemmas",
    }


def _too_little(rows: Sequence[Mapping[str, Any]], least: int) -> str:
    changes = sum(row["change"] for row in rows)
    fewest = min(changes, len(rows) - changes)
    if fewest < least:
        return f"{fewest} pairs of one kind; at least {least} are needed"
    films = len({row["film"] for row in rows})
    return "" if films > 1 else "all pairs are of one film: none is left to score it on"


@dataclass(frozen=True)
class _Trial:
    """Labelled pairs, assigned to folds by film.

    Attributes:
        change: labels of the pairs.
        folds: fold of each pair.
        scored: whether each pair is in a test fold.
        language: of the films.
        params: learner and its regularisation.
    """

    change: Flags
    folds: npt.NDArray[np.int64]
    scored: Flags
    language: str
    params: Turns

    def held_out(self, data: csr_matrix, part: float = 1.0) -> Flags:
        """Predictions for the scored pairs, each after training on a part of the other folds."""
        decided = np.zeros(len(self.change), bool)
        # Pairs are in the order of a hash: the first ones are a sample.
        among = np.arange(len(self.change)) < part * len(self.change)
        for fold in np.unique(self.folds[self.scored]):
            unseen = self.folds == fold
            seen = ~unseen & among
            labels = self.change[seen]
            if len(np.unique(labels)) < 2:
                decided[unseen] = bool(labels.any())
                continue
            learnt = fit(data[seen], labels, self.params.learner, self.params.regularisation)
            decided[unseen] = decide(data[unseen], *learnt)
        return decided

    def accuracy(self, decided: Flags) -> float:
        """Accuracy on the scored pairs."""
        return round(float((decided == self.change)[self.scored].mean()), _SHOWN)


def _learn(
    rows: Sequence[dict[str, Any]], language: str, params: Turns
) -> tuple[dict[str, Any], dict[str, list[dict[str, Any]]], TurnClassifier]:
    """Scores on held-out films, tables of further trials, and the classifier trained on all pairs."""
    pairs = [turn_labels.as_pair(row) for row in rows]
    change = np.array([row["change"] for row in rows])
    films = [row["film"] for row in rows]
    folds = _folds(films, params.seed)
    scored = folds == 0 if len(set(films)) > _MANY_FILMS else np.ones(len(rows), bool)
    trial = _Trial(change, folds, scored, language, params)
    data = columns(pairs, params.features, params.hash_bits, language)
    decided = trial.held_out(data)
    scores = {
        "pairs": int(scored.sum()),
        "accuracy": trial.accuracy(decided),
        "majority": round(float(max(change[scored].mean(), 1 - change[scored].mean())), _SHOWN),
        "weights": trial.accuracy(np.array([row["by_weights"] for row in rows])),
        **_of_changes(change[scored], decided[scored]),
    }
    tables = {"curve": _curve(trial, data), "ablation": _ablation(trial, pairs, params)}
    weights, intercept = fit(data, change, params.learner, params.regularisation)
    across = any(not pair.block for pair in pairs)
    model = TurnClassifier(language, tuple(params.features), params.hash_bits, weights, intercept, across)
    return scores, tables, model


def _curve(trial: _Trial, data: csr_matrix) -> list[dict[str, Any]]:
    """Accuracy by number of training pairs."""
    share = 1 - 1 / len(np.unique(trial.folds))
    return [
        {
            "pairs": int(part * share * len(trial.change)),
            "accuracy": trial.accuracy(trial.held_out(data, part)),
        }
        for part in _PARTS
    ]


def _ablation(trial: _Trial, pairs: Sequence[Pair], params: Turns) -> list[dict[str, Any]]:
    """Accuracy without each group of features."""
    found = []
    for group in params.features if len(params.features) > 1 else []:
        kept = [name for name in params.features if name != group]
        fewer = columns(pairs, kept, params.hash_bits, trial.language)
        found.append({"without": group, "accuracy": trial.accuracy(trial.held_out(fewer))})
    return found


def _folds(films: Sequence[str], seed: int) -> npt.NDArray[np.int64]:
    """The fold of each film, assigned in the order of a hash, so that folds have equally many films."""
    order = sorted(set(films), key=lambda film: hashlib.sha256(f"turns {seed} {film}".encode()).digest())
    fold = {film: number % _FOLDS for number, film in enumerate(order)}
    return np.array([fold[film] for film in films])


def _of_changes(change: Flags, decided: Flags) -> dict[str, float | None]:
    """Precision, recall and F1 of finding that another turn begins."""
    right, said, there = int((change & decided).sum()), int(decided.sum()), int(change.sum())
    return {
        "precision": round(right / said, _SHOWN) if said else None,
        "recall": round(right / there, _SHOWN) if there else None,
        "f1": round(2 * right / (said + there), _SHOWN) if said + there else None,
    }


def _write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
        shards.write_atomic(path, "".join(f"{line}\n" for line in lines).encode())
