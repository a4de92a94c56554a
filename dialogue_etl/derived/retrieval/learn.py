"""Weights of the criteria learnt from conversations, and the share of true answers that an agent finds.

Weighted majority as in Say Something Smart, each criterion an expert: its weight is exp(ζ · Σ reward), with
ζ = √(eta_factor · ln k / pairs) for k experts, the weights in percent.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dialogue_etl.derived.retrieval.parameters import WEIGHTS

if TYPE_CHECKING:
    from dialogue_etl.derived.retrieval.agent import RetrievalAgent
    from dialogue_etl.derived.retrieval.pairs import Pair

_LEAST = 0.001  # of a reward, as in the original
_DECIMALS = 2


def drawn(pairs: Iterable[Pair], number: int) -> list[Pair]:
    """Pairs drawn by a hash of their texts, each text once, in the order of the hashes."""
    different = {f"{one.trigger}\t{one.answer}": one for one in pairs}
    keyed = ((sha256(text.encode("utf-8", "replace")).digest(), text) for text in different)
    return [different[text] for _, text in heapq.nsmallest(number, keyed)]


def learn(agent: RetrievalAgent, reference: Sequence[Pair]) -> dict[str, float]:
    """Weights of the criteria, in percent; without a pair that is answered they are all the same.

    Args:
        agent: what rates; its settings say how criteria are rewarded.
        reference: pairs that are not in its base.
    """
    totals = dict.fromkeys(WEIGHTS, 0.0)
    for pair in reference:
        rows, rated = agent.rate([pair.trigger])
        if rows:
            true = agent.terms(pair.answer)
            near = [agent.similarity(agent.terms(row["answer"]), true) for row in rows]
            for name in WEIGHTS:
                totals[name] += reward(agent.settings.learn, rated[name], near)
    rate = math.sqrt(agent.settings.eta_factor * math.log(len(WEIGHTS)) / max(len(reference), 1))
    return weights(totals, rate)


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


def weights(rewards: dict[str, float], rate: float) -> dict[str, float]:
    """Percentages of exp(rate · reward) that add up to 100, to two decimals, by largest remainder."""
    most = max(rewards.values())
    grown = {name: math.exp(rate * (reward - most)) for name, reward in rewards.items()}
    parts = 100 * 10**_DECIMALS
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
