"""The agent: candidates by what they answer, the best of them by weighted criteria."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from dialogue_etl.derived.agents import Answer, Origin
from dialogue_etl.derived.retrieval.base import Base
from dialogue_etl.derived.retrieval.criteria import Candidate, Question, scores
from dialogue_etl.derived.retrieval.parameters import WEIGHTS, Retrieval
from dialogue_etl.derived.retrieval.similarity import similarity
from dialogue_etl.derived.retrieval.terms import Terms, normaliser, stop_words

Row = dict[str, Any]
_ADDRESS = 3  # terms, as in "How old are you, my dear boy?"
_GOES_ON = (",", ";", ":", "-", "–", "—")


class RetrievalAgent:
    """Answers with the known answer to a similar turn."""

    def __init__(
        self, base: Base, language: str, settings: Retrieval, weights: Mapping[str, float] | None = None
    ) -> None:
        """An agent.

        Args:
            base: its pairs.
            language: BCP-47 tag.
            settings: how it finds and rates them; the normalisers are those of the base.
            weights: of the criteria, learnt; if not given, those of the settings.
        """
        self.settings = settings
        self.weights = dict(weights or {name: getattr(settings, name) for name in WEIGHTS})
        self.terms = normaliser(language, settings.normalisers)
        self.similarity = similarity(settings.similarity, settings.similarity_weight)
        self._base, self._stop_words = base, stop_words(language, self.terms)

    @property
    def size(self) -> int:
        """How many pairs it has."""
        return len(self._base)

    def answers(self, history: Sequence[str], n: int) -> list[Answer]:
        """At most n different answers; where nothing is found an excuse of the settings, if there are any.

        Args:
            history: the turns so far, the oldest first: the last one is answered.
            n: how many are wanted.
        """
        rows, rated = self.rate(history)
        totals = [
            sum(self.weights[name] * rated[name][at] for name in WEIGHTS) / 100 for at in range(len(rows))
        ]
        order = sorted(range(len(rows)), key=lambda at: (*self._votes(rated, at), -totals[at], at))
        best: dict[str, Answer] = {}
        for at in order:
            best.setdefault(rows[at]["answer"], Answer(rows[at]["answer"], totals[at], _origin(rows[at])))
        return list(best.values())[:n] or self._excuse(history)

    def rate(self, history: Sequence[str]) -> tuple[list[Row], dict[str, list[float]]]:
        """Candidate answers, that of the most similar trigger first, and their scores by criterion."""
        asked = self.terms(history[-1]) if history else ()
        hits = self._base.lookup(asked, self.settings.hits)
        most_alike = max(hits.values(), default=0.0)
        rows = [
            {**row, "relevance": score / most_alike}
            for row, score in zip(self._base.rows(list(hits)), hits.values(), strict=True)
        ]
        if self.settings.whole_answers:
            rows = [row for row in rows if not fragment(row["answer"])] or rows
        if most := self.settings.longest_answer:
            rows = [row for row in rows if len(self.terms(row["answer"])) <= most] or rows
        if self.settings.whole_first:
            rows = [row for row in rows if ends_with(self.terms(row["trigger"]), asked)] or rows
        if self.settings.exact_first:
            rows = [row for row in rows if self.terms(row["trigger"]) == asked] or rows
        turns = [self.terms(turn) for turn in reversed(history[:-1])]
        before = list(zip(turns[1::2], turns[::2], strict=False))
        found = [
            Candidate(
                self.terms(row["trigger"]), self.terms(row["answer"]), row["interval_ms"], self._chain(row)
            )
            for row in rows
        ]
        question = Question(asked, before, self._stop_words)
        rated = scores(question, found, self.similarity, self.settings.interactions)
        if self.settings.rare_words:
            rated["question_similarity"] = [row["relevance"] for row in rows]
        return rows, rated

    def _chain(self, row: Row) -> list[tuple[Terms, Terms]]:
        chain: list[tuple[Terms, Terms]] = []
        while row["before"] is not None and len(chain) < self.settings.interactions:
            (row,) = self._base.rows([row["before"]])
            chain.append((self.terms(row["trigger"]), self.terms(row["answer"])))
        return chain

    def _votes(self, rated: Mapping[str, Sequence[float]], at: int) -> tuple[float, ...]:
        """Less the weights of the criteria that rate it best (of equals the first); nothing if none votes."""
        if self.settings.selection != "votes":
            return ()
        return (-sum(self.weights[name] for name, own in rated.items() if own.index(max(own)) == at),)

    def _excuse(self, history: Sequence[str]) -> list[Answer]:
        """The same for the same history."""
        excuses = self.settings.no_answer
        digest = hashlib.sha256("\n".join(history).encode("utf-8", "replace")).digest()
        return [Answer(excuses[int.from_bytes(digest[:8]) % len(excuses)], 0.0)] if excuses else []


def fragment(answer: str) -> bool:
    """Whether it begins in lower case or breaks off with a mark that promises more: part of an utterance."""
    first = next(filter(str.isalpha, answer), "")
    return first.islower() or answer.rstrip("'\"”’»)").endswith(_GOES_ON)


def ends_with(trigger: Terms, asked: Terms) -> bool:
    """Whether a trigger ends with all terms of a question in their order, but for an address after them."""
    last = len(trigger) - len(asked)
    begins = range(max(last - _ADDRESS, 0), last + 1)
    return any(trigger[at : at + len(asked)] == asked for at in begins)


def _origin(row: Row) -> Origin:
    known = {name: row[name] or "" for name in ("title", "corpus", "url")}
    return Origin(row["source_id"], row["dialogue_id"], row["turn"], row["trigger"], **known)
