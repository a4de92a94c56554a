"""The books of two versions of a language side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.compare import nested
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Collection

    from dialogue_etl.compare.nested import Mask

SPLITS = ["source_id", "work_id", "split", "dialogues", "utterances"]
TEXTS = ["id", "title", "authors", "sha256", "pieces"]
WORKS = ["id", "work_id"]
DROPS = ["stage", "unit", "source_id", "reason", "value", "threshold", "detail"]
_TEXT = ("sha256", "pieces")


@dataclass(frozen=True)
class Version:
    """What one version says of the books of a language.

    Attributes:
        splits: `SPLITS`, a row per book with dialogues.
        texts: `TEXTS`, a row per downloaded book, those of them there are.
        works: `WORKS`.
        drops: `DROPS` of whole books and files, in the order of the stages.
        selected: whether the language is built at all.
    """

    splits: pa.Table
    texts: pa.Table
    works: pa.Table
    drops: pa.Table
    selected: bool = True


@dataclass(frozen=True)
class Books:
    """The books of both versions, in the order of their ids.

    Attributes:
        ids: of all that have dialogues in a version.
        splits: of each, before and after; null where it has no dialogues.
        sizes: dialogues of each, before and after.
        works: of each, before and after, as its splits table has it.
        rewritten: whether both versions have a text of it, and not the same one.
    """

    ids: pa.Array
    splits: tuple[pa.Array, pa.Array]
    sizes: tuple[pa.Array, pa.Array]
    works: tuple[pa.Array, pa.Array]
    rewritten: Mask

    @property
    def removed(self) -> Mask:
        """Books only the first version has."""
        return _mask(pc.and_(self.splits[0].is_valid(), self.splits[1].is_null()))

    @property
    def added(self) -> Mask:
        """Books only the second version has."""
        return _mask(pc.and_(self.splits[0].is_null(), self.splits[1].is_valid()))

    @property
    def moved(self) -> Mask:
        """Books in another split."""
        return _mask(pc.fill_null(pc.not_equal(*self.splits), False))

    def differing(self, others: Collection[str]) -> Mask:
        """Books that are on one side only, moved or rewritten, and some others."""
        named = _mask(pc.is_in(self.ids, value_set=pa.array(list(others), pa.string())))
        return np.asarray(self.removed | self.added | self.moved | self.rewritten | named)

    def flows(self) -> dict[tuple[str, str], dict[str, int]]:
        """Books and their dialogues by split before and after, "" for none."""
        found = {}
        before, after = (pc.fill_null(column, "") for column in self.splits)
        for one in (*SPLIT_NAMES, ""):
            for other in (*SPLIT_NAMES, ""):
                chosen = pc.and_(pc.equal(before, one), pc.equal(after, other))
                sizes = [pc.sum(column.filter(chosen)).as_py() or 0 for column in self.sizes]
                if count := pc.sum(chosen).as_py():
                    found[one, other] = {"books": count, "before": sizes[0], "after": sizes[1]}
        return found


def compare(before: Version, after: Version) -> Books:
    """Put the books of two versions side by side."""
    versions = before, after
    ids = pa.concat_arrays([nested.whole(version.splits, "source_id") for version in versions]).unique()
    ids = ids.take(pc.array_sort_indices(ids))

    def sides(column: str) -> tuple[pa.Array, pa.Array]:
        one, other = (looked_up(version.splits, "source_id", ids, column) for version in versions)
        return one, other

    return Books(ids, sides("split"), sides("dialogues"), sides("work_id"), _rewritten(ids, before, after))


def sizes(splits: pa.Table) -> dict[str, dict[str, int]]:
    """Books, dialogues and utterances of each split."""
    found = {}
    for name in SPLIT_NAMES:
        rows = splits.filter(pc.equal(splits["split"], name))
        sums = {column: pc.sum(rows[column]).as_py() or 0 for column in ("dialogues", "utterances")}
        found[name] = {"books": len(rows), **sums}
    return found


def _rewritten(ids: pa.Array, before: Version, after: Version) -> Mask:
    """Which books have a text on both sides, and not the same."""
    rows = [nested.where(ids, nested.whole(version.texts, "id")) for version in (before, after)]
    both = np.flatnonzero((rows[0] >= 0) & (rows[1] >= 0))
    differs = np.zeros(len(ids), np.bool_)
    for name in _TEXT:
        if name in before.texts.column_names and name in after.texts.column_names:
            columns = [
                nested.whole(version.texts, name).take(pa.array(at[both]))
                for version, at in zip((before, after), rows, strict=True)
            ]
            differs[both] |= ~nested.same(*columns)
    return differs


def looked_up(table: pa.Table, key: str, ids: pa.Array, column: str) -> pa.Array:
    """A column of a table for ids, null where it does not have them."""
    if column not in table.column_names:
        return pa.nulls(len(ids))
    rows = nested.where(ids, nested.whole(table, key))
    return nested.whole(table, column).take(pa.array(rows, mask=rows < 0))


def _mask(column: pa.Array) -> Mask:
    return np.asarray(column.to_numpy(zero_copy_only=False), np.bool_)
