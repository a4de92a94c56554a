"""What several annotators said of a dialogue, as one label; and how far they agree.

EDOS, section 3.2: three people choose one of three labels that are offered, or write one of their own; the
label is what two of them said, and kappa is over all they said.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_OWN_WORDS = re.compile(r"\s*\((?:other|manual)\)\s*$", re.IGNORECASE)
LEAST_RIGHT = 3
"""Of five quiz items: who has so many right is paid a bonus in EDOS, and believed here."""


def normal(answer: str) -> str:
    """An answer in lower case, without the mark of one in own words: `Neutral  (Other)` is `neutral`."""
    return _OWN_WORDS.sub("", answer.strip()).strip().casefold()


def majority(answers: Sequence[str], least: int = 2, *, normalise: bool = True) -> str | None:
    """What at least so many annotators said, and no other label as often; None: they do not agree.

    Args:
        answers: one of each annotator.
        least: how many of them have to agree.
        normalise: an answer in own words is the label it names. The released labels of EDOS compare what
            was written to the letter, which leaves out seven dialogues more.
    """
    said = Counter(normal(answer) if normalise else answer for answer in answers)
    (best, number), *others = said.most_common(2) or [("", 0)]
    tied = bool(others) and others[0][1] == number
    return normal(best) if number >= least and not tied else None


def fleiss_kappa(answers: Sequence[Sequence[str]]) -> float | None:
    """Agreement beyond chance (Fleiss 1971, Measuring nominal scale agreement among many raters).

    Categories are open: whatever was said is one.

    Args:
        answers: of each item, from the same number of annotators, two at least.

    Returns:
        At most 1; None where nothing but one category was ever said.

    Raises:
        ValueError: there are no items, or their numbers of answers differ.
    """
    raters = {len(of) for of in answers}
    if len(raters) != 1 or min(raters) < 2:
        raise ValueError(f"{len(answers)} items with {sorted(raters)} answers: two or more, of each as many")
    number = raters.pop()
    told = [[normal(answer) for answer in of] for of in answers]
    categories = {name: place for place, name in enumerate(sorted({name for of in told for name in of}))}
    counts = np.zeros((len(told), len(categories)))
    for row, of in zip(counts, told, strict=True):
        for name in of:
            row[categories[name]] += 1
    shares = counts.sum(axis=0) / counts.sum()
    agreed = ((counts * (counts - 1)).sum(axis=1) / (number * (number - 1))).mean()
    expected = float((shares**2).sum())
    return None if expected == 1 else float((agreed - expected) / (1 - expected))


def quiz_right(given: Mapping[str, str], known: Mapping[str, str]) -> int:
    """How many quiz items an annotator has right, of those whose label is known."""
    return sum(normal(given.get(item, "")) == normal(label) for item, label in known.items())
