"""Labelled pairs of neighbouring sentences, from screenplays or from dashes; a job per shard.

In films that mark changes of speaker with dashes, a sentence of a block that begins with a dash has another
speaker, one without has the same. Pairs across blocks get no label from dashes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.sources.subtitles import screenplays
from dialogue_etl.sources.subtitles.segment import DASH, Habits, share_block
from dialogue_etl.sources.subtitles.sentences import by_film, film_shards
from dialogue_etl.sources.subtitles.turn_features import Facts, Pair, pair_of
from dialogue_etl.sources.subtitles.turn_weights import chances

if TYPE_CHECKING:
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.sources.subtitles.parameters.turns import Turns

    Row = dict[str, Any]

KINDS = ("screenplays", "dashes")
_PAIRS = pa.schema(
    [
        *(("kind", pa.string()), ("film", pa.string()), ("rank", pa.int64()), ("change", pa.bool_())),
        *(("by_weights", pa.bool_()), ("one", pa.string()), ("other", pa.string()), ("block", pa.bool_())),
        *(("new_line", pa.bool_()), ("genres", pa.list_(pa.string())), ("density", pa.int32())),
    ]
)


def draw(
    language: str, sentences: Path, films: Path, *, folder: Path, params: Turns, runtime: Runtime
) -> dict[str, list[Row]]:
    """The labelled pairs of a language by kind, in a fixed order, `max_pairs` of each at most.

    Args:
        language: BCP-47 tag.
        sentences: output of `sentences`.
        films: output of `films`.
        folder: of screenplays; need not be there.
        params: section `turns`.
        runtime: workers and store.
    """
    plays = sorted(folder.glob("*.txt")) if params.labels == "screenplays" else []
    digest = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in plays}
    settings = {
        "language": language,
        "screenplays": digest,
        "seed": params.seed,
        "most": params.max_pairs,
        "least": params.change_chance,
    }
    jobs = [Job(pair, settings, (folder,)) for pair in film_shards(sentences, films)]
    done = list(run.over_shards(f"turn labels {language}", _shard, jobs, runtime=runtime))
    rows = [
        row for shard in done for row in shards.read_shard(shards.shard_path(shard.folder, "pairs", 0, 1))
    ]
    return {kind: _first((row for row in rows if row["kind"] == kind), params.max_pairs) for kind in KINDS}


def _first(rows: Iterator[Row], most: int) -> list[Row]:
    return nsmallest(most, rows, key=lambda row: (row["rank"], row["film"], row["one"], row["other"]))


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    path, films = job.inputs
    known = {row["id"]: row for row in shards.read_shard(films)}
    rows = [row for kind in KINDS for row in _first(_labelled(kind, path, known, job), job.settings["most"])]
    with shards.ShardWriter(folder, 0, 1, [], pairs=_PAIRS) as writer:
        writer.add("pairs", rows, size=200)
    return {}


def _labelled(kind: str, path: Path, films: dict[str, Row], job: Job) -> Iterator[Row]:
    for source, rows in by_film(shards.read_shard(path)):
        film = films[source]
        if kind == "dashes":
            labels = of_dashes(rows)
        elif film["film_id"] in job.settings["screenplays"]:
            labels = of_screenplay(rows, screenplays.read(job.paths[0], film["film_id"]))
        else:
            continue
        facts = Facts.of(film)
        for (one, other), change, chance in zip(
            pairwise(rows), labels, chances(rows, Habits.of(rows), job.settings["language"]), strict=True
        ):
            if change is not None:
                judged = chance > job.settings["least"]
                rank = _rank(job.settings["seed"], source, one["number"])
                pair = pair_of(one, other, facts)._asdict()
                yield {"kind": kind, "film": film["film_id"], "rank": rank, "by_weights": judged} | {
                    "change": change,
                    **pair,
                }


def _rank(*names: object) -> int:
    """A hash to sample by: the same sample on any machine, in any order and for any number of shards."""
    return int.from_bytes(hashlib.sha256("\x1f".join(map(str, names)).encode()).digest()[:8]) >> 1


def of_dashes(rows: Sequence[Row]) -> list[bool | None]:
    """Whether the speaker changes between neighbouring sentences; None where dashes do not tell."""
    marked = Habits.of(rows).dashes
    return [
        DASH.match(other["text"]) is not None if marked and share_block(one, other) else None
        for one, other in pairwise(rows)
    ]


def of_screenplay(rows: Sequence[Row], screenplay: Sequence[tuple[str, str]]) -> list[bool | None]:
    """The same from a screenplay."""
    said = screenplays.speakers(rows, screenplay)
    same = [screenplays.same_speaker(one, other, screenplay) for one, other in pairwise(said)]
    return [None if one is None else not one for one in same]


def as_pair(row: Row) -> Pair:
    """A row as input of the classifier."""
    return Pair(**{name: row[name] for name in Pair._fields})
