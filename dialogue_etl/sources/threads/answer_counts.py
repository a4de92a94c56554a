"""The passes over all dialogues that rules of answers need, shard by shard, then range by range.

survey (rules.py)  of each shard: the numbers of its pairs of post and answer
_share                   of each range of numbers: which shard counts which pair
_count                   of each shard: long answers, and tri-grams, of the pairs it counts
_choose                  of each range: those counted often enough
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl import run, shards
from dialogue_etl.filters import answers as statistics
from dialogue_etl.filters.answers import AnswerRules, Answers
from dialogue_etl.run import Job
from dialogue_etl.word_counts import CountsWriter, read_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import pyarrow as pa

    from dialogue_etl.filters.answers import Integers
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.store import Finished
    from dialogue_etl.text.word_numbers import Numbers
    from dialogue_etl.word_counts import Counts

_PAIRS = "pairs.arrow"
_KINDS = ("adverts", "frequent_trigrams")


def texts_of(batch: pa.RecordBatch) -> list[list[str]]:
    """The texts of a batch of dialogues."""
    turns = batch.column("turns")
    texts = iter(turns.flatten().field("text").to_pylist())
    return [[next(texts) for _ in range(number)] for number in turns.value_lengths().to_pylist()]


def survey(dialogues: Path, folder: Path, parts: int) -> None:
    """Write the pairs of post and answer in the dialogues of a shard, each once for a batch."""
    with CountsWriter(folder / _PAIRS, parts) as writer:
        for batch in shards.read_batches(dialogues, ["turns.list.element.text"]):
            pairs = np.unique(Answers.of(texts_of(batch)).pairs)
            writer.add(0, pairs, np.ones(len(pairs), np.int64))


def count(
    language: str, surveyed: Sequence[Finished], parts: int, rules: Mapping[str, Any], runtime: Runtime
) -> list[Finished]:
    """Count the answers of all dialogues.

    Args:
        language: BCP-47 tag.
        surveyed: per shard, with its dialogues and pairs.
        parts: ranges that the numbers are counted in.
        rules: values of the section.
        runtime: workers and store.

    Returns:
        Per range a folder with the numbers and counts of adverts and of frequent tri-grams (`rules_of`); none
        if no rule is on that needs them.
    """
    if all(rules[kind] == "off" for kind in _KINDS):
        return []
    shared = _shared(language, surveyed, parts, runtime)
    jobs = _count_jobs(language, surveyed, shared, parts, rules)
    counted = list(run.over_shards(f"count answers {language}", _count, jobs, runtime=runtime))
    limits = {"adverts": rules["adverts_posts"], "frequent_trigrams": rules["frequent_trigrams_utterances"]}
    keys = [shard.key for shard in counted]
    paths = tuple(shard.folder / f"{kind}.arrow" for kind in _KINDS for shard in counted)
    jobs = [
        Job(settings={"counts": keys, "limits": limits, "part": part, "parts": parts}, paths=paths)
        for part in range(parts)
    ]
    return list(run.over_shards(f"choose answers {language}", _choose, jobs, runtime=runtime))


def _shared(language: str, surveyed: Sequence[Finished], parts: int, runtime: Runtime) -> list[Finished]:
    keys = [shard.key for shard in surveyed]
    paths = tuple(shard.folder / _PAIRS for shard in surveyed)
    ranges = [{"surveys": keys, "part": part, "parts": parts} for part in range(parts)]
    jobs = [Job(settings=settings, paths=paths) for settings in ranges]
    return list(run.over_shards(f"share answers {language}", _share, jobs, runtime=runtime))


def _count_jobs(
    language: str,
    surveyed: Sequence[Finished],
    shared: Sequence[Finished],
    parts: int,
    rules: Mapping[str, Any],
) -> list[Job]:
    keys = [one.key for one in shared]
    settings = {"language": language, "long": rules["adverts_characters"], "parts": parts, "shared": keys}
    owned = tuple(one.folder / "owned.npy" for one in shared)
    return [
        Job(
            settings={
                **settings,
                "survey": shard.key,
                "firsts": [one.result["firsts"][number : number + 2] for one in shared],
            },
            paths=(shards.shard_path(shard.folder, "dialogues", 0, 1), *owned),
        )
        for number, shard in enumerate(surveyed)
    ]


def _share(job: Job, folder: Path) -> dict[str, Any]:
    """Say which shard counts which pair of a range."""
    part = read_part(job.paths, job.settings["part"], job.settings["parts"])
    owned = _owned(part, len(job.paths))
    np.save(folder / "owned.npy", np.concatenate([np.zeros(0, np.uint64), *owned]))
    return {"firsts": np.cumsum([0, *map(len, owned)]).tolist()}


def _owned(part: Counts, count: int) -> list[Numbers]:
    """For each shard the pairs of a range that it counts, sorted: the first that has a pair counts it."""
    distinct, firsts = np.unique(part.words, return_index=True)  # `read_part` reads shard after shard
    of = part.shards[firsts]
    return [distinct[of == shard] for shard in range(count)]


def _count(job: Job, folder: Path) -> dict[str, Any]:
    """Count the long answers and the tri-grams of the pairs a shard counts."""
    settings = job.settings
    own = np.concatenate(
        [
            np.load(path, mmap_mode="r")[start:end]
            for path, (start, end) in zip(job.paths[1:], settings["firsts"], strict=True)
        ]
    )
    with (
        CountsWriter(folder / "adverts.arrow", settings["parts"]) as adverts,
        CountsWriter(folder / "frequent_trigrams.arrow", settings["parts"]) as trigrams,
    ):
        for answers in _counted_here(job.paths[0], own):
            long = [
                statistics.length(text, settings["language"]) > settings["long"] for text in answers.texts
            ]
            adverts.add(0, *statistics.counted(answers.responses[np.array(long, np.bool_)]))
            found, _ = statistics.trigrams(answers.texts, settings["language"])
            trigrams.add(0, *statistics.counted(found))
    return {}


def _counted_here(path: Path, own: Numbers) -> Iterator[Answers]:
    """The answers of a shard's dialogues that are counted, each once; ranges are in the order of numbers."""
    done = np.zeros(len(own), np.bool_)
    for batch in shards.read_batches(path, ["turns.list.element.text"]):
        answers = Answers.of(texts_of(batch))
        _, firsts = np.unique(answers.pairs, return_index=True)
        firsts.sort()
        inside, places = statistics.among(answers.pairs[firsts], own)
        fresh = inside & ~done[places] if len(own) else inside
        done[places[fresh]] = True
        yield answers.chosen(firsts[fresh])


def _choose(job: Job, folder: Path) -> dict[str, Any]:
    """Choose what was counted often enough."""
    settings = job.settings
    shards_of = len(job.paths) // len(_KINDS)
    for place, kind in enumerate(_KINDS):
        paths = job.paths[place * shards_of : (place + 1) * shards_of]
        part = read_part(paths, settings["part"], settings["parts"])
        numbers, counts = statistics.summed(part.words, part.counts)
        often = counts > settings["limits"][kind]
        np.save(folder / f"{kind}.npy", numbers[often])
        np.save(folder / f"{kind}_counts.npy", counts[often])
    return {}


def rules_of(language: str, rules: Mapping[str, Any], counted: Sequence[Path]) -> AnswerRules:
    """The rules of answers with what `count` counted; with nothing counted they find nothing."""
    trigrams, _ = _chosen(counted, "frequent_trigrams")
    return AnswerRules(language, rules, _chosen(counted, "adverts"), trigrams)


def _chosen(folders: Sequence[Path], kind: str) -> tuple[Numbers, Integers]:
    """The numbers of adverts (answers) or of frequent tri-grams, sorted, and how often each was counted."""
    numbers = [np.load(folder / f"{kind}.npy") for folder in folders]
    counts = [np.load(folder / f"{kind}_counts.npy") for folder in folders]
    return (
        np.concatenate([np.zeros(0, np.uint64), *numbers]),
        np.concatenate([np.zeros(0, np.int64), *counts]),
    )
