"""`reddit`: submissions and comments as Pushshift has them, a JSON object per line, in files of either kind.

Ids are the full names of Reddit: `t3_…` for submissions, `t1_…` for comments.
Source: https://github.com/reddit-archive/reddit/wiki/JSON and the dumps of Baumgartner et al. 2020.
"""

from __future__ import annotations

from typing import Any

from dialogue_etl.sources.threads.adapters.records import (
    Comment,
    Line,
    each_line,
    id_of,
    name_of,
    object_of,
    text_of,
    time_of,
)

_GONE = ("", "[deleted]", "[removed]")


def _record(line: Line) -> Comment:
    said = object_of(line)
    if "body" in said:
        kind, parent, text = "t1", _parent(said), text_of(said["body"], "body")
    elif "title" in said:
        kind, parent, text = "t3", None, _submission(said)
    else:
        raise ValueError("neither a comment (body) nor a submission (title)")
    return Comment(
        line.number,
        name_of(said.get("name"), "name") or f"{kind}_{id_of(said.get('id'))}",
        parent,
        name_of(said.get("author"), "author"),
        text,
        time_of(said.get("created_utc")),
    )


def _parent(said: dict[str, Any]) -> str:
    parent = name_of(said.get("parent_id"), "parent_id") or name_of(said.get("link_id"), "link_id")
    if parent is None:
        raise ValueError("no parent_id")
    # Some dumps number parents that are comments without the prefix.
    return parent if parent.startswith(("t1_", "t3_")) else f"t1_{parent}"


def _submission(said: dict[str, Any]) -> str:
    """The title, and the text below it if there is one."""
    title, below = text_of(said["title"], "title"), text_of(said.get("selftext"), "selftext")
    return title if below.strip() in _GONE else f"{title}\n{below}"


read = each_line(_record)
