"""Forms with a comment of a tree per line, as a JSON object: our own, Reddit's, Twitter's.

`tree` is our own: `{"id", "parent", "author", "text", "time"}`.

`reddit` has submissions and comments as Pushshift has them, in files of either kind. Ids are the full names
of Reddit: `t3_…` for submissions, `t1_…` for comments. Source:
https://github.com/reddit-archive/reddit/wiki/JSON
and the dumps of Baumgartner et al. 2020.

`twitter` has posts as the programming interfaces 1.1 and 2 give them. Source: https://developer.x.com, data
dictionaries (in_reply_to_status_id, referenced_tweets).
"""

from __future__ import annotations

from datetime import datetime
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
_OLD_TIME = "%a %b %d %H:%M:%S %z %Y"  # Wed Oct 10 20:19:24 +0000 2018


def _of_tree(line: Line) -> Comment:
    said = object_of(line)
    return Comment(
        line.number,
        id_of(said.get("id")),
        name_of(said.get("parent"), "parent"),
        name_of(said.get("author"), "author"),
        text_of(said.get("text"), "text"),
        time_of(said.get("time")),
    )


def _of_reddit(line: Line) -> Comment:
    said = object_of(line)
    if "body" in said:
        kind, parent, text = "t1", _reddit_parent(said), text_of(said["body"], "body")
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


def _reddit_parent(said: dict[str, Any]) -> str:
    parent = name_of(said.get("parent_id"), "parent_id") or name_of(said.get("link_id"), "link_id")
    if parent is None:
        raise ValueError("no parent_id")
    # Some dumps number parents that are comments without the prefix.
    return parent if parent.startswith(("t1_", "t3_")) else f"t1_{parent}"


def _submission(said: dict[str, Any]) -> str:
    """The title, and the text below it if there is one."""
    title, below = text_of(said["title"], "title"), text_of(said.get("selftext"), "selftext")
    return title if below.strip() in _GONE else f"{title}\n{below}"


def _of_twitter(line: Line) -> Comment:
    said = object_of(line)
    longer = said.get("extended_tweet")
    text = longer.get("full_text") if isinstance(longer, dict) else said.get("full_text")
    if text is None and "text" not in said:
        raise ValueError("no text")
    return Comment(
        line.number,
        id_of(said.get("id_str") or said.get("id")),
        _twitter_parent(said),
        _twitter_author(said),
        text_of(said["text"] if text is None else text, "text"),
        _twitter_time(said.get("created_at")),
    )


def _twitter_parent(said: dict[str, Any]) -> str | None:
    name = "in_reply_to_status_id"
    found = said.get(f"{name}_str") or said.get(name)
    referenced = said.get("referenced_tweets")
    for other in referenced if isinstance(referenced, list) else ():
        if isinstance(other, dict) and other.get("type") == "replied_to":
            found = found or other.get("id")
    return name_of(found, name)


def _twitter_author(said: dict[str, Any]) -> str | None:
    user = said.get("user")
    if isinstance(user, dict):
        return name_of(user.get("screen_name") or user.get("id_str") or user.get("id"), "user")
    return name_of(said.get("author_id"), "author_id")


def _twitter_time(value: object) -> int | None:
    if isinstance(value, str):
        try:
            return int(datetime.strptime(value, _OLD_TIME).astimezone().timestamp())
        except ValueError:
            pass
    return time_of(value)


tree = each_line(_of_tree)
reddit = each_line(_of_reddit)
twitter = each_line(_of_twitter)
