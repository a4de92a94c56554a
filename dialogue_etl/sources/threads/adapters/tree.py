"""`tree`: our own form, a comment per line: `{"id", "parent", "author", "text", "time"}`."""

from __future__ import annotations

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


def _comment(line: Line) -> Comment:
    said = object_of(line)
    return Comment(
        line.number,
        id_of(said.get("id")),
        name_of(said.get("parent"), "parent"),
        name_of(said.get("author"), "author"),
        text_of(said.get("text"), "text"),
        time_of(said.get("time")),
    )


read = each_line(_comment)
