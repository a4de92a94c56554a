"""Which dialogues of the parts of a mix are left out: copies of test sets, and of each other.

A pass over all dialogues finds copies of test sets and MinHash keys, 128 bytes of each dialogue; a second one
compares those that have a key in common (`text/overlap.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dialogue_etl.core.split_files import Files, batches
from dialogue_etl.core.turns import lists
from dialogue_etl.derived.mix.plan import Part
from dialogue_etl.filters.contamination import REASON, Copies
from dialogue_etl.text import overlap
from dialogue_etl.text.word_hashes import Numbers

DUPLICATE = "duplicate"
REASONS = (REASON, DUPLICATE)
_ORDER = ("test", "validation", "train")
"""Of the splits: the first one keeps a dialogue that others have too."""

_COLUMNS = ("id", "work_id", "turns")
Where = tuple[Part, str]
"""A part and a split."""


class Copy(NamedTuple):
    """A dialogue that is left out.

    Attributes:
        row: its number in its part and split.
        id: of it.
        reason: `contamination` or `duplicate`.
        like: id of the dialogue that it is a copy of.
    """

    row: int
    id: str
    reason: str
    like: str


class _Row(NamedTuple):
    where: Where
    number: int
    id: str
    work: str
    sequences: Numbers


def find(
    parts: Mapping[Part, Mapping[str, Files]], copies: Copies, *, duplicates: bool
) -> dict[Where, list[Copy]]:
    """The dialogues to leave out, by part and split.

    Args:
        parts: the files of each part, by split.
        copies: of test sets.
        duplicates: whether copies of dialogues of other works are left out.
    """
    files = {
        (part, split): splits[split] for split in _ORDER for part, splits in parts.items() if split in splits
    }
    found: dict[Where, list[Copy]] = {where: [] for where in files}
    if not copies and not duplicates:
        return found
    keys: list[npt.NDArray[np.uint64]] = [np.zeros((0, overlap.BANDS), np.uint64)]
    for where, own_files in files.items():
        first = 0
        for batch in batches(own_files, _COLUMNS):
            turns = batch.column("turns")
            ids = batch.column("id").to_pylist()
            own = overlap.bands(overlap.sequences(_texts(turns))) if duplicates else keys[0]
            for place, (id, drop) in enumerate(zip(ids, copies.verdicts(turns), strict=True)):
                # A dataset may be mixed and be a test set: its test split is what is tested on.
                if drop and id not in copies.ids:
                    found[where].append(Copy(first + place, id, REASON, drop.detail.removeprefix("like ")))
                    own[place : place + 1] = overlap.OWN
            keys.append(own)
            first += len(batch)
    for row, other in _duplicates(files, np.concatenate(keys)) if duplicates else ():
        found[row.where].append(Copy(row.number, row.id, DUPLICATE, other.id))
    return found


def _duplicates(files: Mapping[Where, Files], keys: npt.NDArray[np.uint64]) -> Iterator[tuple[_Row, _Row]]:
    """Each dialogue that is a copy of an earlier one of another work, and that one."""
    pairs = [np.zeros((0, 2), np.int64)]
    for band in keys.T:
        order = np.argsort(band, kind="stable")
        order = order[band[order] != overlap.OWN]
        new = np.diff(band[order], prepend=overlap.OWN) != 0
        first = order[np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))]
        pairs.append(np.stack([order, first], axis=1)[~new])
    candidates = np.unique(np.concatenate(pairs), axis=0)
    rows = _rows(files, np.unique(candidates))
    left_out: set[int] = set()
    for later, first in candidates.tolist():
        one, other = rows[later], rows[first]
        if {later, first} & left_out or one.work == other.work:
            continue
        if overlap.share(one.sequences, other.sequences):
            left_out.add(later)
            yield one, other


def _rows(files: Mapping[Where, Files], numbers: npt.NDArray[np.int64]) -> dict[int, _Row]:
    """The dialogues with these numbers, counted over all files."""
    rows: dict[int, _Row] = {}
    begin = 0
    for where, own_files in files.items():
        first = begin
        for batch in batches(own_files, _COLUMNS):
            here = numbers[(numbers >= begin) & (numbers < begin + len(batch))]
            wanted = batch.take(pa.array(here - begin))
            names = (wanted.column(name).to_pylist() for name in ("id", "work_id"))
            texts = overlap.sequences(_texts(wanted.column("turns")))
            for number, id, work, sequences in zip(here.tolist(), *names, texts, strict=True):
                rows[number] = _Row(where, number - first, id, work or id, sequences)
            begin += len(batch)
    return rows


def _texts(turns: pa.ListArray) -> Sequence[str]:
    return list(map("\n".join, lists(turns, "text")))
