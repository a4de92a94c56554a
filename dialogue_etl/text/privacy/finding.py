"""Finds what leads to a person; `addresses.py`, `numbers.py` and `telephones.py` say what that is.

A text may be a line of 50 MB of one character: what a pattern looks at is bounded. Most texts hold nothing,
so one fast pattern finds the places (`_HINT`) around which all others look. To compile the patterns takes a
fifth of the start of a stage: a module of its own, for those that mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dialogue_etl.text.privacy import addresses, numbers
from dialogue_etl.text.privacy.reading import EMPHASIS, as_read
from dialogue_etl.text.privacy.telephones import telephones

_BEFORE, _AFTER = 120, 320
"""Characters around a hint: a local part has 64 at most and a domain 255 (RFC 5321)."""
_HINT = re.compile(
    # `@`; a bracket or a word in its place; five digits near each other, or four numbers with points; two
    # colons near each other; a word for WeChat. It begins with a set of characters, searched for quickly.
    r"[@＠﹫0-9０-９:&(\[{<#%微薇威信艾加我+＋xXwWｗＷｖＶ](?:(?<=[@＠﹫])"
    r"|(?<=[0-9０-９])(?:(?:[^0-9０-９]{0,6}[0-9０-９]){4}|[0-9]{0,2}(?:[.．][0-9]{1,3}){3})"
    rf"|(?<=:)[0-9A-Fa-f]{{0,4}}:|(?<=[(\[{{<]) ?(?:{addresses.AT_WORDS}) ?[)\]}}>]"
    r"|(?<=&)(?:#|commat|period|plus)"
    r"|(?<=%)40|(?<=#)[a-z0-9]{2,8}\.com|(?<=艾)特|(?<=[微薇威vV]信)|(?<=[加我+＋])[微薇vVｖＶ]|(?<=[ｗＷｖＶ])"
    r"|(?<=[vVwW][xX])|(?<=[wW])[eE](?: ?[cC][hH]|[iI][xX]))"
)
_SPOKEN = (
    *(" dot ", " DOT ", " AT "),
    *(f" at {name}." for name in addresses.PROVIDERS),
    *(f" {word} " for word in addresses.SPOKEN_AT),
    "-at-",
)
"""Further hints: `ann AT example DOT org`, `ann.lee at gmail.com`, `ann arroba example punto es`."""


class Found(NamedTuple):
    """Something private in a text.

    Attributes:
        kind: of `KINDS`.
        start, end: its characters.
    """

    kind: str
    start: int
    end: int


def find(text: str) -> list[Found]:
    """What is private in a text, in order, without overlaps."""
    if not _HINT.search(text) and not any(map(text.__contains__, _spoken(text))):
        return []  # most texts, at a quarter of the cost
    found: list[Found] = []
    for low, high in _regions(text):
        view = as_read(text[low:high])
        taken = bytearray(len(view.text))
        for kind, needed, search in _SEARCHES:
            for start, end in search(view.text) if needed.search(view.text) else ():
                if taken.find(1, start, end) < 0:
                    taken[start:end] = bytes([1]) * (end - start)
                    found.append(_whole(text, kind, low + view.place(start), low + view.place(end)))
    return sorted(found, key=lambda one: one.start)


def _whole(text: str, kind: str, start: int, end: int) -> Found:
    """What was found, without a mark of emphasis after it, but with one whose other half is within it."""
    end = start + len(text[start:end].rstrip(EMPHASIS))
    # A low line is part of many an address.
    for mark in ("**", "*", "`", *("_" if kind not in {"EMAIL", "WECHAT"} else "")):
        if text.count(mark, start, end) % 2:
            if text.startswith(mark, end):
                end += len(mark)
            elif text.endswith(mark, 0, start):
                start -= len(mark)
    return Found(kind, start, end)


_SIX_DIGITS = re.compile(r"[0-9](?:[^0-9]{0,6}[0-9]){5}")
_SEARCHES = (
    (
        "EMAIL",
        re.compile(rf"[@#艾]|%40|[(\[{{<-] ?[a-zäA-ZÄ]| (?:AT|at|{'|'.join(addresses.SPOKEN_AT)}) "),
        addresses.emails,
    ),
    ("IBAN", _SIX_DIGITS, numbers.ibans),
    ("IP", re.compile(r"[0-9]\.[0-9]|:[0-9A-Fa-f]{0,4}:"), addresses.ip_addresses),
    ("IDCARD", _SIX_DIGITS, numbers.identity_cards),
    ("CARD", _SIX_DIGITS, numbers.payment_cards),
    ("PHONE", _SIX_DIGITS, telephones),
    ("QQ", re.compile(r"[0-9]{5}"), numbers.qq_numbers),
    ("WECHAT", re.compile(r"[微薇威信加我+xX]|[eE](?:i|I| ?c| ?C)"), numbers.wechat_ids),
)
"""In the order in which they have precedence, with what each needs at least."""


def _spoken(text: str) -> Sequence[str]:
    """Those of the further hints to look for: all have a blank but the last, and Chinese has none."""
    return _SPOKEN if " " in text else _SPOKEN[-1:]


def _regions(text: str) -> Iterator[tuple[int, int]]:
    """Where something may be: around the hints, without overlaps."""
    hints = [found.span() for found in _HINT.finditer(text)]
    for words in _spoken(text):
        if words in text:
            hints += [found.span() for found in re.finditer(re.escape(words), text)]
            hints.sort()
    low = high = -1
    for start, end in hints:
        if low >= 0 and start - _BEFORE > high:
            yield low, high
            low = -1
        if low < 0:
            low = max(0, start - _BEFORE)
        high = min(len(text), end + _AFTER)
    if low >= 0:
        yield low, high
