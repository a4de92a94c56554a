"""The output of the stages `rules` and `classify`: dialogues and drops as rows, counts, and examples.

dialogues_in - dialogues_split + pieces = dialogues + dropped dialogues
utterances_in + utterances_added = utterances + dropped utterances
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from dialogue_etl.core import run, shards, turns
from dialogue_etl.filters import Drop
from dialogue_etl.filters.hits import EMPTY, Hit
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.sources.threads.rule_examples import Example, Examples
from dialogue_etl.sources.threads.trees import dialogue_id
from dialogue_etl.text.privacy import Mask, unmasked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dialogue_etl.core.shards import ShardWriter
    from dialogue_etl.filters.chain import Cleaned

    Clean = Callable[[int, "Dialogue"], Cleaned]

REPEATED = "repeated"
"""Reason for a piece that another path of the thread has given before."""

_DETAIL = 200
_REMEMBERED = 2**12
_LONGEST_EXAMPLE = 400  # characters
_MOST_TURNS = 8  # of a dialogue in an example; longer ones are shown as numbers of turns
COUNTED = (
    *("dialogues_in", "dialogues", "dialogues_split", "pieces"),
    *("utterances_in", "utterances", "utterances_added"),
)
"""The counts of the metrics, in their order."""


class Dialogue(NamedTuple):
    """A row of the dialogues table, as the input of rules."""

    id: str
    source_id: str
    language: str
    turns: Sequence[Utterance]


def dialogues_of(batch: pa.RecordBatch) -> list[Dialogue]:
    """The rows of a batch of dialogues."""
    said = (turns.lists(batch.column("turns"), name) for name in ("utterance_id", "speaker", "text"))
    utterances = (list(map(Utterance, *of)) for of in zip(*said, strict=True))
    names = (batch.column(name).to_pylist() for name in ("id", "source_id", "language"))
    return list(map(Dialogue, *names, utterances))


class RuleOutput:
    """Writes the dialogues and drops of a shard, counts both, and collects a few examples.

    Dialogues of a thread must be adjacent, as `extract` writes them: repeated ids are only found in a thread.
    """

    def __init__(
        self, writer: ShardWriter, *, number_speakers: bool, mask: Mask = unmasked, stage: str = "rules"
    ) -> None:
        """Begin with nothing.

        Args:
            writer: of the shard.
            number_speakers: whether speakers are numbers, which begin with 1 in every piece.
            mask: masks personal addresses and numbers in examples and drops.
            stage: of the drops.
        """
        self._stage = stage
        self._mask = lru_cache(_REMEMBERED)(mask)  # many say the same few words
        self.totals = Counter(dict.fromkeys(COUNTED, 0))
        self.hits: Counter[tuple[str, str]] = Counter()
        self.examples = Examples()
        self.corpora: set[str] = set()
        self._reasons: Counter[tuple[str, str]] = Counter()
        self._writer = writer
        self._number_speakers = number_speakers
        self._source = ""
        self._seen: set[str] = set()
        self._order: list[int] = []
        self._made: list[Dialogue] = []

    def result(self) -> dict[str, Any]:
        """All counts, as JSON."""
        counts = {"totals": self.totals, "dropped": run.as_rows(self._reasons)}
        hits, corpora = run.as_rows(self.hits), sorted(self.corpora)
        return {**counts, "hits": hits, "examples": self.examples.chosen(self._mask), "corpora": corpora}

    def batch(self, batch: pa.RecordBatch, stays: Sequence[bool], cut: pa.Table, clean: Clean) -> None:
        """Write the results of a batch of dialogues, in order.

        Args:
            batch: the input.
            stays: for each dialogue whether its row in `cut` is the result.
            cut: the dialogues after cuts.
            clean: cleans any other dialogue; gets its index and the dialogue.
        """
        ids, sources = (cut.column(name).to_pylist() for name in ("id", "source_id"))
        turns = cut.column("turns").combine_chunks().value_lengths().to_pylist()
        others = iter(dialogues_of(batch.filter(pa.array([not stay for stay in stays]))))
        stay_as_they_are = []
        for place, stay in enumerate(stays):
            if not stay:
                dialogue = next(others)
                self.settle(dialogue, clean(place, dialogue))
            elif self._is_new(sources[place], ids[place]):
                self._order.append(place)
                stay_as_they_are.append(turns[place])
            else:
                self._repeated(*dialogues_of(cut.slice(place, 1).to_batches()[0]))
        self.totals.update(dialogues=len(stay_as_they_are), utterances=sum(stay_as_they_are))
        self._write(cut)

    def found(self, hits: Iterable[tuple[Hit, int]]) -> None:
        """Count hits in dialogues that stay, each with its number of turns."""
        for hit, times in hits:
            self.hits[hit.rule, hit.action] += times
            self._show(hit)

    def settle(self, dialogue: Dialogue, cleaned: Cleaned) -> None:
        """Write the result of a dialogue."""
        self.hits.update((hit.rule, hit.action) for hit in cleaned.hits)
        for hit in cleaned.hits:
            self._show(hit)
        self.totals["utterances_added"] += cleaned.made
        if not cleaned.pieces:
            hit = cleaned.dropped[0][1] if cleaned.dropped else Hit(EMPTY, Drop(EMPTY))
            self._drop(dialogue, len(dialogue.turns) + cleaned.made, hit)
            return
        for turn, hit in cleaned.dropped:
            self._reasons["utterance", hit.rule] += 1
            self._writer.add("drops", [self._drop_row("utterance", turn.id, dialogue.source_id, hit)])
        if len(cleaned.pieces) > 1:
            self.totals.update(dialogues_split=1, pieces=len(cleaned.pieces))
        begins = _beginnings(dialogue)
        for piece in cleaned.pieces:
            id = dialogue_id(dialogue.source_id, piece[0].id, piece[-1].id, whole=piece[0].id in begins)
            said = _numbered(piece) if self._number_speakers else piece
            self._keep(dialogue._replace(id=id, turns=said))

    def _keep(self, dialogue: Dialogue) -> None:
        """Write a dialogue, unless its thread has given it before."""
        if self._is_new(dialogue.source_id, dialogue.id):
            self._order.append(-1 - len(self._made))
            self._made.append(dialogue)
            self.totals.update(dialogues=1, utterances=len(dialogue.turns))
        else:
            self._repeated(dialogue)

    def _is_new(self, source: str, id: str) -> bool:
        if source != self._source:
            self._source, self._seen = source, set()
            self.corpora.add(source.partition(":")[0])
        if id in self._seen:
            return False
        self._seen.add(id)
        return True

    def _repeated(self, dialogue: Dialogue) -> None:
        text = dialogue.turns[0].text if dialogue.turns else ""
        self._drop(dialogue, len(dialogue.turns), Hit(REPEATED, Drop(REPEATED), before=text))

    def _write(self, cut: pa.Table) -> None:
        """Write the kept and the new dialogues of a batch, in order."""
        rows = cut.combine_chunks()
        if self._order != list(range(len(cut))):
            places = [place if place >= 0 else len(cut) - 1 - place for place in self._order]
            both = [rows, _table(self._made)] if self._made else [rows]
            rows = pa.concat_tables(both).combine_chunks().take(pa.array(places, pa.int64()))
        self._writer.write_rows("dialogues", rows, shards.turn_sizes(rows))
        self._order, self._made = [], []

    def leave_out_lines(self, problems: Sequence[Sequence[Any]]) -> None:
        """Record ignored lines of the user's lists as drops: file, line, reason, sentence."""
        for file, line, reason, what in problems:
            self._reasons["line", reason] += 1
            drop = Drop(reason, detail=what)
            row = drop.row(stage=self._stage, unit="line", id=f"{file}:{line}", source_id=file)
            self._writer.add("drops", [row])

    def _drop(self, dialogue: Dialogue, utterances: int, hit: Hit) -> None:
        self._reasons["dialogue", hit.rule] += 1
        self._reasons["utterance", hit.rule] += utterances
        self._writer.add("drops", [self._drop_row("dialogue", dialogue.id, dialogue.source_id, hit)])

    def _drop_row(self, unit: str, id: str, source_id: str, hit: Hit) -> dict[str, Any]:
        detail = self._mask(_detail(hit))[0][:_DETAIL]
        drop = Drop(hit.rule, hit.verdict.value, hit.verdict.threshold, detail)
        return drop.row(stage=self._stage, unit=unit, id=id, source_id=source_id)

    def _show(self, hit: Hit) -> None:
        """Collect the example that a hit gives, if any."""
        if hit.turns > _MOST_TURNS:
            pieces = getattr(hit.verdict, "left", None) or []
            shown = ", ".join(f"{len(piece)} turns" for piece in pieces)
            self.examples.add(hit.rule, Example(f"{hit.turns} turns", shown or None))
        elif len(hit.before) <= _LONGEST_EXAMPLE:
            self.examples.add(hit.rule, Example(hit.before, hit.after))


def _beginnings(dialogue: Dialogue) -> frozenset[str]:
    """Ids of first utterances of pieces that begin the path; none if the dialogue does not begin it.

    A repost that the first comment quotes has the id of the comment with `.1` (`split_reposts`).
    """
    ids = [turn.id for turn in dialogue.turns]
    if not ids or dialogue.id != dialogue_id(dialogue.source_id, ids[0], ids[-1], whole=True):
        return frozenset()
    return frozenset({ids[0], f"{ids[0]}.1"} - set(ids[1:]))


def _numbered(piece: Sequence[Utterance]) -> list[Utterance]:
    """A piece with speakers numbered from 1."""
    numbers: dict[str, str] = {}
    return [
        turn
        if turn.speaker is None
        else turn._replace(speaker=numbers.setdefault(turn.speaker, str(len(numbers) + 1)))
        for turn in piece
    ]


def _table(dialogues: Sequence[Dialogue]) -> pa.Table:
    """Dialogues, all of one language, as rows of their table."""
    said = [turn for one in dialogues for turn in one.turns]
    ids, speakers, texts = zip(*said, strict=True)
    return turns.dialogues(
        [one.id for one in dialogues],
        [one.source_id for one in dialogues],
        dialogues[0].language,
        turns.build(texts, utterance_ids=ids, speakers=speakers),
        [len(one.turns) for one in dialogues],
    )


def _detail(hit: Hit) -> str:
    """The evidence, and the utterance unless it begins with the evidence."""
    evidence = hit.verdict.detail
    if not evidence:
        return hit.before
    if not hit.utterance or hit.before.startswith(evidence):
        return evidence
    return f"{evidence} | {hit.before}"
