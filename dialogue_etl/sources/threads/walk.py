"""The threads of a shard, walked: dialogues, drops and counts."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dialogue_etl.filters import Drop
from dialogue_etl.params import Threads
from dialogue_etl.sources.threads import seeds
from dialogue_etl.sources.threads.ids import dialogue_id
from dialogue_etl.sources.threads.path_rows import PathRows
from dialogue_etl.sources.threads.trees import NO_PARENT, Tree, stable_choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.shards import ShardWriter
    from dialogue_etl.sources.threads.blocks import Block

STAGE = "extract"
_EXCERPT = 200


class Walk:
    """Walks the threads of a shard, and counts."""

    def __init__(self, settings: Mapping[str, Any], writer: ShardWriter, surveyed: Iterable[Path]) -> None:
        self._parameters = Threads(**settings["parameters"])
        self._banned = frozenset(self._parameters.banned)
        self._seeds = seeds.SeedUsers(surveyed, settings["judged"])
        self._language = settings["language"]
        self._writer = writer
        self.totals: Counter[str] = Counter()
        self.dropped: Counter[tuple[str, str]] = Counter()

    def block(self, block: Block) -> None:
        """Write the dialogues of some threads."""
        rows = PathRows(block, self._language, self._parameters.speakers, self._writer)
        for thread, (start, end) in zip(block.threads, pairwise(block.edges), strict=True):
            self.totals.update(threads_in=1, comments_in=end - start)
            if drop := self._against(thread):
                self._drop("thread", thread["id"], thread["id"], drop)
                self.dropped["comment", drop.reason] += end - start
            else:
                self._thread(thread["id"], block, start, end, rows)
        rows.flush()
        self.totals["characters"] += rows.characters

    def _against(self, thread: Mapping[str, Any]) -> Drop | None:
        if not self._banned.isdisjoint((thread["id"], thread["corpus"])):
            return Drop("banned", detail=f"{thread['id']} is in threads.banned")
        if not self._seeds.began(thread["corpus"], thread["root_author"]):
            return Drop(
                "seed_accounts", detail=f"begun by {thread['root_author'] or 'nobody named'}"[:_EXCERPT]
            )
        return None

    def _thread(self, id: str, block: Block, start: int, end: int, rows: PathRows) -> None:
        parameters = self._parameters
        names = block.ids[start:end]
        tree = Tree(_parents(names, block.parents[start:end]), parameters.max_depth)
        self.totals.update(threads=1, comments=end - start - len(tree.deep))
        for number in tree.deep:
            drop = Drop(
                "max_depth", threshold=parameters.max_depth, detail=rows.text(start + number)[:_EXCERPT]
            )
            self._drop("comment", names[number], id, drop)
        self.totals.update(dialogues_in=len(tree.ends), utterances_in=sum(tree.lengths))
        for path in tree.paths(self._wanted(id, names, tree)):
            name = dialogue_id(id, names[path[0]], names[path[-1]], whole=True)
            if len(path) < parameters.min_turns:
                drop = Drop(
                    "min_turns", len(path), parameters.min_turns, rows.text(start + path[-1])[:_EXCERPT]
                )
                self._drop_dialogue(name, id, len(path), drop)
            else:
                rows.add(name, id, [start + number for number in path])
                self.totals.update(
                    dialogues=1, utterances=len(path), single_turn=len(path) == 2, multi_turn=len(path) > 2
                )

    def _wanted(self, id: str, names: Sequence[str], tree: Tree) -> frozenset[int] | None:
        """The ends of the paths that are taken, if not all are; drops for the others."""
        cap = self._parameters.max_paths
        if not cap or len(tree.ends) <= cap:
            return None
        ends = [f"{id}:{names[number]}" for number in tree.ends]
        chosen = stable_choice(ends, cap)
        wanted = frozenset(tree.ends[place] for place in chosen)
        drop = Drop("max_paths", len(ends), cap)
        for name, number, length in zip(ends, tree.ends, tree.lengths, strict=True):
            if number not in wanted:
                self._drop_dialogue(name, id, length, drop)
        return wanted

    def _drop_dialogue(self, id: str, thread: str, turns: int, drop: Drop) -> None:
        self._drop("dialogue", id, thread, drop)
        self.dropped["utterance", drop.reason] += turns

    def _drop(self, unit: str, id: str, thread: str, drop: Drop) -> None:
        self._writer.add("drops", [drop.row(stage=STAGE, unit=unit, id=id, source_id=thread)])
        self.dropped[unit, drop.reason] += 1


def _parents(names: Sequence[str], parents: Sequence[str | None]) -> list[int]:
    """The numbers of the comments that are answered."""
    numbers = {name: number for number, name in enumerate(names)}
    return [NO_PARENT if parent is None else numbers[parent] for parent in parents]
