"""Stage `dialogues`: split the turns of each film into dialogues at long silences and uncertain turns.

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
from dialogue_etl.filters import Drop
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.segment import gap_ms
from dialogue_etl.sources.subtitles.sentences import by_film

if TYPE_CHECKING:
    import pyarrow as pa

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime

    Row = dict[str, Any]

_STAGE = "dialogues"
_DETAIL = 200
_BIN_MS = 500
_LEAST, _MOST = -10_000, 60_000
"""Milliseconds: smaller and larger gaps are in the first and last bin."""
GAPS = "gaps.csv"
MISSING = ""
"""The bin of gaps where a time is missing."""
WRONG = "wrong_thousandths"
"""The sum of `wrong_chance` over the pairs of neighbouring turns in dialogues."""
_COUNTED = ("films", "turns_in", "dialogues", "utterances", "pairs", "parted", "missing", "negative", WRONG)
UNCERTAIN = "min_certainty"
"""The reason of turns that may hold two people."""


def dialogues(
    *, language: str, turns: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Split the turns of a language into dialogues.

    Raises:
        MissingTableError: `turns` is not the output of its stage.
    """
    settings = {"language": language, "limits": limits_of(params[Turns])}
    jobs = [Job((path,), settings) for path in shards.shard_paths(turns, "turns")]
    done = list(run.over_shards(f"{_STAGE} {language}", _shard, jobs, runtime=runtime))
    totals = Counter(dict.fromkeys(_COUNTED, 0))
    bins: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    for shard in done:
        totals.update(shard.result["totals"])
        reasons["utterance", UNCERTAIN] += shard.result["uncertain"]
        bins.update(shard.result["bins"])
    histogram = {gap: bins[gap] for gap in sorted(bins, key=_order)}
    with shards.atomic_folder(output) as folder:
        shards.merge_shards([shard.folder for shard in done], folder)
        lines = ["gap,pairs", *(f"{gap},{number}" for gap, number in histogram.items())]
        shards.write_atomic(folder / GAPS, "".join(f"{line}\n" for line in lines).encode())
    run.write_metrics(metrics, {**totals, "dropped": run.count_reasons(+reasons)})
    run.report_counts(_STAGE, language, totals)
    ShardStore(runtime.store).sweep()


def _order(gap: str) -> float:
    return float("inf") if gap == MISSING else float(gap)


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    totals: Counter[str] = Counter()
    bins: Counter[str] = Counter()
    left_out = 0
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        for _, rows in by_film(shards.read_shard(job.inputs[0])):
            found, uncertain = part(rows, **job.settings["limits"])
            gaps = [gap_ms(*pair) for pair in pairwise(rows)]
            bins.update(map(bin_of, gaps))
            totals.update(films=1, turns_in=len(rows), dialogues=len(found))
            totals.update(utterances=sum(map(len, found)), pairs=len(gaps), missing=gaps.count(None))
            totals[WRONG] += sum(wrong_chance(*pair) for one in found for pair in pairwise(one))
            totals["parted"] += max(len(found) - 1, 0)
            totals["negative"] += sum(gap is not None and gap < 0 for gap in gaps)
            writer.write("dialogues", table(found, job.settings["language"]))
            least = job.settings["limits"]["min_certainty"]
            writer.add("drops", [drop_row(row, least) for row in uncertain])
            left_out += len(uncertain)
    return {"totals": totals, "bins": bins, "uncertain": left_out}


def drop_row(row: Row, least: float) -> Row:
    """A row of the drops table for a turn that is less certain than `least`."""
    id = dialogue_id(row["source_id"], row["number"])
    drop = Drop(UNCERTAIN, row["alone"], least, row["text"][:_DETAIL])
    return drop.row(stage=_STAGE, unit="utterance", id=id, source_id=row["source_id"])


def limits_of(params: Turns) -> dict[str, float]:
    """The arguments of `part` that are parameters."""
    return {"most_ms": 1000 * params.dialogue_gap, "min_certainty": params.min_certainty}


def bin_of(gap: int | None) -> str:
    """The bin of a gap: its lower edge in seconds."""
    if gap is None:
        return MISSING
    return f"{min(max(gap, _LEAST), _MOST) // _BIN_MS * _BIN_MS / 1000:.1f}"


def part(rows: Sequence[Row], most_ms: float, min_certainty: float = 0) -> tuple[list[list[Row]], list[Row]]:
    """Split the turns of a film, in order, into dialogues; also return those that are too uncertain for any.

    A missing time does not split, nor does a negative gap, of turns that overlap or are out of order.

    Args:
        rows: rows of the table `turns`.
        most_ms: a larger gap splits.
        min_certainty: a turn that is less certainly one person's is left out, and splits; one that less
            certainly answers the turn before splits.
    """
    found: list[list[Row]] = [[]]
    uncertain = []
    before: Row | None = None
    for row in rows:
        gap = gap_ms(before, row) if before else None
        if (gap is not None and gap > most_ms) or (row["change"] or 1) < min_certainty:
            found.append([])
        if row["alone"] < min_certainty:
            uncertain.append(row)
            found.append([])
        else:
            found[-1].append(row)
        before = row
    return [dialogue for dialogue in found if dialogue], uncertain


def wrong_chance(one: Row, other: Row) -> int:
    """The probability, in thousandths, that a pair is wrong: of one person, or a turn holds several.

    Of the pairs of three titles, with weights fitted without each, benchmarks/turns.md has the expected and
    the measured share.
    """
    right: float = (other["change"] or 1) * one["alone"] * other["alone"]
    return round(1_000 * (1 - right))


def table(found: Iterable[Sequence[Row]], language: str) -> pa.Table:
    """Rows of the table `dialogues`.

    Args:
        found: the turns of each.
        language: BCP-47 tag.
    """
    held = list(found)
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
