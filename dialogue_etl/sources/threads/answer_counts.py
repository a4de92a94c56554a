"""The passes over all dialogues that rules of answers need.

survey (rules.py)  of each shard: the numbers of its pairs of post and answer
_OWNED             which shard counts which pair
_count             of each shard: long answers, and tri-grams, of the pairs it counts
_OFTEN             those counted often enough
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl import run, shards
from dialogue_etl.filters import answers as statistics
from dialogue_etl.filters.answers import AnswerRules, Answers
from dialogue_etl.filters.said import Said
from dialogue_etl.run import Job
from dialogue_etl.text.word_numbers import among

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.runtime import Runtime
    from dialogue_etl.store import Finished
    from dialogue_etl.text.word_numbers import Numbers

_COLUMNS = ["source_id", "turns.list.element.text"]
_KINDS = ("adverts", "frequent_trigrams")
_PAIRS = pa.schema([("pair", pa.uint64()), ("shard", pa.int32())])
_COUNTS = pa.schema([("kind", pa.int8()), ("number", pa.uint64()), ("count", pa.int32())])

_OWNED = "SELECT min(shard) AS shard, pair FROM pairs GROUP BY pair ORDER BY shard, pair"
"""Each pair once: the first shard that has it counts it."""

_OFTEN = """
SELECT kind, number, sum(count)::BIGINT AS count FROM counts GROUP BY kind, number
HAVING sum(count) > CASE kind WHEN 0 THEN $adverts ELSE $trigrams END ORDER BY kind, number
"""


def _answers(batch: pa.RecordBatch, apart: Sequence[str]) -> Answers:
    return Answers.of(Said.of(batch.column("turns"), batch.column("source_id"), apart))


def survey(folder: Path, shard: int, apart: Sequence[str]) -> None:
    """Write the pairs of post and answer in the dialogues of a shard beside them, each once for a batch."""
    dialogues = shards.shard_path(folder, "dialogues", 0, 1)
    with shards.ShardWriter(folder, 0, 1, (), pairs=_PAIRS) as writer:
        for batch in shards.read_batches(dialogues, _COLUMNS):
            pairs = np.unique(_answers(batch, apart).pairs)
            writer.write("pairs", pa.table([pairs, np.full(len(pairs), shard, np.int32)], schema=_PAIRS))


def count(
    language: str,
    surveyed: Sequence[Finished],
    rules: Mapping[str, Any],
    apart: Sequence[str],
    runtime: Runtime,
) -> list[Finished]:
    """Count the answers of all dialogues, those of some corpora apart from the others.

    Returns:
        One with the numbers and counts of adverts and of frequent tri-grams (`rules_of`); none if no rule is
        on that needs them.
    """
    if all(rules[kind] == "off" for kind in _KINDS):
        return []
    owned = run.aggregate(f"share answers {language}", _OWNED, {"pairs": surveyed}, runtime=runtime)
    settings = {
        "language": language,
        "long": rules["adverts_characters"],
        "owned": owned.key,
        "apart": list(apart),
    }
    jobs = [
        Job(
            settings={**settings, "survey": shard.key, "shard": number},
            paths=(shards.shard_path(shard.folder, "dialogues", 0, 1), owned.folder / run.ROWS),
        )
        for number, shard in enumerate(surveyed)
    ]
    counted = list(run.over_shards(f"count answers {language}", _count, jobs, runtime=runtime))
    limits = {"adverts": rules["adverts_posts"], "trigrams": rules["frequent_trigrams_utterances"]}
    return [run.aggregate(f"choose answers {language}", _OFTEN, {"counts": counted}, limits, runtime=runtime)]


def _count(job: Job, folder: Path) -> dict[str, Any]:
    """Count the long answers and the tri-grams of the pairs a shard counts."""
    settings = job.settings
    owned = pq.read_table(job.paths[1], columns=["pair"], filters=[("shard", "=", settings["shard"])])
    with shards.ShardWriter(folder, 0, 1, (), counts=_COUNTS) as writer:
        for answers in _counted_here(job.paths[0], owned["pair"].to_numpy(), settings["apart"]):
            long = [
                statistics.length(text, settings["language"]) > settings["long"] for text in answers.texts
            ]
            trigrams = answers.trigrams(settings["language"])
            for kind, found in enumerate((answers.responses[np.array(long, np.bool_)], trigrams)):
                numbers, counts = np.unique(found, return_counts=True)
                kinds = np.full(len(numbers), kind, np.int8)
                writer.write("counts", pa.table([kinds, numbers, counts.astype(np.int32)], schema=_COUNTS))
    return {}


def _counted_here(path: Path, own: Numbers, apart: Sequence[str]) -> Iterator[Answers]:
    """The answers of a shard's dialogues that are counted, each once; `own` is sorted."""
    done = np.zeros(len(own), np.bool_)
    for batch in shards.read_batches(path, _COLUMNS):
        answers = _answers(batch, apart)
        _, firsts = np.unique(answers.pairs, return_index=True)
        firsts.sort()
        inside, places = among(answers.pairs[firsts], own)
        fresh = inside & ~done[places] if len(own) else inside
        done[places[fresh]] = True
        yield answers.chosen(firsts[fresh])


def rules_of(language: str, rules: Mapping[str, Any], counted: Sequence[Path]) -> AnswerRules:
    """The rules of answers with what `count` counted; with nothing counted they find nothing."""
    found = pq.read_table(counted[0] / run.ROWS) if counted else _COUNTS.empty_table()
    adverts, trigrams = (found.filter(pc.field("kind") == kind) for kind in range(len(_KINDS)))
    often = adverts["number"].to_numpy(), adverts["count"].to_numpy()
    return AnswerRules(language, rules, often, trigrams["number"].to_numpy())
