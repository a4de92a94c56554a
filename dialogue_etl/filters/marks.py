"""Which rules may find something in a text: told by its characters, once for all rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.filters.rule import Marked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.filters.rule import UtteranceRule


class Marks(dict[str, int]):
    """For each character the rules that it is a mark of (see `Marked`), as bits, the first rule the least."""

    def __init__(self, judges: Sequence[UtteranceRule]) -> None:
        """Prepare for rules."""
        super().__init__()
        rules = [judge if isinstance(judge, Marked) else Marked(judge) for judge in judges]
        paired = [(rule, 1 << place) for place, rule in enumerate(rules)]
        self.judges = [rule.judge for rule in rules]
        self._marked = [(rule.is_mark, bit) for rule, bit in paired if rule.is_mark]
        self._without = sum(bit for rule, bit in paired if rule.without)
        self._long = [(rule.least, bit) for rule, bit in paired if rule.least]
        self._repeats = [(rule.repeats, bit) for rule, bit in paired if rule.repeats]
        told = (self._marked, self._long, self._repeats)
        self._always = sum(bit for _, bit in paired) & ~sum(bit for kind in told for _, bit in kind)

    def __missing__(self, character: str) -> int:
        bits = 0
        for is_mark, bit in self._marked:
            if is_mark(character):
                bits |= bit
        self[character] = bits
        return bits

    def of(self, text: str) -> int:
        """The rules that may find something in a text, as bits."""
        bits = 0
        for character in set(text):
            bits |= self[character]
        bits = bits ^ self._without | self._always
        for least, bit in self._long:
            if len(text) >= least:
                bits |= bit
        repeats = _repeats(text) if self._repeats else 0
        for least, bit in self._repeats:
            if repeats >= least:
                bits |= bit
        return bits


def _repeats(text: str) -> int:
    """How many characters of a text stand in it before, whatever their case."""
    folded = text.casefold()
    return len(folded) - len(set(folded))
