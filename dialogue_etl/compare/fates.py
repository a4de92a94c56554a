"""What became of single books, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.compare import nested
from dialogue_etl.compare.books import DROPS, looked_up

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.compare.books import Books, Version
    from dialogue_etl.compare.nested import Mask

_WHOLE = pa.array(["book", "file"])

_UNMEASURED = {"value": None, "threshold": None, "detail": ""}
NOT_SELECTED = {"stage": "params", "unit": "book", "reason": "languages", **_UNMEASURED}
UNLISTED = {"stage": "catalogue", "unit": "book", "reason": "not_listed", **_UNMEASURED}
EMPTIED = {"stage": "postfilter", "unit": "book", "reason": "no_dialogues", **_UNMEASURED}
MOVED = {"stage": "split", "unit": "book", "reason": "split", **_UNMEASURED}
MOVED_WITH_WORK = {"stage": "split", "unit": "book", "reason": "works", **_UNMEASURED}
"""Reasons that no drops table has: the version knows nothing of the book, or only of its dialogues, or has it
in another split."""


@dataclass(frozen=True)
class Book:
    """A book that differs.

    Attributes:
        id: of the book.
        title: as the newer version that knows it says.
        authors: the same.
        before: its split, empty where it has no dialogues.
        after: the same in the other version.
        dialogues: how many it has on both sides.
        reason: why one side does not have it: stage, unit, reason, value, threshold, detail; or why it moved.
        instead: the book of the same work that the side without it has.
        rewritten: whether its text differs.
        kinds: of its dialogues, numbers before and after by kind.
    """

    id: str
    title: str
    authors: Sequence[str]
    before: str
    after: str
    dialogues: tuple[int, int]
    reason: dict[str, Any] | None = None
    instead: str = ""
    rewritten: bool = False
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)


def described(
    books: Books,
    chosen: Mask,
    versions: tuple[Version, Version],
    kinds: Mapping[str, dict[str, tuple[int, int]]],
) -> list[Book]:
    """Some books, with the reason why a version does not have them.

    Args:
        books: of both versions.
        chosen: which of them.
        versions: what each version says of them.
        kinds: of the dialogues of each book that has others than the same.
    """
    rows = pa.array(np.flatnonzero(chosen))
    ids = books.ids.take(rows)
    named = [_named(ids, versions, name) for name in ("title", "authors")]
    columns = [*books.splits, *books.sizes, *books.works]
    said = zip(*named, *(column.take(rows).to_pylist() for column in columns), strict=True)
    missing = [_reasons(ids, version) for version in versions]
    others = [_kept_of_work(version) for version in versions]
    rewritten = books.rewritten[chosen].tolist()
    found = []
    for row, (id, facts) in enumerate(zip(ids.to_pylist(), said, strict=True)):
        title, authors, one, other, size, other_size, work, other_work = facts
        alone = None in {one, other}
        side = 0 if one is None else 1
        moved = MOVED_WITH_WORK if work != other_work else MOVED
        found.append(
            Book(
                id=id,
                title=title or "",
                authors=authors or [],
                before=one or "",
                after=other or "",
                dialogues=(size or 0, other_size or 0),
                reason=missing[side][row] if alone else moved if one != other else None,
                instead=others[side].get(id, "") if alone else "",
                rewritten=rewritten[row],
                kinds=kinds.get(id, {}),
            )
        )
    return found


def _named(ids: pa.Array, versions: tuple[Version, Version], column: str) -> list[Any]:
    """What the newer version that knows it says of each book."""
    old, new = (looked_up(version.texts, "id", ids, column).to_pylist() for version in versions)
    return [said or before for said, before in zip(new, old, strict=True)]


def _reasons(ids: pa.Array, version: Version) -> list[dict[str, Any]]:
    """Why a version has no dialogue of each book."""
    if not version.selected:
        return [NOT_SELECTED] * len(ids)
    drops = version.drops.filter(pc.is_in(version.drops["unit"], value_set=_WHOLE))
    row = nested.where(ids, nested.whole(drops, "source_id"))
    has_text = nested.where(ids, nested.whole(version.texts, "id")) >= 0
    return [
        drops.slice(number, 1).select([name for name in DROPS if name != "source_id"]).to_pylist()[0]
        if number >= 0
        else EMPTIED
        if known
        else UNLISTED
        for number, known in zip(row.tolist(), has_text.tolist(), strict=True)
    ]


def _kept_of_work(version: Version) -> dict[str, str]:
    """For each downloaded book without dialogues the first one of its work that has some."""
    works = version.works.filter(
        pc.invert(pc.is_in(version.works["id"], value_set=nested.whole(version.splits, "source_id")))
    )
    row = nested.where(nested.whole(works, "work_id"), nested.whole(version.splits, "work_id"))
    kept = version.splits["source_id"].to_pylist()
    return {id: kept[at] for id, at in zip(works["id"].to_pylist(), row.tolist(), strict=True) if at >= 0}
