"""Counts over all dialogues for the rules for answers.

_ANSWERS  distinct answers with the number of their posts
_count    counts long answers and tri-grams in one part of them
_OFTEN    sums the counts and selects frequent ones
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.filters import answers
from dialogue_etl.filters.answers import AnswerRules
from dialogue_etl.filters.text_batch import BLANKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.core.store import Finished

_KINDS = ("adverts", "frequent_trigrams")
_COUNTS = pa.schema([("kind", pa.int8()), ("number", pa.uint64()), ("count", pa.int32())])

_ANSWERS = f"""
WITH turns AS (
    SELECT split_part(source_id, ':', 1) IN (FROM apart) AS apart, [t.text FOR t IN turns] AS texts
    FROM dialogues
), pairs AS (
    SELECT apart, texts[place] AS text,
        regexp_replace(texts[place - 1], '{BLANKS}', '', 'g') AS post,
        regexp_replace(texts[place], '{BLANKS}', '', 'g') AS answer
    FROM (SELECT *, unnest(range(2, len(texts) + 1)) AS place FROM turns)
), once AS (SELECT apart, post, answer, min(text) AS text FROM pairs GROUP BY apart, post, answer)
SELECT apart, min(text) AS text, count(*)::INTEGER AS posts FROM once GROUP BY apart, answer
"""  # noqa: S608 - a constant

# What exceeds the limit in total exceeds limit / parts in at least one part, so only few numbers are summed.
_OFTEN = """
WITH limits AS (SELECT 0 AS kind, $adverts AS most UNION ALL SELECT 1, $trigrams), likely AS (
    SELECT DISTINCT kind, number FROM counts JOIN limits USING (kind) WHERE count * $parts > most
)
SELECT kind, number, sum(count)::BIGINT AS count FROM counts SEMI JOIN likely USING (kind, number)
JOIN limits USING (kind) GROUP BY kind, number HAVING sum(count) > min(most) ORDER BY kind, number
"""


def count(
    language: str,
    cleaned: Sequence[Finished],
    rules: Mapping[str, Any],
    apart: Sequence[str],
    runtime: Runtime,
) -> list[Finished]:
    """Count the answers of all dialogues, separately for the corpora in `apart`.

    Returns:
        One result, with hashes and counts of adverts and of frequent tri-grams (`rules_of`); none if no
        active rule needs them.
    """
    if all(rules[kind] == "off" for kind in _KINDS):
        return []
    tables = {"dialogues": cleaned, "apart": pa.table({"name": pa.array(apart, pa.string())})}
    found = run.aggregate(f"find answers {language}", _ANSWERS, tables, runtime=runtime)
    rows = found.folder / run.ROWS
    settings = {"language": language, "long": rules["adverts_characters"], "answers": found.key}
    groups = range(pq.read_metadata(rows).num_row_groups)
    jobs = [Job(settings={**settings, "group": group}, paths=(rows,)) for group in groups]
    counted = list(run.over_shards(f"count answers {language}", _count, jobs, runtime=runtime))
    limits = {
        "adverts": rules["adverts_posts"],
        "trigrams": rules["frequent_trigrams_utterances"],
        "parts": sum(part.result["parts"] for part in counted),
    }
    counts = {"counts": counted or _COUNTS.empty_table()}
    return [run.aggregate(f"choose answers {language}", _OFTEN, counts, limits, runtime=runtime)]


def _count(job: Job, folder: Path) -> dict[str, Any]:
    """Count the long answers and the tri-grams of some answers."""
    language, least = job.settings["language"], job.settings["long"]
    parts = 0
    with (
        shards.ShardWriter(folder, 0, 1, (), counts=_COUNTS) as writer,
        pq.ParquetFile(job.paths[0]) as file,
    ):
        for batch in file.iter_batches(row_groups=[job.settings["group"]], use_threads=False):
            parts += 1
            texts, posts = batch["text"].to_pylist(), batch["posts"].to_numpy()
            salts = batch["apart"].to_numpy(zero_copy_only=False).astype(np.uint64)
            long = [
                place
                for place, text in enumerate(texts)
                if len(text) > least and answers.length(text, language) > least
            ]
            trigrams, owners = answers.trigrams(texts, language)
            numbers = answers.numbers([texts[place] for place in long], salts[long]), trigrams ^ salts[owners]
            for kind, (of, times) in enumerate(zip(numbers, (posts[long], posts[owners]), strict=True)):
                once, which = np.unique(of, return_inverse=True)
                counts = np.bincount(which, weights=times, minlength=len(once)).astype(np.int32)
                kinds = np.full(len(once), kind, np.int8)
                writer.write("counts", pa.table([kinds, once, counts], schema=_COUNTS))
    return {"parts": parts}


def rules_of(language: str, rules: Mapping[str, Any], counted: Sequence[Path]) -> AnswerRules:
    """The rules for answers with the results of `count`; without results they find nothing."""
    found = pq.read_table(counted[0] / run.ROWS) if counted else _COUNTS.empty_table()
    adverts, trigrams = (found.filter(pc.field("kind") == kind) for kind in range(len(_KINDS)))
    often = adverts["number"].to_numpy(), adverts["count"].to_numpy()
    return AnswerRules(language, rules, often, trigrams["number"].to_numpy())
