"""Chats: a message without a link answers whom it addresses, or the one before it in the session.

A session ends at a gap of time. One person's messages in a row are one turn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.threads.adapters.comments import OTHER_KIND
from dialogue_etl.sources.threads.adapters.records import Bad, Comment
from dialogue_etl.sources.threads.parameters import SESSION_GAP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dialogue_etl.sources.threads.adapters.records import Record

JOINED = "joined"
"""Reason for a message that is part of the turn before it, where its text is kept."""
STICKER = "<sticker>"
"""The text of a message that is a sticker alone: it is left out, and what follows it answers across it."""
ONLY_LINKS = -1
"""As a gap: messages answer only what they name."""
_SHORTEST, _LONGEST = 300, 43_200
"""Seconds: limits of the gap that a histogram gives. Two messages within five minutes are rarely two
conversations, and a night ends one.
"""
_FEWEST = 100  # gaps of a histogram
_BINS = 20  # of a tenfold time
_TO = re.compile(r"\s*(?:<@(\w+)[^>]*>|@(\S{1,60}?)[:,]?(?=\s)|(\S{1,60}?) ?[:,](?=\s))")
"""Whom a message addresses at its beginning: <@U12> of Slack, @name, name: or name, as on IRC."""


def ordered(records: Iterable[Record]) -> Iterator[Record]:
    """The same, with the comments of each session by their `order`; a file is held in memory."""
    comments: list[Comment] = []
    for record in records:
        if isinstance(record, Comment):
            comments.append(record)
        else:
            yield record
    yield from sorted(comments, key=lambda one: (one.session or "", one.order))


def gap_of(records: Iterable[Record]) -> int:
    """The gap in seconds that separates sessions: the valley in the histogram of the logarithms of gaps.

    The valley is where the variance between the two sides is greatest (Otsu 1979, for grey levels).
    """
    last: dict[str, int] = {}
    counts = np.zeros(8 * _BINS)
    for record in records:
        if isinstance(record, Comment) and record.session is not None and record.time is not None:
            passed = record.time - last.get(record.session, record.time)
            last[record.session] = record.time
            if passed > 0:
                counts[min(int(np.log10(passed) * _BINS), len(counts) - 1)] += 1
    if counts.sum() < _FEWEST:
        return SESSION_GAP
    below, scale = counts.cumsum(), np.arange(len(counts))
    above = below[-1] - below
    sums = (counts * scale).cumsum()
    with np.errstate(divide="ignore", invalid="ignore"):
        between = below * above * (sums / below - (sums[-1] - sums) / above) ** 2
    valley = 10 ** ((int(np.nanargmax(between)) + 1) / _BINS)
    return round(min(max(valley, _SHORTEST), _LONGEST))


def linked(records: Iterable[Record], gap: int) -> Iterator[Record]:
    """The same, where messages of sessions without a parent answer the last turn of whom they address.

    Those that address nobody who spoke in that time answer the one before.

    A message joined to the one before is a `Bad` of the reason `JOINED`, and what answers it answers the
    first one. The messages of a session should be in order.

    Args:
        records: of a file.
        gap: seconds that end a session, or `ONLY_LINKS`: messages answer whom they address, or nobody.
    """
    held: dict[str, Comment] = {}  # the last turn of each session, which may go on
    times: dict[str, int | None] = {}
    same: dict[str, str] = {}  # ids of joined messages
    spoke: dict[str, dict[str, tuple[str, int | None]]] = {}  # the last turn of each account, and its time
    for record in records:
        if not isinstance(record, Comment) or record.session is None:
            yield record
            continue
        before, last = held.get(record.session), times.get(record.session)
        if record.id in same or (before and record.id == before.id):
            yield Bad(record.line, f"{record.id} again: {record.text}", JOINED)
            continue
        times[record.session] = record.time
        parent = same.get(record.parent or "", record.parent)
        near = gap != ONLY_LINKS and _near(last, record.time, gap)
        turns = spoke.setdefault(record.session, {})
        if record.text == STICKER:
            if answered := parent or (before.id if before and near else None):
                same[record.id] = answered
            yield Bad(record.line, "no message, but a sticker", OTHER_KIND)
            continue
        to = _addressed(record, turns, SESSION_GAP if gap == ONLY_LINKS else gap) if parent is None else None
        if (
            before
            and near
            and record.author
            and record.author == before.author
            and parent in {None, before.id}
            and to in {None, before.parent}
        ):
            same[record.id] = before.id
            held[record.session] = before._replace(text=f"{before.text}\n{record.text}".strip())
            turns[record.author.casefold()] = (before.id, record.time)
            yield Bad(record.line, f"goes on with {before.id}: {record.text}", JOINED)
            continue
        if before:
            yield before
            parent = parent or to or (before.id if near else None)
        held[record.session] = record._replace(parent=parent)
        if record.author:
            turns[record.author.casefold()] = (record.id, record.time)
    yield from held.values()


def _near(before: int | None, now: int | None, gap: int) -> bool:
    return before is None or now is None or now - before <= gap


def _addressed(record: Comment, turns: dict[str, tuple[str, int | None]], gap: int) -> str | None:
    """The last turn of the account that a message addresses, if it spoke in that time."""
    found = _TO.match(record.text)
    name = (found[1] or found[2] or found[3]).casefold() if found else ""
    if name not in turns or name == (record.author or "").casefold():
        return None
    id, time = turns[name]
    return id if _near(time, record.time, gap) else None
