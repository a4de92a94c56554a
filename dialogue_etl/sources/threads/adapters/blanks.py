"""Removes the spaces of corpora whose texts were segmented into words or characters."""

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
"""Minimum share of adjacent characters of these scripts with a space between them: 1 in texts segmented into
characters, 0.6 into words (LCCC-large), under 0.05 in typed texts.
"""
_LOOKED_AT = 1_000  # records


def joined(records: Iterable[Record]) -> Iterator[Record]:
    """Records without the spaces of a segmentation, if the first records of the file are segmented."""
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
    """Whether texts are segmented into words or characters."""
    apart = sum(len(_APART.findall(text)) for text in texts)
    together = sum(len(_TOGETHER.findall(text)) for text in texts)
    if apart + together:
        return apart > max(1, _MIN_APART * (apart + together))
    several = [pieces for text in texts if len(pieces := text.split()) > 1]
    return bool(several) and all(_SYMBOL.fullmatch(piece) for pieces in several for piece in pieces)


def without_blanks(text: str) -> str:
    """Remove all spaces if each character is separate, else those next to Han and kana (`烟台 十一`)."""
    pieces = text.split()
    if len(pieces) > 1 and all(_SYMBOL.fullmatch(piece) for piece in pieces if len(piece) > 1):
        return "".join(pieces)
    return _BESIDE_WIDE.sub("", text)
