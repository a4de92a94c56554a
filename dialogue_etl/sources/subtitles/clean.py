"""Stage `clean`: EDOS's cleaning of dialogues, with the shared rule chain.

dialogues_in + pieces = dialogues + dropped dialogues
utterances_in = utterances + dropped utterances
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.filters import Drop, contamination
from dialogue_etl.filters.contamination import Copies
from dialogue_etl.filters.hits import EMPTY, Hit
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.sources.subtitles.dialogues import dialogue_id
from dialogue_etl.sources.subtitles.edos_rules import NAMES, chain_of
from dialogue_etl.sources.subtitles.parameters.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.filters.chain import Chain

    Row = dict[str, Any]

TRUNCATED = "truncated"
"""The reason of turns dropped because of an earlier turn of their dialogue."""
_STAGE = "clean"
_DETAIL = 200


class Cleaned(NamedTuple):
    """The result of cleaning a dialogue.

    Attributes:
        kept: rows of the dialogues that are left of it.
        drops: rows of the drops table: one for the dialogue if nothing is left, else one per dropped turn.
        reasons: of the drops, by unit.
    """

    kept: list[Row]
    drops: list[Row]
    reasons: Counter[tuple[str, str]]


def clean(
    *,
    language: str,
    dialogues: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    tests: Path | None = None,
) -> None:
    """Clean the dialogues of a language; copies of a test set's are dropped.

    Raises:
        MissingTableError: `dialogues` is not the output of its stage.
    """
    settings = {"rules": {name: getattr(params[Turns], name) for name in NAMES}}
    run.finish_stage(
        _STAGE,
        language,
        _shard,
        [
            Job((path, *contamination.inputs(tests)), settings)
            for path in shards.shard_paths(dialogues, "dialogues")
        ],
        Counter(dict.fromkeys(("dialogues_in", "pieces", "dialogues", "utterances_in", "utterances"), 0)),
        output=output,
        metrics=metrics,
        runtime=runtime,
    )


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    chain, copies = chain_of(job.settings["rules"]), Copies(job.inputs[1:])
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        for row, copy in _judged(job.inputs[0], copies):
            done = _whole(row, copy.detail, Hit(copy.reason, copy)) if copy else apply(chain, row)
            for one in done.kept:
                writer.add("dialogues", [one], size=200 * len(one["turns"]))
                totals.update(dialogues=1, utterances=len(one["turns"]))
            writer.add("drops", done.drops)
            totals.update(dialogues_in=1, utterances_in=len(row["turns"]), pieces=max(0, len(done.kept) - 1))
            reasons.update(done.reasons)
    return {"totals": totals, "dropped": run.as_rows(reasons)}


def _judged(path: Path, copies: Copies) -> Iterator[tuple[Row, Drop | None]]:
    for batch in shards.read_batches(path):
        yield from zip(batch.to_pylist(), copies.verdicts(batch.column("turns")), strict=True)


def _whole(row: Row, text: str, hit: Hit) -> Cleaned:
    """Nothing is left of a dialogue."""
    reasons = Counter({("dialogue", hit.rule): 1, ("utterance", hit.rule): len(row["turns"])})
    return Cleaned([], [_drop_row("dialogue", row["id"], row["source_id"], text, hit)], reasons)


def apply(chain: Chain, row: Row) -> Cleaned:
    """Apply the chain to a row of the table `dialogues`."""
    turns = {turn["utterance_id"]: turn for turn in row["turns"]}
    done = chain.apply([Utterance(id, turn["speaker"], turn["text"]) for id, turn in turns.items()])
    kept = [
        {**row, "id": dialogue_id(row["source_id"], piece[0].id), "turns": [turns[turn.id] for turn in piece]}
        for piece in done.pieces
    ]
    if not kept:
        hit = done.dropped[0][1] if done.dropped else Hit(EMPTY, Drop(EMPTY))
        text = done.dropped[0][0].text if done.dropped else ""
        return _whole(row, text, hit)
    reasons: Counter[tuple[str, str]] = Counter()
    drops = []
    culprits: set[int] = set()
    ends = chain.on_bad == "truncate"
    for turn, hit in done.dropped:
        # A rule on whole dialogues names no utterance: the first turn it drops is the one it found.
        found = not ends or turn.id == hit.utterance or (not hit.utterance and id(hit) not in culprits)
        culprits.add(id(hit))
        why = hit if found else Hit(TRUNCATED, Drop(TRUNCATED))
        reasons["utterance", why.rule] += 1
        drops.append(_drop_row("utterance", turn.id, row["source_id"], turn.text, why))
    return Cleaned(kept, drops, reasons)


def _drop_row(unit: str, id: str, source_id: str, text: str, hit: Hit) -> Row:
    drop = Drop(hit.rule, hit.verdict.value, hit.verdict.threshold, text[:_DETAIL])
    return drop.row(stage=_STAGE, unit=unit, id=id, source_id=source_id)
