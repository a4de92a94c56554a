"""Corpora in the forms they are published in, to canonical comments or sessions: a module per form.

An adapter is a generator over lines, over pieces of text, or over the bytes of a small file. It yields
comments or sessions, and a `Bad` for each record that is neither; it reads no file itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from dialogue_etl.sources.threads.adapters import blocks, chatterbot, comments, lccc, lines, wenda

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dialogue_etl.sources.threads.adapters.records import Record


class Adapter(NamedTuple):
    """What makes records of a file.

    Attributes:
        read: a generator.
        over: what it reads: the lines of the file, its text in pieces, or the bytes of a small file.
    """

    read: Callable[[Any], Iterator[Record]]
    over: Literal["lines", "text", "file"] = "lines"


FORMATS: dict[str, Adapter] = {
    "tree": Adapter(comments.tree),
    "reddit": Adapter(comments.reddit),
    "twitter": Adapter(comments.twitter),
    "wenda": Adapter(wenda.read, "file"),
    "chatterbot": Adapter(chatterbot.read, "file"),
    "ptt": Adapter(lines.ptt),
    "subtitle": Adapter(blocks.subtitle),
    "xiaohuangji": Adapter(blocks.xiaohuangji),
    "qingyun": Adapter(lines.qingyun),
    "tieba": Adapter(lines.tieba),
    "douban": Adapter(lines.labelled),
    "ecommerce": Adapter(lines.labelled),
    "chitchat": Adapter(blocks.chitchat),
    "lccc": Adapter(lccc.read, "text"),
    "jsonl": Adapter(lines.jsonl),
    "tsv": Adapter(lines.tsv),
}
"""Every form by its name in a catalogue of corpora."""
