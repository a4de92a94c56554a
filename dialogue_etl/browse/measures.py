"""Measures of all dialogues of packaged files, to sort by and to draw: computed once, and kept in memory.

A million dialogues take one to two seconds of a core and 18 MB. A page waits half a second for
them; without them it is complete when it is loaded again. Files in DVC's cache never change.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dialogue_etl.browse.scan import SECONDS
from dialogue_etl.compare import stored

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[Any]

ORDERS = {
    "": ("", "as in the dataset"),
    "longest": ("-turns", "most turns first"),
    "shortest": ("turns", "fewest turns first"),
    "wordiest": ("-length", "most text first"),
    "tersest": ("length", "least text first"),
    "doubtful": ("certainty", "least certain first"),
    "certain": ("-certainty", "most certain first"),
    "label": ("label", "by label of the first turn"),
}
"""Orders of dialogues: the measure, descending with a minus, and the words for people."""
_LENGTHS = (0, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400)  # characters where bars begin
_TENTHS = tuple(tenth / 20 for tenth in range(8, 20))  # certainties where bars begin
_MOST_TURNS, _MOST_LABELS, _LARGEST = 20, 20, 65_535
_POOL = ThreadPoolExecutor(1, "measures")


class Bar(NamedTuple):
    """A bar of a histogram: its name, the number of dialogues, and criteria that find them if there are."""

    name: str
    number: int
    search: dict[str, int]


@dataclass(frozen=True, eq=False)
class Measures:
    """Measures of dialogues, an element for each.

    Attributes:
        turns: number of turns, 65,535 for more.
        length: characters of all turns.
        certainty: as extraction has it; not a number if it is not known.
        label: of the first turn, as its index in `labels`; -1 without one.
        labels: in order.
    """

    turns: Numbers
    length: Numbers
    certainty: Numbers
    label: Numbers
    labels: list[str]

    def order(self, name: str, of: Numbers) -> Numbers:
        """The dialogues `of` in one of `ORDERS`; those without a value come last."""
        field = ORDERS[name][0]
        key = getattr(self, field.lstrip("-"))[of].astype(np.float64)
        key[key < 0] = np.nan
        sorted_: Numbers = of[np.argsort(-key if field[0] == "-" else key, kind="stable")]
        return sorted_

    @cached_property
    def of_all(self) -> dict[str, list[Bar]]:
        """Histograms of all dialogues."""
        return self.histograms(np.arange(len(self.turns)))

    def histograms(self, of: Numbers) -> dict[str, list[Bar]]:
        """Numbers of the dialogues `of` by turns, by characters, by certainty and by label; where known."""
        turns = np.bincount(np.minimum(self.turns[of], _MOST_TURNS)).tolist()
        found = {
            "turns": [
                Bar(f"{at}{'+' * (at == _MOST_TURNS)}", number, _turns(at))
                for at, number in enumerate(turns)
                if at > 1 or number
            ],
            "characters": _bars(self.length[of], _LENGTHS, "{:,}"),
            "certainty": _bars(self.certainty[of], _TENTHS, "{:.0%}"),
        }
        labels = np.bincount(self.label[of] + 1, minlength=len(self.labels) + 1)[1:].tolist()
        ranked = sorted(zip(labels, self.labels, strict=True), key=lambda one: (-one[0], one[1]))
        found["label of the first turn"] = [Bar(name, number, {}) for number, name in ranked[:_MOST_LABELS]]
        return {name: bars for name, bars in found.items() if any(bar.number for bar in bars)}


def _turns(at: int) -> dict[str, int]:
    return {"shortest": at} | ({} if at == _MOST_TURNS else {"longest": at})


def _bars(values: Numbers, edges: Sequence[float], form: str) -> list[Bar]:
    """A bar from each edge to the next; the first and the last have what is beyond."""
    known = values[~np.isnan(values.astype(np.float64))]
    places = np.clip(np.searchsorted(edges, known, side="right") - 1, 0, len(edges) - 1)
    numbers = np.bincount(places, minlength=len(edges)).tolist()
    names = [f"{form.format(one)}–{form.format(other)}" for one, other in pairwise(edges)]
    return [Bar(name, n, {}) for name, n in zip([*names, f"{form.format(edges[-1])}+"], numbers, strict=True)]


def of_files(files: Sequence[Path], scores: Sequence[Path]) -> Measures | None:
    """The measures of all dialogues of some files, one file after another; None while they are computed.

    Args:
        files: packaged dialogues.
        scores: files of the table of scores that have their certainty.
    """
    started = _start(tuple(files), tuple(scores))
    return None if wait([started], SECONDS).not_done else started.result()


@lru_cache(maxsize=8)
def _start(files: tuple[Path, ...], scores: tuple[Path, ...]) -> Future[Measures]:
    return _POOL.submit(measure, files, scores)


_MEASURES = """
SELECT least(len(turns), {largest})::USMALLINT AS turns, certainty, turns[1].labels[1].label AS label,
    coalesce(list_sum(list_transform(turns, lambda turn: length(turn.text))), 0)::UINTEGER AS length
FROM read_parquet($files, filename=true, file_row_number=true) LEFT JOIN (
    SELECT id, min(value) AS certainty FROM {scores} WHERE measure = 'certainty' GROUP BY id
) USING (id)
ORDER BY list_position($files, filename), file_row_number
"""


def measure(files: Sequence[Path], scores: Sequence[Path]) -> Measures:
    """See `of_files`."""
    with stored.database({}) as base:
        query = _MEASURES.format(largest=_LARGEST, scores=stored.scan("scores", scores))
        found = base.sql(query, params={"files": [*map(str, files)]}).to_arrow_table()
    turns, length, certainty = (found.column(name).to_numpy() for name in ("turns", "length", "certainty"))
    label = found.column("label").combine_chunks().dictionary_encode()
    names = label.dictionary.to_pylist()
    labels = sorted(names)
    codes = np.array([*map(labels.index, names), -1])[label.indices.fill_null(-1).to_numpy()]
    return Measures(turns, length, certainty, codes, labels)
