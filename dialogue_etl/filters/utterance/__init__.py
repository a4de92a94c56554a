"""The rules of utterances, a module for each kind of noise; `RULES` has them in the order of params.yaml."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.filters.utterance import (
    blacklists,
    characters,
    encoding,
    gibberish,
    length,
    markdown,
    markup,
    stock_texts,
    tags,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

RULES = (
    *(*markup.RULES, *markdown.RULES, *tags.RULES, *characters.RULES, *stock_texts.RULES),
    *(*encoding.RULES, *length.RULES, *blacklists.RULES, *gibberish.RULES),
)
_FIRST = (
    *("mojibake", "angle_brackets", "entities", "faces"),
    *("quotes", "markdown", "control_characters"),  # the last one removes the line ends that quotes need
)
_LAST = (
    *("script_conversion", "no_script"),
    *("polls", "generic_forms", "bots"),
    *(f"blacklist_{name}" for name in ("topics", "dirty", "names", "symbols", "platform")),
    *("repeated_phrases", "too_short", "too_long", "alpha_noise", "repeated_words"),
)
ORDER = (
    *_FIRST,
    *(rule.name for rule in RULES if rule.name not in {*_FIRST, *_LAST}),
    *_LAST,
)
"""The default order: that of clean-dialog (README), except that broken characters are repaired first, since
`â€™` contains a trade mark sign and `Ã©` a copyright sign; then markup, which separates names and lines:
HTML, entities, Markdown. Faces come before rules that would match their signs. A new rule is applied in the
order of declaration, after the tags and before the rules that judge whole texts.
"""
_MOVE = re.compile(r"(\w+) (before|after) (\w+)")


def ordered(entries: Sequence[str]) -> list[str]:
    """All rules for utterances in the order of the parameter `rules.order`.

    Named rules are put, in the order given, in the positions that they have by default; then each `a before
    b` or `a after b` moves one rule.

    Raises:
        ValueError: names what is unknown or given twice.
    """
    moves = [found for entry in entries if (found := _MOVE.fullmatch(entry))]
    named = [entry for entry in entries if not _MOVE.fullmatch(entry)]
    moved = [name for move in moves for name in (move[1], move[3])]
    wrong = [name for name in (*named, *moved) if name not in ORDER]
    twice = sorted({name for name in named if named.count(name) > 1})
    twice += [move[0] for move in moves if move[1] == move[3]]
    if wrong or twice:
        reasons = [("no such rule", wrong), ("twice", twice)]
        raise ValueError("; ".join(f"{what}: {', '.join(names)}" for what, names in reasons if names))
    turn = iter(named)
    order = [next(turn) if name in named else name for name in ORDER]
    for rule, side, other in (move.groups() for move in moves):
        order.remove(rule)
        order.insert(order.index(other) + (side == "after"), rule)
    return order
