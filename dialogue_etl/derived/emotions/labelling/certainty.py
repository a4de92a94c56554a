"""How far a classifier's confidence holds: shown on labels that it has not learnt from."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dialogue_etl.labels.classifiers import calibration

Floats = npt.NDArray[np.float64]

FEWEST = 50
"""Labels to learn from: of fewer the share that is right is known to within 14 points only (95 %)."""
ENOUGH = 50
"""Labels of each kind to learn from; of fewer there is a warning."""
LARGE = 0.4
"""The share of one label from which there is a warning. No label of EDOS has more than a fifth."""
_SHIFT = 0.2  # of a label's share, between people's labels and the turns
CURVE = np.array([[0.0, 1.0], [0.0, 1.0]])
"""Of a classifier that is taken at its word."""
_CAUTION = 0.95
"""Of the curve: texts are never quite like the labels. Of the surest tenth, fewer were right than it says
in 11 of 12 sets from elsewhere even so; on labels held out it costs 2 points (benchmarks/emotions.md).
"""
OFF = 0.12
"""Between confidence and the share right, in the mean: from there on there is a warning."""
UNPROVED = (
    "how sure it is was measured on labels like those it learnt from; of other texts up to 44 points fewer "
    "were right. Label 100 turns of the dataset (dialogue-etl emotions tasks --random 100) and add them with "
    "--to elsewhere"
)
_MAJORITY = "the classifier is right in {1:.0%} of the labels {0}, the most frequent label in {2:.0%}"
_PLAIN = "of the labels {} TF-IDF with logistic regression has {:.1%} right, the classifier {:.1%}"
_PLACES = np.linspace(0.01, 0.99, 99)
_DECIMALS = 4
_SUPPORT = 20  # of a threshold: labels of which the share that is right is taken


def threshold(proof: Floats, precision: float) -> float | None:
    """The least confidence above which at least a share of the labels is right.

    Args:
        proof: rows of confidence and whether it was right (0 or 1), of labels not learnt from; a classifier
            without them is taken at its word.
        precision: the share.

    Returns:
        None if no confidence is enough.
    """
    if not len(proof):
        return precision
    sure, right = proof[np.argsort(-proof[:, 0], kind="stable")].T
    share = np.cumsum(right) / np.arange(1, len(right) + 1)
    # Equal confidences are above a threshold together.
    last = np.append(sure[1:] < sure[:-1], True)
    enough = np.flatnonzero(last & (share >= precision) & (np.arange(1, len(right) + 1) >= _SUPPORT))
    return float(sure[enough[-1]]) if len(enough) else None


def curve(likely: Floats, right: Floats) -> Floats:
    """How often the likeliest label is right by its probability: places, and the share at each.

    Platt scaling, as for the classifiers of threads. Isotonic regression was off by up to a point more.

    Args:
        likely: the probability of the likeliest label, of labels not learnt from.
        right: whether it was right (1) or not (0).
    """
    # Where all are right or all wrong, the share that is taken is cautious in itself.
    caution = _CAUTION if len(np.unique(right)) > 1 else 1.0
    return np.stack([_PLACES, caution * _sigmoid(likely, right, np.ones(len(right)))]).round(_DECIMALS)


def lowered(own: Floats, sets: Sequence[Floats]) -> Floats:
    """A curve that is nowhere surer than what was right in sets from elsewhere, each of equal weight.

    Nothing else shows how sure a classifier may be of texts unlike its labels. Learnt from EmpatheticIntents
    or EDOS, with 100 labels of the dataset itself, its confidence was off by 6.1 points in the mean of twelve
    sets instead of 11.2, at most 9.9 instead of 26.7, and with those of other datasets 9.1; shifting the
    shares of labels to those of the dataset (Saerens et al. 2002) was worse in nine of them
    (benchmarks/emotions.md).

    Args:
        own: the curve of labels like those learnt from.
        sets: of each the rows of `proof`; of fewer than 50 labels in all nothing is taken.
    """
    if sum(map(len, sets)) < FEWEST:
        return own
    likely, right = np.concatenate(list(sets)).T
    weights = np.concatenate([np.full(len(one), 1 / max(len(one), 1)) for one in sets])
    there = _sigmoid(likely, right, weights * len(weights) / weights.sum())
    return np.stack([_PLACES, np.minimum(np.interp(_PLACES, *own), there)]).round(_DECIMALS)


def _sigmoid(likely: Floats, right: Floats, weights: Floats) -> Floats:
    """The share of right labels at each place."""
    from scipy.special import logit  # noqa: PLC0415 - loads slowly

    if len(np.unique(right)) < 2:
        return np.full(len(_PLACES), (right.sum() + 1) / (len(right) + 2))
    odds = logit(likely.clip(0.001, 0.999))
    return calibration.fit(odds, right.astype(np.bool_), weights).chances(logit(_PLACES))


def on(curve: Floats, chances: Floats) -> Floats:
    """How likely the likeliest label is right, by rows of probabilities."""
    found: Floats = np.interp(chances.max(axis=1, initial=0.0), *curve).round(_DECIMALS)
    return found


def bins(confidence: Floats, right: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """Ten equally large bins by ascending confidence, and the mean distance of confidence and share right."""
    if not len(right):
        return {"bins": []}
    groups = calibration.reliability(confidence, right, np.ones(len(right)))
    gaps = [abs(group.score - group.bad) for group in groups]
    rows = [{"confidence": group.score, "right": group.bad, "labels": group.labels} for group in groups]
    return {
        "mean_gap": round(float(np.average(gaps, weights=[row["labels"] for row in rows])), 4),
        "bins": rows,
    }


def of_labels(counts: Mapping[str, int], test: Mapping[str, Any]) -> list[str]:
    """What the labels to learn from are too few for, in sentences.

    Args:
        counts: label → number to learn from.
        test: figures of the classifier on labels that were held out.
    """
    total, found = sum(counts.values()), []
    if 0 < total < FEWEST:
        return [f"{total} labels to learn from are too few: {FEWEST} are needed; no turn gets a label"]
    if total and total < ENOUGH * len(counts):
        needed = f"{ENOUGH} of each would be {ENOUGH * len(counts):,}"
        found.append(f"{total:,} labels of {len(counts)} kinds are few: {needed}")
    if total and "accuracy" not in test:
        found.append("no label was held out: how good it is was not measured; add labels for testing too")
    if "accuracy" in test and test["accuracy"] <= test["majority"]:
        found.append(_MAJORITY.format("held out", test["accuracy"], test["majority"]))
    plain = test.get("plain", {}).get("accuracy", 0)
    if "accuracy" in test and plain > test["accuracy"]:
        found.append(_PLAIN.format("held out", plain, test["accuracy"]))
    return found


def of_sets(sets: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Where confidence was not measured on texts from elsewhere, or does not hold there, in sentences.

    Args:
        sets: name → figures on a labelled set from elsewhere.
    """
    if sum(figures["labels"] for figures in sets.values()) < FEWEST:
        return [UNPROVED]
    found = []
    for name, one in sets.items():
        gap, plain = one.get("reliability", {}).get("mean_gap", 0), one.get("plain", {}).get("accuracy", 0)
        if gap > OFF:
            found.append(
                f"on {name} it is right more or less often than it is sure, by {gap:.0%} in the mean"
            )
        if one.get("accuracy", 1) <= one.get("majority", 0):
            found.append(_MAJORITY.format(f"in {name}", one["accuracy"], one["majority"]))
        if plain > one.get("accuracy", 0):
            found.append(_PLAIN.format(f"in {name}", plain, one["accuracy"]))
    return found


def of_turns(counts: Mapping[str, int], given: Mapping[str, int]) -> list[str]:
    """Where the labels of turns are of one kind, or far from those of people, in sentences."""
    turns, people = sum(counts.values()) or 1, sum(given.values()) or 1
    found = []
    for label, number in sorted(counts.items(), key=lambda one: -one[1]):
        share, theirs = number / turns, given.get(label, 0) / people
        if share > LARGE or abs(share - theirs) > _SHIFT:
            found.append(
                f"{share:.0%} of the turns are {label}; of the labels given by people {theirs:.0%} are"
            )
    return found
