"""The five criteria of Say Something Smart: each gives every candidate a score from 0 to 1.

Differences from the released code: the score of time falls evenly (there it jumps from 0.7 to 0.3 at a
second, against its own comment); the conversation is followed by one interaction at a time
(`pairs.Pair.before`; there by two records, whether or not they share a turn).
"""

from collections.abc import Sequence
from typing import NamedTuple

from dialogue_etl.derived.retrieval.similarity import Similarity
from dialogue_etl.derived.retrieval.terms import Terms

_ECHO, _ALIKE = 0.9, 0.4


class Candidate(NamedTuple):
    """Terms of a pair, for comparison.

    Attributes:
        trigger, answer: terms.
        interval_ms: between them; None if it is not known.
        before: the interactions before it in its conversation, the nearest first: terms of both turns.
    """

    trigger: Terms
    answer: Terms
    interval_ms: int | None
    before: Sequence[tuple[Terms, Terms]]


class Question(NamedTuple):
    """What is asked.

    Attributes:
        terms: of the last turn.
        before: the interactions before it, the nearest first: terms of what was asked and answered.
        stop_words: what does not count where an answer is compared with it.
    """

    terms: Terms
    before: Sequence[tuple[Terms, Terms]]
    stop_words: frozenset[str]


def scores(
    question: Question, candidates: Sequence[Candidate], similarity: Similarity, interactions: int
) -> dict[str, list[float]]:
    """The scores of all candidates by each criterion.

    Args:
        question: what is asked.
        candidates: the pairs.
        similarity: of terms.
        interactions: looked at before the question, at most.
    """
    return {
        "answer_frequency": answer_frequency([one.answer for one in candidates], similarity),
        "question_similarity": [similarity(question.terms, one.trigger) for one in candidates],
        "answer_similarity": [answer_similarity(question, one.answer, similarity) for one in candidates],
        "time_difference": [time_difference(one.interval_ms) for one in candidates],
        "conversation_context": [
            conversation_context(question.before, one.before, similarity, interactions) for one in candidates
        ],
    }


def answer_frequency(answers: Sequence[Terms], similarity: Similarity) -> list[float]:
    """Similarity of an answer to those of all other candidates, divided by the greatest."""
    sums = [
        sum(similarity(one, other) for place, other in enumerate(answers) if place != own)
        for own, one in enumerate(answers)
    ]
    most = max(sums, default=0.0)
    return [one / most if most else 0.0 for one in sums]


def answer_similarity(question: Question, answer: Terms, similarity: Similarity) -> float:
    """How much of what is asked an answer speaks of: without stop words; 0 for an echo, half if near one."""
    whole = similarity(question.terms, answer)
    if whole >= _ECHO:
        return 0.0
    spoken = [
        [term for term in terms if term not in question.stop_words] for terms in (question.terms, answer)
    ]
    score = similarity(*spoken)
    return score / 2 if whole >= _ALIKE else score


def time_difference(interval_ms: int | None) -> float:
    """How soon an answer follows: 1 at once, 0.3 up to 80 ms or overlapping, then from 0.884 at 81 ms to 0.

    0.9 minus 0.2 per second up to a second, then minus 0.4 per second; 0 if the time is unknown.
    """
    if interval_ms is None:
        return 0.0
    if interval_ms == 0:
        return 1.0
    if interval_ms <= 80:
        return 0.3
    if interval_ms <= 1000:
        return 0.9 - interval_ms / 5000
    return max(0.0, 0.7 - (interval_ms - 1000) / 2500)


def conversation_context(
    asked: Sequence[tuple[Terms, Terms]],
    said: Sequence[tuple[Terms, Terms]],
    similarity: Similarity,
    interactions: int,
) -> float:
    """Similarity of the last interactions to those before the pair; 0 for a missing one."""
    if not interactions:
        return 0.0
    nearest = list(zip(asked, said, strict=False))[:interactions]
    return sum(similarity(*turns) for pair in nearest for turns in zip(*pair, strict=True)) / (
        2 * interactions
    )
