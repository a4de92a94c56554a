"""Measures of all dialogues of packaged files, to sort by and to draw: computed once, and kept in memory.

A million dialogues take about a second of a thread and 18 MB. A page waits half a second for
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
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.browse.scan import SECONDS, equal, metadata

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
_LEAVES = [f"turns.list.element.{name}" for name in ("text", "labels.list.element.label")]
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
    started = [_start(path, tuple(scores)) for path in files]
    return None if wait(started, SECONDS).not_done else _joined(tuple(files), tuple(scores))


@lru_cache(maxsize=4)
def _joined(files: tuple[Path, ...], scores: tuple[Path, ...]) -> Measures:
    parts = [_start(path, scores).result() for path in files]
    labels = sorted({name for part in parts for name in part.labels})
    place = {name: number for number, name in enumerate(labels)}
    codes = [np.array([*(place[name] for name in part.labels), -1])[part.label] for part in parts]
    turns, length, certainty = (
        np.concatenate([getattr(part, field) for part in parts]) for field in ("turns", "length", "certainty")
    )
    return Measures(turns, length, certainty, np.concatenate(codes), labels)


@lru_cache(maxsize=256)
def _start(path: Path, scores: tuple[Path, ...]) -> Future[Measures]:
    return _POOL.submit(measure, path, scores)


def measure(path: Path, scores: Sequence[Path]) -> Measures:
    """The measures of a file.

    Args:
        path: packaged dialogues.
        scores: see `of_files`.
    """
    turns, lengths = [np.zeros(0, np.uint16)], [np.zeros(0, np.uint32)]
    labels = []
    with pq.ParquetFile(path, metadata=metadata(path)) as file:
        for group in range(file.num_row_groups):
            column = file.read_row_group(group, _LEAVES).column("turns").combine_chunks()
            edges = column.offsets.to_numpy().astype(np.int64)
            edges, said = edges - edges[0], column.flatten()
            letters = pc.utf8_length(said.field("text")).fill_null(0).to_numpy()
            sums = np.append(0, letters.cumsum(dtype=np.int64))
            turns.append(np.minimum(np.diff(edges), _LARGEST).astype(np.uint16))
            lengths.append(np.diff(sums[edges]).astype(np.uint32))
            labels.append(_first_labels(said.field("labels"), edges))
        ids = file.read(["id"]).column("id") if scores else pa.chunked_array([], pa.string())
    label = pa.chunked_array(labels, pa.string()).combine_chunks().dictionary_encode()
    codes = label.indices.fill_null(-1).to_numpy()
    certainty = _certainties(ids, scores) if scores else np.full(len(codes), np.nan)
    return Measures(
        np.concatenate(turns), np.concatenate(lengths), certainty, codes, label.dictionary.to_pylist()
    )


def _first_labels(labels: pa.ListArray, edges: Numbers) -> pa.Array:
    """The first label of the first turn of each dialogue, from those of all turns; null without one."""
    of_first = labels.take(pa.array(edges[:-1], mask=np.diff(edges) == 0))
    number = pc.list_value_length(of_first).fill_null(0).to_numpy()
    at = pa.array(number.cumsum() - number, mask=number == 0)
    return of_first.flatten().field("label").take(at)


def _certainties(ids: pa.ChunkedArray, scores: Sequence[Path]) -> Numbers:
    """The certainty of each dialogue, not a number where the scores lack it."""
    tables = [pq.read_table(path, columns=["id", "measure", "value"]) for path in scores]
    known = pa.concat_tables([table.filter(equal("measure", "certainty")(table)) for table in tables])
    found = pc.index_in(ids, value_set=known.column("id").combine_chunks())
    values = known.column("value").combine_chunks().take(found.combine_chunks())
    numbers: Numbers = values.to_numpy(zero_copy_only=False)
    return numbers
