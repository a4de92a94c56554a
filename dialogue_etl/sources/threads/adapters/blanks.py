"""Words and characters put together again where a corpus was cut into them."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.adapters.records import Comment, Record, Session

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# Han, kana, and their punctuation: scripts that put no blanks between words.
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff…—·“”‘’"
_BESIDE_WIDE = re.compile(f"(?<=[{_WIDE}]) +| +(?=[{_WIDE}])")
_APART = re.compile(f"(?<=[{_WIDE}]) +(?=[{_WIDE}])")
_TOGETHER = re.compile(f"(?<=[{_WIDE}])(?=[{_WIDE}])")
_SYMBOL = re.compile(r"<[A-Z]+\d*>|\S")
_MIN_APART = 0.35
"""Of neighbours of these scripts, how many have a blank between: 1 where characters are cut apart, 0.6 where
words are (LCCC-large), under 0.05 in what people type.
"""
_LOOKED_AT = 1_000  # records


def joined(records: Iterable[Record]) -> Iterator[Record]:
    """Records with their texts put together, if their file is cut into words or characters.

    How it begins decides: what people type has blanks too, and they stay.
    """
    records = iter(records)
    first = list(islice(records, _LOOKED_AT))
    if not is_cut([text for record in first for text in _texts(record)]):
        yield from chain(first, records)
        return
    for record in chain(first, records):
        if isinstance(record, Session):
            yield record._replace(utterances=[without_blanks(said) for said in record.utterances])
        elif isinstance(record, Comment):
            yield record._replace(text=without_blanks(record.text))
        else:
            yield record


def _texts(record: Record) -> Sequence[str]:
    if isinstance(record, Session):
        return record.utterances
    return [record.text] if isinstance(record, Comment) else []


def is_cut(texts: Sequence[str]) -> bool:
    """Whether texts are written with a blank between words that need none, or between characters."""
    apart = sum(len(_APART.findall(text)) for text in texts)
    together = sum(len(_TOGETHER.findall(text)) for text in texts)
    if apart + together:
        return apart > max(1, _MIN_APART * (apart + together))
    several = [pieces for text in texts if len(pieces := text.split()) > 1]
    return bool(several) and all(_SYMBOL.fullmatch(piece) for pieces in several for piece in pieces)


def without_blanks(text: str) -> str:
    """Characters put together, if each is alone; else words of Han and kana, as in `烟台 十一 哪 好玩`.

    Between Latin words the blank stays.
    """
    pieces = text.split()
    if len(pieces) > 1 and all(_SYMBOL.fullmatch(piece) for piece in pieces if len(piece) > 1):
        return "".join(pieces)
    return _BESIDE_WIDE.sub("", text)
