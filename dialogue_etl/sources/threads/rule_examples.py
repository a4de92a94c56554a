"""A few texts before and after each rule, from the stage `rules`.

`examples.json` in the stage's output contains those with the least hashes: the same ones for any number of
shards and workers.
"""

from __future__ import annotations

import heapq
import json
from collections import defaultdict
from hashlib import blake2b
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.core.shards import write_atomic
from dialogue_etl.text.privacy import Mask, unmasked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

MOST = 100
"""Examples per rule: the maximum of `report.examples`."""

_FILE = "examples.json"


class Example(NamedTuple):
    """A text before and after a rule; `after` is None for a dropped text."""

    before: str
    after: str | None


class Examples:
    """Collects examples by rule; at most `2 * MOST` are in memory."""

    def __init__(self) -> None:
        self._held: defaultdict[str, dict[Example, str]] = defaultdict(dict)
        self._worst: dict[str, str] = {}

    def add(self, rule: str, example: Example, key: str = "") -> None:
        """Add an example of a rule, with its hash if that is known."""
        held = self._held[rule]
        if example in held:
            return
        key = key or _key(example)
        if key <= self._worst.get(rule, key):
            held[example] = key
        if len(held) > 2 * MOST:
            kept = heapq.nsmallest(MOST, held.items(), key=itemgetter(1))
            self._held[rule], self._worst[rule] = dict(kept), kept[-1][1]

    def chosen(self, mask: Mask = unmasked) -> dict[str, list[tuple[str, str | None, str]]]:
        """The chosen examples of each rule, masked, with the hashes of what was masked, in their order."""
        return {
            rule: [
                (mask(before)[0], None if after is None else mask(after)[0], key)
                for (before, after), key in heapq.nsmallest(MOST, held.items(), key=itemgetter(1))
            ]
            for rule, held in sorted(self._held.items())
            if held
        }

    def write(self, stage: Path) -> None:
        """Write the chosen examples into the output of the stage."""
        shown = {rule: [row[:2] for row in rows] for rule, rows in self.chosen().items()}
        text = json.dumps(shown, ensure_ascii=False, indent=1)
        write_atomic(stage / _FILE, f"{text}\n".encode())


def merged(shards: Iterable[Mapping[str, Iterable[Sequence[str]]]]) -> Examples:
    """The examples of all shards; each shard is a result of `chosen` after JSON."""
    examples = Examples()
    for shard in shards:
        for rule, rows in shard.items():
            for before, after, key in rows:
                examples.add(rule, Example(before, after), key)
    return examples


def read(stage: Path) -> dict[str, list[Example]]:
    """The examples of each rule in an output of the stage; none where it has none."""
    if not (stage / _FILE).is_file():
        return {}
    found: Mapping[str, Sequence[Sequence[str]]] = json.loads((stage / _FILE).read_text("utf-8"))
    return {rule: [Example(*pair) for pair in pairs] for rule, pairs in found.items()}


def _key(example: Example) -> str:
    before, after = example
    return blake2b(f"{before}\0{after}".encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
