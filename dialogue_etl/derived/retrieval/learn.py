"""Weights of the criteria learnt from conversations, and the share of true answers that an agent finds.

Weighted majority as in Say Something Smart, each criterion an expert: its weight is exp(ζ · Σ reward), with
ζ = √(eta_factor · ln k / pairs) for k experts, the weights in percent. Rules of our own: a criterion that
scores all candidates alike is not rewarded for it, and weights are kept that are not better on other pairs.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dialogue_etl.derived.retrieval.parameters import WEIGHTS

if TYPE_CHECKING:
    from dialogue_etl.derived.retrieval.agent import RetrievalAgent
    from dialogue_etl.derived.retrieval.pairs import Pair

_LEAST = 0.001  # of a reward, as in the original
_DECIMALS = 2
_SURE = 1.645  # standard errors of a gain that chance has in one case of twenty


def drawn(pairs: Iterable[Pair], number: int) -> list[Pair]:
    """Pairs drawn by a hash of their texts, each text once, in the order of the hashes."""
    different = {f"{one.trigger}\t{one.answer}": one for one in pairs}
    keyed = ((sha256(text.encode("utf-8", "replace")).digest(), text) for text in different)
    return [different[text] for _, text in heapq.nsmallest(number, keyed)]


class Learnt(NamedTuple):
    """What was learnt, and whether it is better than what was there before.

    Attributes:
        weights: to be used: the new ones, or those before if the new ones are not better.
        tried: the new ones.
        before, after: similarity to the true answers of the pairs that were not learnt from.
        pairs: number of pairs learnt from, and compared on.
    """

    weights: dict[str, float]
    tried: dict[str, float]
    before: float
    after: float
    pairs: tuple[int, int]

    def said(self) -> str:
        """The comparison as a sentence."""
        learnt, compared = self.pairs
        kept = "better, taken" if self.weights is self.tried else "not better, the weights before are kept"
        return (
            f"weights of {learnt:,} pairs; on {compared:,} others answers are alike to the true ones by "
            f"{self.before:.4f} before, {self.after:.4f} with them: {kept}"
        )


def learn(agent: RetrievalAgent, reference: Sequence[Pair]) -> Learnt:
    """Weights of one half of the pairs, if they are better on the other half (by one side's 5 % of chance).

    Args:
        agent: what rates; its settings say how criteria are rewarded.
        reference: pairs that are not in its base.
    """
    middle = len(reference) // 2
    before, tried = agent.weights, weights_of(agent, reference[:middle])
    near = []
    for own in (before, tried):
        agent.weights = own
        rows = evaluate(agent, reference[middle:])[1]
        near.append(np.array([row["similarity"] for row in rows]))
    agent.weights = before
    gain = near[1] - near[0]
    better = len(gain) > 1 and gain.mean() > _SURE * gain.std() / math.sqrt(len(gain) - 1)
    old, new = (float(one.mean()) if len(one) else 0.0 for one in near)
    return Learnt(tried if better else before, tried, old, new, (middle, len(reference) - middle))


def weights_of(agent: RetrievalAgent, reference: Sequence[Pair]) -> dict[str, float]:
    """Weights of the criteria, in percent.

    A criterion whose scores of a question's candidates are all the same says nothing of it, and is rewarded
    with the mean of the others. One that never says anything keeps its weight.

    Args:
        agent: what rates; its settings say how criteria are rewarded.
        reference: pairs that are not in its base.
    """
    totals: dict[str, float] = {}
    means = 0.0
    for pair in reference:
        rows, rated = agent.rate([pair.trigger])
        telling = [name for name in WEIGHTS if rows and max(rated[name]) > min(rated[name])]
        if not telling:
            continue
        true = agent.terms(pair.answer)
        near = [agent.similarity(agent.terms(row["answer"]), true) for row in rows]
        rewards = {name: reward(agent.settings.learn, rated[name], near) for name in telling}
        mean = sum(rewards.values()) / len(rewards)
        for name in totals.keys() | rewards.keys():
            # What it would have before it told anything for the first time: the mean.
            totals[name] = totals.get(name, means) + rewards.get(name, mean)
        means += mean
    if not totals:
        return agent.weights
    silent = {name: weight for name, weight in agent.weights.items() if name not in totals}
    rate = math.sqrt(agent.settings.eta_factor * math.log(len(WEIGHTS)) / len(reference))
    found = weights(totals, rate, 100 - sum(silent.values()))
    return {name: {**silent, **found}[name] for name in WEIGHTS}


def reward(strategy: str, rated: Sequence[float], near: Sequence[float]) -> float:
    """Reward of a criterion for a pair, up to 1.

    Args:
        strategy: `best_candidate`: similarity of its best candidate to the true answer, the mean of equally
            good ones (else a constant criterion would profit from the order of the index); `best_scoring`:
            how close its scores are to these similarities, over all candidates.
        rated: its scores of the candidates.
        near: similarity of their answers to the true one.
    """
    if strategy == "best_candidate":
        best = [one for one, score in zip(near, rated, strict=True) if score == max(rated)]
        return min(sum(best) / len(best) + _LEAST, 1.0)
    return min(
        sum(1 - abs(one - score) for one, score in zip(near, rated, strict=True)) / len(rated) + _LEAST, 1.0
    )


def weights(rewards: dict[str, float], rate: float, total: float = 100) -> dict[str, float]:
    """Percentages of exp(rate · reward) that add up to the total, to two decimals, by largest remainder."""
    most = max(rewards.values())
    grown = {name: math.exp(rate * (reward - most)) for name, reward in rewards.items()}
    parts = round(total * 10**_DECIMALS)
    exact = {name: parts * one / sum(grown.values()) for name, one in grown.items()}
    counts = {name: math.floor(one) for name, one in exact.items()}
    rest = parts - sum(counts.values())
    for name in sorted(exact, key=lambda name: (counts[name] - exact[name], name))[:rest]:
        counts[name] += 1
    return {name: number / 10**_DECIMALS for name, number in counts.items()}


def evaluate(agent: RetrievalAgent, questions: Sequence[Pair]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Figures of an agent, and a row for each question with its answer, the true one and its source.

    Args:
        agent: what is asked.
        questions: pairs that are not in its base.
    """
    rows: list[dict[str, Any]] = []
    for pair in questions:
        best = next(iter(agent.answers([pair.trigger], 1)), None)
        near = agent.similarity(agent.terms(best.text), agent.terms(pair.answer)) if best else 0.0
        said = {"answer": best and best.text, "reference": pair.answer, "similarity": near}
        where = best.source if best else None
        rows.append(
            {
                "question": pair.trigger,
                **said,
                "score": best and best.score,
                "source_id": where and where.document,
                "dialogue_id": where and where.dialogue,
                "turn": where and where.turn,
            }
        )
    answered = [row for row in rows if row["answer"] is not None]
    number = max(len(rows), 1)
    figures = {
        "questions": len(rows),
        "answered": len(answered) / number,
        "exact": sum(row["answer"] == row["reference"] for row in rows) / number,
        "similarity": math.fsum(row["similarity"] for row in rows) / number,
        "different_answers": len({row["answer"] for row in answered}) / max(len(answered), 1),
    }
    return figures, rows
