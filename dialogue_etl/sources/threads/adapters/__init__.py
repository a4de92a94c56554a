"""Corpora in the forms they are published in, to canonical comments or sessions: a module per form.

An adapter is a generator over lines, over pieces of text, or over the bytes of a small file. It yields
comments or sessions, and a `Bad` for each record that is neither; it reads no file itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.adapters import (
    blocks,
    chatterbot,
    labelled,
    lccc,
    pairs,
    reddit,
    sessions,
    tree,
    twitter,
    wenda,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from dialogue_etl.sources.threads.adapters.records import Line, Record


@dataclass(frozen=True)
class OfLines:
    """An adapter over the lines of a file."""

    read: Callable[[Iterable[Line]], Iterator[Record]]


@dataclass(frozen=True)
class OfText:
    """An adapter over a text that comes in pieces."""

    read: Callable[[Iterable[str]], Iterator[Record]]


@dataclass(frozen=True)
class OfFile:
    """An adapter over the bytes of a small file."""

    read: Callable[[bytes], Iterator[Record]]


FORMATS: dict[str, OfLines | OfText | OfFile] = {
    "tree": OfLines(tree.read),
    "reddit": OfLines(reddit.read),
    "twitter": OfLines(twitter.read),
    "wenda": OfFile(wenda.read),
    "chatterbot": OfFile(chatterbot.read),
    "ptt": OfLines(pairs.ptt),
    "subtitle": OfLines(blocks.subtitle),
    "xiaohuangji": OfLines(blocks.xiaohuangji),
    "qingyun": OfLines(pairs.qingyun),
    "tieba": OfLines(pairs.tieba),
    "douban": OfLines(labelled.read),
    "ecommerce": OfLines(labelled.read),
    "chitchat": OfLines(blocks.chitchat),
    "lccc": OfText(lccc.read),
    "jsonl": OfLines(sessions.read),
    "tsv": OfLines(pairs.tsv),
}
"""Every form by its name in a catalogue of corpora."""

TREES = frozenset({"tree", "reddit", "twitter", "wenda"})
"""Forms that name comments and what each answers; of the others each dialogue is a chain."""
