"""The chance that a sentence is another person's than the one before: weights of a logistic regression.

Measured, by `python -m benchmarks.turns`, on films and a series whose speakers are known and on the dashes of
real films; how it does on titles that it had not seen is in benchmarks/turns.md. Nothing of it depends on a
language but the words that begin a sentence.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from dialogue_etl.sources.subtitles.segment import QUESTION, Habits, gap_ms, share_block, undashed
from dialogue_etl.text.segmentation import primary

WEIGHTS: dict[str, int] = {
    "always": -34,
    "transcript": 79,
    "pause_60": -38,
    "pause_300": 3,
    "pause_1000": 25,
    "pause_2500": 25,
    "pause_long": -15,
    "block_long": -34,
    "next_block_long": -19,
    "block_full": 118,
    "next_block_full": 107,
    "asks": 64,
    "next_asks": 49,
    "both_ask": -123,
    "short": 9,
    "next_short": 61,
    "next_long": -46,
    "same_opening": -62,
    "next_addresses": 37,
    "emphasis_changes": -58,
    "both_emphasis": -77,
    "block": -586,
    "block_transcript": -68,
    "block_line": 507,
    "block_unlined": 314,
    "block_asks_line": 101,
    "block_unlined_asks": 113,
    "block_asks": 41,
    "block_next_asks": 24,
    "block_both_ask": -163,
    "block_short": 52,
    "block_next_short": 141,
    "block_next_long": -15,
    "block_same_opening": -42,
    "block_next_addresses": 82,
    "block_emphasis_changes": 32,
    "block_both_emphasis": -64,
}
"""Hundredths, by sign: whole numbers, whose sum is the same on all machines. What begins with `block`, but
for the long and full ones, is of two sentences of one block, fitted apart.
"""

_OPENINGS = (
    "a 7 -55, all -4 32, and -2 -40, are 26 9, but -22 -11, can 16 -27, hey 34 80, if -3 34, it's -42 "
    "-32, just -7 -34, let -17 -12, look -34 -23, no -10 45, now -21 -70, oh 14 76, she 27 -24, this "
    "-54 -48, well 19 104, what 59 45, why 31 31, yeah 33 85, yes 61 59, you -3 45, you're -3 -40"
)
"""Words that begin English sentences often, each with the weight of beginning the first and the second."""
OPENINGS = {word: (int(one), int(other)) for word, one, other in map(str.split, _OPENINGS.split(","))}
WEIGHTS |= {f"opens_{word}": weight for word, (weight, _) in OPENINGS.items()}
WEIGHTS |= {f"next_opens_{word}": weight for word, (_, weight) in OPENINGS.items()}
_PAUSES = ((60, "pause_60"), (300, "pause_300"), (1_000, "pause_1000"), (2_500, "pause_2500"))
"""Milliseconds, below which a pause between two blocks is of the kind."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ADDRESS = re.compile(r",\s*[A-ZÀ-Þ][\w'’.]+[.!?]+\W*$|^\W*[A-ZÀ-Þ]\w+[,!]\s")
_INSIDE = {
    name: f"block_{name}"
    for name in (
        *("asks", "next_asks", "both_ask", "short", "next_short", "next_long", "same_opening"),
        *("next_addresses", "emphasis_changes", "both_emphasis"),
    )
}
"""What counts of sentences, by its weight where both are of one block."""
_SHORT, _LONG, _LONG_BLOCK = 0.5, 1.8, 1.6
"""Times the median of the film."""
_ASKS = {"block_line": "block_asks_line", "block_unlined": "block_unlined_asks"}


def chances(rows: Sequence[Mapping[str, Any]], habits: Habits, language: str) -> list[float]:
    """For each two neighbouring sentences the chance, 0 to 1, that the second is another person's.

    Args:
        rows: rows of the table `sentences` of one film, in order.
        habits: of the film.
        language: BCP-47 tag.
    """
    sums = (sum(map(WEIGHTS.__getitem__, names)) for names in signs(rows, habits, language))
    return [round(1 / (1 + math.exp(-odds / 100)), 3) for odds in sums]


def signs(rows: Sequence[Mapping[str, Any]], habits: Habits, language: str) -> Iterator[list[str]]:
    """For each two neighbouring sentences the names of the weights that apply."""
    texts = [undashed(row["text"]) for row in rows]
    usual = median(map(len, texts or [""]))
    words = OPENINGS if primary(language) == "en" else ()
    asks = [QUESTION.search(text) is not None for text in texts]
    openings = [word[0].lower().replace("’", "'") if (word := _WORD.search(text)) else "" for text in texts]
    of_one = [_of_one(*of, usual, words) for of in zip(texts, asks, openings, strict=True)]
    of_next = [_of_next(*of, usual) for of in zip(texts, of_one, strict=True)]
    crowded = _crowded(rows, texts)
    always = ["always", "transcript"] if habits.transcript else ["always"]
    block = ["block", "block_transcript"] if habits.transcript else ["block"]
    for place, (one, other) in enumerate(pairwise(rows)):
        found = [*of_one[place], *of_next[place + 1]]
        if asks[place] and asks[place + 1]:
            found.append("both_ask")
        if openings[place] == openings[place + 1] != "":
            found.append("same_opening")
        if one["emphasis"] or other["emphasis"]:
            found.append("both_emphasis" if one["emphasis"] == other["emphasis"] else "emphasis_changes")
        if share_block(one, other):
            found = [*block, *(_INSIDE[name] for name in found if name in _INSIDE)]
            if other["new_line"] is not False:
                lines = "block_unlined" if other["new_line"] is None else "block_line"
                found += [lines, _ASKS[lines]] if asks[place] else [lines]
        else:
            found += always
            if (gap := gap_ms(one, other)) is not None:
                found.append(next((name for most, name in _PAUSES if gap < most), "pause_long"))
            found += crowded[one["end_block"]][0]
            found += crowded[other["block"]][1]
        yield found


_CROWDED = {
    (long, full): (names, [f"next_{name}" for name in names])
    for long in (False, True)
    for full in (False, True)
    for names in [["block_long"] * long + ["block_full"] * full]
}


def _crowded(
    rows: Sequence[Mapping[str, Any]], texts: Sequence[str]
) -> dict[int | None, tuple[list[str], list[str]]]:
    """What counts of each block, before and after a pause: whether it is long, and of several sentences."""
    sizes, counts = Counter[int | None](), Counter[int | None]()
    for row, text in zip(rows, texts, strict=True):
        counts[row["block"]] += 1
        if row["block"] == row["end_block"]:
            sizes[row["block"]] += len(text)
        else:  # it ends with half of a sentence that continues in the next block
            sizes.update(dict.fromkeys((row["block"], row["end_block"]), len(text) // 2))
    long = _LONG_BLOCK * median(sizes.values() or [0])
    return {block: _CROWDED[size > long, counts[block] > 1] for block, size in sizes.items()}


def _of_one(text: str, asks: bool, opening: str, usual: float, words: Collection[str]) -> list[str]:
    """What counts of a sentence, be it the first or the second."""
    names = ["asks"] if asks else []
    if len(text) <= _SHORT * usual:
        names.append("short")
    if opening in words:
        names.append(f"opens_{opening}")
    return names


def _of_next(text: str, of_one: Sequence[str], usual: float) -> list[str]:
    """What counts of the second."""
    names = [f"next_{name}" for name in of_one]
    if len(text) >= _LONG * usual:
        names.append("next_long")
    if _ADDRESS.search(text):
        names.append("next_addresses")
    return names
