"""Addresses and numbers that lead to a person: found in a text, and replaced by placeholders.

Each source masks its text once, where it is first stored; the check of a dataset counts with the same
patterns what remains. `KINDS` has the placeholders, `finding.py` finds what they replace.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dialogue_etl.text.privacy.finding import Found

KINDS = {
    "EMAIL": "an e-mail address",
    "IBAN": "the number of a bank account (IBAN)",
    "IP": "an IP address",
    "IDCARD": "the number of a Chinese identity card",
    "CARD": "the number of a payment card",
    "PHONE": "the number of a telephone",
    "QQ": "a QQ number",
    "WECHAT": "a WeChat id",
}
"""What is masked, by the word in its placeholder: `<EMAIL>`."""
PLACEHOLDER = rf"<(?:{'|'.join(KINDS)})>"
"""Pattern of the placeholders."""

Counts = Mapping[str, int]
"""Numbers of what was masked, by kind."""
OFF = "privacy is off: addresses and numbers that lead to people are not masked"
NONE: Counts = MappingProxyType({})
_PASSES = 5
"""Where digits stand close together, what one pattern takes may show another one what is left."""


def mask(text: str) -> tuple[str, Counts]:
    """A text with placeholders for what is private in it, and how many of each kind there are.

    A second pass changes nothing.
    """
    find = _finder()
    found = find(text)
    if not found:
        return text, NONE
    counts: Counter[str] = Counter()
    for _ in range(_PASSES):
        counts.update(one.kind for one in found)
        pieces, end = [], 0
        for one in found:
            pieces += [text[end : one.start], f"<{one.kind}>"]
            end = one.end
        text = "".join([*pieces, text[end:]])
        if not (found := find(text)):
            break
    return text, counts


@cache
def _finder() -> Callable[[str], list[Found]]:
    from dialogue_etl.text.privacy.finding import find  # noqa: PLC0415 - most stages mask nothing: see there

    return find


def unmasked(text: str) -> tuple[str, Counts]:
    """The text itself."""
    return text, NONE


Mask = Callable[[str], tuple[str, Counts]]


def masking(choice: str) -> Mask:
    """What the parameter `privacy` asks for: `mask`, or nothing if it is off."""
    return mask if choice == "mask" else unmasked


def as_totals(counts: Counts) -> dict[str, int]:
    """Counts for the metrics of a stage: `masked`, and `masked_email` and others of which there are any."""
    return {
        "masked": sum(counts.values()),
        **{f"masked_{kind.lower()}": counts[kind] for kind in sorted(counts)},
    }


def masked_name(name: str, mask: Mask = mask) -> str:
    """The name of an account; where something in it is masked, a digest keeps accounts apart.

    Eight hexadecimal digits: too few to find out who it was by trying all addresses.
    """
    masked, counts = mask(name)
    return f"{masked} {hashlib.sha256(name.encode()).hexdigest()[:8]}" if counts else name
