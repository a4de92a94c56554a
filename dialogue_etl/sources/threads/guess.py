"""Which form a file is in, where it is clear from how it begins."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

import orjson

from dialogue_etl.sources.threads import reading

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_LINES = 200
_MOST = 0.9  # of the lines must agree
_SAMPLE_BYTES = 1_000_000
_JSON = re.compile(r'\s*(?:\[\s*(?:["\[\]]|\Z)|\{\s*(?:["}]|\Z))')
"""How a list of texts or of lists begins, or an object; `[doge] …` is what somebody said."""


def guess(path: Path, language: str) -> str:
    """The name of a file's form; empty where it may be one or the other.

    Raises:
        UnusableError: there is no text in it.
        UndecodableError: its encoding can't be told.
        CutError: it can't be unpacked.
        OSError: it can't be read.
    """
    if zipfile.is_zipfile(path):
        return "wenda"
    if path.suffix.lower() in {".yml", ".yaml"}:
        return "chatterbot"
    pieces = reading.chunks(path)
    head = next(pieces, b"")[:_SAMPLE_BYTES]
    found = reading.lines(iter([head]), reading.codec_of(head, language))
    lines = [line.text for line in islice(found, _LINES)]
    said = [line for line in lines if line.strip()]
    if said and _JSON.match(said[0]):
        return _json(said)
    return _plain(lines, said)


def _json(lines: Sequence[str]) -> str:
    values = []
    for line in lines[:-1] or lines:  # the last one may be cut off
        try:
            values.append(orjson.loads(line))
        except orjson.JSONDecodeError:
            return "lccc" if not values else ""
    names = Counter(map(_of_value, values))
    best, number = names.most_common(1)[0]
    return best if number >= _MOST * len(values) else ""


def _of_value(value: Any) -> str:
    """The form of a JSON value on a line of its own."""
    if isinstance(value, list):
        return "jsonl" if value and all(isinstance(one, str) for one in value) else "lccc"
    if not isinstance(value, dict):
        return ""
    keys = value.keys()
    if "train" in keys or "valid" in keys:
        return "lccc"
    if "body" in keys or {"title", "selftext"} <= keys:
        return "reddit"
    if {"full_text", "in_reply_to_status_id", "in_reply_to_status_id_str", "author_id", "id_str"} & keys:
        return "twitter"
    return "tree" if {"id", "text"} <= keys else ""


def _plain(lines: Sequence[str], said: Sequence[str]) -> str:
    def most(true: Any) -> bool:
        return bool(said) and sum(map(bool, map(true, said))) >= _MOST * len(said)

    if most(lambda line: line.rstrip() == "E" or line.startswith("M ")):
        slashes = sum("/" in line for line in said) > len(said) / 3
        return "subtitle" if slashes else "xiaohuangji"
    if most(lambda line: line[:2] in {"0\t", "1\t"} and line.count("\t") > 1):
        return "douban"
    if most(lambda line: "\t" in line):
        return "" if most(lambda line: line.partition("\t")[0].isdecimal()) else "tsv"
    if most(lambda line: " | " in line):
        return "qingyun"
    return "chitchat" if len(lines) - len(said) > 1 and not most(lambda line: "\t" in line) else ""
