"""A survey: systems' answers to the same questions, judged by annotators who don't know the systems.

Each answer is valid (2), plausible (1) or invalid (0): Ventura & Coheur (B-Subtle), section 5; mean scores
and Fleiss' kappa as in Wang et al. 2020 (LCCC), table 7. Or one of two answers is better, in both orders if a
model judges, for it may prefer a place (Zheng et al. 2023, Judging LLM-as-a-Judge).
"""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from dialogue_etl.audit.blind import Estimate, Key, Place, estimate
from dialogue_etl.audit.passages import conversation
from dialogue_etl.audit.units import Unit
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.agreement import Share, fleiss_kappa, share
from dialogue_etl.labels.categories import SCHEMES

if TYPE_CHECKING:
    from dialogue_etl.audit.answers import Answer

KEYS = SCHEMES["answer"].keys
SCORES = dict(zip(KEYS, (2, 1, 0), strict=True))


def sheet(
    source: Path, systems: Mapping[str, Path], *, language: str, questions: int, seed: int
) -> tuple[list[Unit], Key]:
    """The units of a survey in random order, and the system of each.

    Args:
        source: one question per line.
        systems: by name, files of as many answers.
        language: BCP-47 tag.
        questions: number of questions to ask.
        seed: of the sample and its order.

    Returns:
        Units, and the key.

    Raises:
        DialogueEtlError: a file is missing, or has another number of lines.
    """
    asked, said = _read(source, systems)
    units, key = [], Key(names=list(systems), units={})
    for line in heapq.nsmallest(questions, range(len(asked)), key=lambda line: _place(seed, line)):
        for name, lines in said.items():
            id = f"answer {line + 1}.{_place(seed, line, name)[:8]}"
            turns = (asked[line], lines[line])
            shown = conversation(turns, 0, 2)
            units.append(Unit("answer", id, language, f"question {line + 1}", "", "", turns, shown))
            key.units[id] = Place(place=str(line + 1), of=[name])
    return sorted(units, key=lambda unit: _place(seed, unit.id)), key


def comparisons(
    source: Path,
    systems: Mapping[str, Path],
    *,
    language: str,
    questions: int,
    seed: int,
    both_orders: bool = False,
) -> tuple[list[Unit], Key]:
    """Units of two answers each, in an order by hash, and the two systems of each.

    Args:
        source: one question per line.
        systems: by name, files of as many answers.
        language: BCP-47 tag.
        questions: number of questions for each two systems, of those that they answer differently.
        seed: of the sample and its order.
        both_orders: whether each two answers are compared twice, the other one first the second time.

    Raises:
        DialogueEtlError: as `sheet`.
    """
    asked, said = _read(source, systems)
    units, key = [], Key(names=list(systems), units={})
    for pair in combinations(systems, 2):
        differ = [line for line in range(len(asked)) if len({said[name][line] for name in pair}) > 1]
        for line in heapq.nsmallest(questions, differ, key=lambda line: _place(seed, line)):
            order = sorted(pair, key=lambda name: _place(seed, line, name))
            for both in (order, order[::-1]) if both_orders else (order,):
                id = f"choice {line + 1}.{_place(seed, line, *both)[:8]}"
                turns = (asked[line], *map("{}: {}".format, "AB", (said[name][line] for name in both)))
                shown = conversation(turns, 0, len(turns))
                units.append(Unit("choice", id, language, f"question {line + 1}", "", "", turns, shown))
                key.units[id] = Place(place=str(line + 1), of=both)
    return sorted(units, key=lambda unit: _place(seed, unit.id)), key


def _read(source: Path, systems: Mapping[str, Path]) -> tuple[list[str], dict[str, list[str]]]:
    """Questions and answers, as many."""
    asked = _lines(source)
    said = {name: _lines(path) for name, path in systems.items()}
    if wrong := [name for name, lines in said.items() if len(lines) != len(asked)]:
        raise DialogueEtlError(f"{wrong[0]}: {len(said[wrong[0]]):,} lines, {source} has {len(asked):,}")
    return asked, said


def _place(*of: object) -> str:
    return hashlib.sha256("\x1f".join(map(str, of)).encode()).hexdigest()


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise DialogueEtlError(f"{path}: {error}") from None


@dataclass(frozen=True)
class Judged:
    """Judgements of a system's answers.

    Attributes:
        system: its name.
        shares: of all judgements, by category.
        score: their mean, 0 to 2.
        annotators: number of annotators.
        kappa: Fleiss' (1971), over the answers that all of them judged; None with one, or without any.
    """

    system: str
    shares: dict[str, Share]
    score: float
    annotators: int
    kappa: float | None


def tally(given: Iterable[Answer], key: Key) -> list[Judged]:
    """Evaluate a survey by system, with the names from the key.

    Raises:
        DialogueEtlError: an answer is of another survey.
    """
    by_system: dict[str, defaultdict[str, list[str]]] = {name: defaultdict(list) for name in key.names}
    annotators = set()
    for answer in given:
        annotators.add(answer.annotator)
        for name in key.place(answer).of:
            by_system[name][answer.id] += answer.errors
    return [_judged(name, list(of.values()), len(annotators)) for name, of in by_system.items() if of]


def _judged(name: str, judged: Sequence[Sequence[str]], annotators: int) -> Judged:
    every = Counter(key for keys in judged for key in keys)
    shares = {key: share(every[key], every.total()) for key in KEYS}
    score = sum(SCORES[key] * number for key, number in every.items()) / every.total()
    by_all = [keys for keys in judged if len(keys) == annotators]
    return Judged(name, shares, score, annotators, fleiss_kappa(by_all))


@dataclass(frozen=True)
class Preferred:
    """Two systems compared.

    Attributes:
        names: of both.
        wins: questions that each wins, by the mean of all judgements of all orders.
        ties: questions that neither wins.
        share: of questions that the second wins, a tie as half of one; the interval is of draws from the
            posterior distribution (Dirichlet with half a question added to each outcome).
        p: of the sign test (binomial) on the questions that one wins.
        first: of judgements that prefer one, the share of those for the answer that was shown first.
    """

    names: tuple[str, str]
    wins: tuple[int, int]
    ties: int
    share: Estimate
    p: float
    first: Share | None


def preferences(given: Iterable[Answer], key: Key) -> list[Preferred]:
    """Evaluate comparisons by two systems each, with the names from the key.

    Raises:
        DialogueEtlError: an answer is to another page.
    """
    judged: defaultdict[tuple[str, str], defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    shown: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for answer in given:
        place = key.place(answer)
        one, other = sorted(place.of, key=key.names.index)
        (chosen,) = answer.errors
        shown[one, other][chosen] += 1
        worth = {"a": -1, "b": 1}.get(chosen, 0)  # -1 for the first of the two names
        judged[one, other][place.place].append(worth if place.of[0] == one else -worth)
    return [_preferred(names, list(of.values()), shown[names]) for names, of in judged.items()]


def _preferred(names: tuple[str, str], judged: Sequence[Sequence[int]], shown: Counter[str]) -> Preferred:
    from scipy.stats import binomtest  # noqa: PLC0415 - slow to import

    sums = [sum(one) for one in judged]
    lost, won = sum(one < 0 for one in sums), sum(one > 0 for one in sums)
    ties, sided = len(sums) - lost - won, shown["a"] + shown["b"]
    return Preferred(
        names,
        (lost, won),
        ties,
        estimate((lost, ties, won), (0, 0.5, 1)),
        float(binomtest(won, lost + won).pvalue) if lost + won else 1.0,
        share(shown["a"], sided) if sided else None,
    )
