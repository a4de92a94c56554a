"""`twitter`: posts as the programming interfaces 1.1 and 2 of Twitter give them, a JSON object per line.

Source: https://developer.x.com, data dictionaries (in_reply_to_status_id, referenced_tweets).
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

_OLD_TIME = "%a %b %d %H:%M:%S %z %Y"  # Wed Oct 10 20:19:24 +0000 2018


def _post(line: Line) -> Comment:
    said = object_of(line)
    longer = said.get("extended_tweet")
    text = longer.get("full_text") if isinstance(longer, dict) else said.get("full_text")
    if text is None and "text" not in said:
        raise ValueError("no text")
    return Comment(
        line.number,
        id_of(said.get("id_str") or said.get("id")),
        _parent(said),
        _author(said),
        text_of(said["text"] if text is None else text, "text"),
        _time(said.get("created_at")),
    )


def _parent(said: dict[str, Any]) -> str | None:
    name = "in_reply_to_status_id"
    found = said.get(f"{name}_str") or said.get(name)
    referenced = said.get("referenced_tweets")
    for other in referenced if isinstance(referenced, list) else ():
        if isinstance(other, dict) and other.get("type") == "replied_to":
            found = found or other.get("id")
    return name_of(found, name)


def _author(said: dict[str, Any]) -> str | None:
    user = said.get("user")
    if isinstance(user, dict):
        return name_of(user.get("screen_name") or user.get("id_str") or user.get("id"), "user")
    return name_of(said.get("author_id"), "author_id")


def _time(value: object) -> int | None:
    if isinstance(value, str):
        try:
            return int(datetime.strptime(value, _OLD_TIME).astimezone().timestamp())
        except ValueError:
            pass
    return time_of(value)


read = each_line(_post)
