"""The chance that a sentence is another person's than the one before: weights of a logistic regression.

Measured, by `python -m benchmarks.turns`, on films and a series whose speakers are known and on the dashes of
real films; how it does on titles that it had not seen is in benchmarks/turns.md. Nothing of it depends on a
language but the words that open an answer.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from dialogue_etl.sources.subtitles.segment import QUESTION, Habits, gap_ms, share_block, undashed

WEIGHTS: Mapping[str, int] = {
    "always": -105,
    "transcript": 79,
    "block": -288,
    "block_transcript": -226,
    "block_line": 334,
    "block_asks_line": 62,
    "block_unlined": 194,
    "block_unlined_asks": 88,
    "pause_60": 18,
    "pause_300": 62,
    "pause_1000": 90,
    "pause_2500": 87,
    "pause_long": 31,
    "block_long": -30,
    "next_block_long": -22,
    "block_full": 134,
    "next_block_full": 127,
    "asks": 71,
    "next_asks": 32,
    "both_ask": -116,
    "answers": 37,
    "next_answers": 58,
    "short": 7,
    "next_short": 72,
    "next_long": -42,
    "same_opening": -57,
    "next_addresses": 44,
    "emphasis_changes": -25,
    "both_emphasis": -51,
}
"""Hundredths, by sign: whole numbers, whose sum is the same on all machines."""

_ANSWERS = re.compile(
    "absolutely|ah|exactly|fine|good|great|hello|hey|hi|how|huh|maybe|never|nope?|not|oh|ok|okay|really|right|"
    "sorry|sure|thanks?|uh|um|well|what|when|where|who|why|yeah|yep|yes"
)
"""English; in other languages the sign is missing."""
_PAUSES = ((60, "pause_60"), (300, "pause_300"), (1_000, "pause_1000"), (2_500, "pause_2500"))
"""Milliseconds, below which a pause between two blocks is of the kind."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ADDRESS = re.compile(r",\s*[A-ZÀ-Þ][\w'’.]+[.!?]+\W*$|^\W*[A-ZÀ-Þ]\w+[,!]\s")
_SHORT, _LONG, _LONG_BLOCK = 0.5, 1.8, 1.6
"""Times the median of the film."""


def chances(rows: Sequence[Mapping[str, Any]], habits: Habits) -> list[float]:
    """For each two neighbouring sentences the chance, 0 to 1, that the second is another person's.

    Args:
        rows: rows of the table `sentences` of one film, in order.
        habits: of the film.
    """
    sums = (sum(map(WEIGHTS.__getitem__, names)) for names in signs(rows, habits))
    return [round(1 / (1 + math.exp(-odds / 100)), 3) for odds in sums]


def signs(rows: Sequence[Mapping[str, Any]], habits: Habits) -> Iterator[list[str]]:
    """For each two neighbouring sentences the names of the weights that apply."""
    texts = [undashed(row["text"]) for row in rows]
    sizes, counts = Counter[int](), Counter[int]()
    for row, text in zip(rows, texts, strict=True):
        # It ends with half of a sentence that continues in the next block.
        for block in (row["block"], row["end_block"])[: 1 + (row["block"] != row["end_block"])]:
            sizes[block] += len(text) // (1 + (row["block"] != row["end_block"]))
        counts[row["block"]] += 1
    usual, usual_block = median(map(len, texts or [""])), median(sizes.values() or [0])
    asks = [QUESTION.search(text) is not None for text in texts]
    openings = [word[0].lower().replace("’", "'") if (word := _WORD.search(text)) else "" for text in texts]
    answers = [_ANSWERS.fullmatch(opening) is not None for opening in openings]
    for place, (one, other) in enumerate(pairwise(rows)):
        after, size, next_size = place + 1, len(texts[place]), len(texts[place + 1])
        short, line = size <= _SHORT * usual, other["new_line"]
        found = ["always"]
        if share_block(one, other):
            found.append("block")
            there: tuple[tuple[str, object], ...] = (
                ("block_transcript", habits.transcript),
                ("block_line", line),
                ("block_asks_line", line and asks[place]),
                ("block_unlined", line is None),
                ("block_unlined_asks", line is None and asks[place]),
            )
        else:
            gap = gap_ms(one, other)
            if gap is not None:
                found.append(next((name for most, name in _PAUSES if gap < most), "pause_long"))
            there = (
                ("block_long", sizes[one["end_block"]] > _LONG_BLOCK * usual_block),
                ("next_block_long", sizes[other["block"]] > _LONG_BLOCK * usual_block),
                ("block_full", counts[one["end_block"]] > 1),
                ("next_block_full", counts[other["block"]] > 1),
            )
        found += [name for name, holds in there if holds]
        there = (
            ("transcript", habits.transcript),
            ("asks", asks[place]),
            ("next_asks", asks[after]),
            ("both_ask", asks[place] and asks[after]),
            ("short", short),
            ("next_short", next_size <= _SHORT * usual),
            ("next_long", next_size >= _LONG * usual),
            ("answers", short and answers[place]),
            ("next_answers", answers[after]),
            ("same_opening", openings[place] == openings[after] != ""),
            ("next_addresses", _ADDRESS.search(texts[after])),
            ("emphasis_changes", one["emphasis"] != other["emphasis"]),
            ("both_emphasis", one["emphasis"] and other["emphasis"]),
        )
        found += [name for name, holds in there if holds]
        yield found
