"""A survey: systems' answers to the same questions, judged by annotators who don't know the systems.

Each answer is valid (2), plausible (1) or invalid (0): Ventura & Coheur (B-Subtle), section 5; mean scores
and Fleiss' kappa as in Wang et al. 2020 (LCCC), table 7.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dialogue_etl.audit.blind import Key, Place
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
    asked = _lines(source)
    said = {name: _lines(path) for name, path in systems.items()}
    if wrong := [name for name, lines in said.items() if len(lines) != len(asked)]:
        raise DialogueEtlError(f"{wrong[0]}: {len(said[wrong[0]]):,} lines, {source} has {len(asked):,}")
    chosen = heapq.nsmallest(questions, range(len(asked)), key=lambda line: _place(seed, line))
    units, key = [], Key(names=list(systems), units={})
    for line in chosen:
        for name, lines in said.items():
            id = f"answer {line + 1}.{_place(seed, line, name)[:8]}"
            turns = (asked[line], lines[line])
            shown = conversation(turns, 0, 2)
            units.append(Unit("answer", id, language, f"question {line + 1}", "", "", turns, shown))
            key.units[id] = Place(place=str(line + 1), of=[name])
    return sorted(units, key=lambda unit: _place(seed, unit.id)), key


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
