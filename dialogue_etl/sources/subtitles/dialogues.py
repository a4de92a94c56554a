"""Stage `dialogues`: split the turns of each film into dialogues at long silences.

gaps.csv     histogram of the gaps between neighbouring turns, in steps of half a second
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.core import run, shards
from dialogue_etl.core import turns as columns
from dialogue_etl.core.run import Job
from dialogue_etl.core.store import ShardStore
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.segment import gap_ms
from dialogue_etl.sources.subtitles.sentences import by_film

if TYPE_CHECKING:
    import pyarrow as pa

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime

    Row = dict[str, Any]

_STAGE = "dialogues"
_BIN_MS = 500
_LEAST, _MOST = -10_000, 60_000
"""Milliseconds: smaller and larger gaps are in the first and last bin."""
GAPS = "gaps.csv"
MISSING = ""
"""The bin of gaps where a time is missing."""
_COUNTED = ("films", "turns_in", "dialogues", "utterances", "pairs", "parted", "missing", "negative")


def dialogues(
    *, language: str, turns: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Split the turns of a language into dialogues.

    Raises:
        MissingTableError: `turns` is not the output of its stage.
    """
    settings = {"language": language, "gap_ms": 1000 * params[Turns].dialogue_gap}
    jobs = [Job((path,), settings) for path in shards.shard_paths(turns, "turns")]
    done = list(run.over_shards(f"{_STAGE} {language}", _shard, jobs, runtime=runtime))
    totals = Counter(dict.fromkeys(_COUNTED, 0))
    bins: Counter[str] = Counter()
    for shard in done:
        totals.update(shard.result["totals"])
        bins.update(shard.result["bins"])
    histogram = {gap: bins[gap] for gap in sorted(bins, key=_order)}
    with shards.atomic_folder(output) as folder:
        shards.merge_shards([shard.folder for shard in done], folder)
        lines = ["gap,pairs", *(f"{gap},{number}" for gap, number in histogram.items())]
        shards.write_atomic(folder / GAPS, "".join(f"{line}\n" for line in lines).encode())
    run.write_metrics(metrics, {**totals, "dropped": {}})
    run.report_counts(_STAGE, language, totals)
    ShardStore(runtime.store).sweep()


def _order(gap: str) -> float:
    return float("inf") if gap == MISSING else float(gap)


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    totals: Counter[str] = Counter()
    bins: Counter[str] = Counter()
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        for _, rows in by_film(shards.read_shard(job.inputs[0])):
            found = part(rows, job.settings["gap_ms"])
            gaps = [gap_ms(*pair) for pair in pairwise(rows)]
            bins.update(map(bin_of, gaps))
            totals.update(films=1, turns_in=len(rows), dialogues=len(found), utterances=len(rows))
            totals.update(pairs=len(gaps), parted=len(found) - 1, missing=gaps.count(None))
            totals["negative"] += sum(gap is not None and gap < 0 for gap in gaps)
            writer.write("dialogues", table(found, job.settings["language"]))
    return {"totals": totals, "bins": bins}


def bin_of(gap: int | None) -> str:
    """The bin of a gap: its lower edge in seconds."""
    if gap is None:
        return MISSING
    return f"{min(max(gap, _LEAST), _MOST) // _BIN_MS * _BIN_MS / 1000:.1f}"


def part(rows: Sequence[Row], most_ms: float) -> list[list[Row]]:
    """Split the turns of a film, in order, at larger gaps; a missing time does not split.

    Nor does a negative gap, of turns that overlap or are out of order.
    """
    found = [list(rows[:1])] if rows else []
    for one, other in pairwise(rows):
        gap = gap_ms(one, other)
        if gap is not None and gap > most_ms:
            found.append([])
        found[-1].append(other)
    return found


def table(found: Iterable[Sequence[Row]], language: str) -> pa.Table:
    """Rows of the table `dialogues`.

    Args:
        found: the turns of each.
        language: BCP-47 tag.
    """
    held = [dialogue for dialogue in found if dialogue]
    rows = [row for dialogue in held for row in dialogue]

    def column(name: str) -> list[Any]:
        return [row[name] for row in rows]

    said = columns.build(
        column("text"),
        start_ms=column("start_ms"),
        end_ms=column("end_ms"),
        speakers=column("speaker"),
        utterance_ids=[str(row["number"]) for row in rows],
    )
    sources = [dialogue[0]["source_id"] for dialogue in held]
    ids = [dialogue_id(dialogue[0]["source_id"], dialogue[0]["number"]) for dialogue in held]
    return columns.dialogues(ids, sources, language, said, [len(dialogue) for dialogue in held])


def dialogue_id(source: str, number: int | str) -> str:
    """The subtitle file, and the number of the first sentence."""
    return f"{source}:{number}"
