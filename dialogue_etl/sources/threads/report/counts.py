"""What is counted of threads beyond what every source has: corpora."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl import shards
from dialogue_etl.report.shard import Columns, Plan
from dialogue_etl.text import segmentation as cutting

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dialogue_etl.report.shard import Files, Records, Sampled

_COUNTS = ("threads", "comments", "dialogues")


def words(text: str, language: str) -> list[str]:
    """The words of an utterance as Wang et al. 2020 count them: jieba's in Chinese, punctuation included.

    Texts of other languages are cut at what is neither letter nor digit.
    """
    if cutting.is_chinese(language):
        return [token for token in cutting.tokens(text) if not token.isspace()]
    return cutting.words(text, language)


def count(files: Files, _settings: Mapping[str, Any]) -> tuple[dict[str, Records], Sampled]:
    """Corpora of a shard."""
    return {"corpora": _corpora(files["ingest", "threads"], files["classify", "dialogues"])}, []


def _corpora(threads: Path, dialogues: Path) -> Records:
    """Corpora with their rights: threads and comments that came in, and dialogues of the dataset."""
    of_thread: Counter[str] = Counter()
    for batch in shards.read_batches(dialogues, ["source_id"]):
        of_thread.update(batch.column(0).to_pylist())
    in_dataset = pa.array(of_thread, pa.string())
    counts: dict[tuple[str, str], Counter[str]] = {}
    for batch in shards.read_batches(threads, ["id", "corpus", "rights", "comments"]):
        table = pa.Table.from_batches([batch])
        sums = table.group_by(["corpus", "rights"]).aggregate([([], "count_all"), ("comments", "sum")])
        for row in sums.to_pylist():
            corpus = counts.setdefault((row["corpus"], row["rights"] or ""), Counter())
            corpus.update(threads=row["count_all"], comments=row["comments_sum"] or 0)
        for row in table.filter(pc.is_in(table["id"], value_set=in_dataset)).to_pylist():
            counts[row["corpus"], row["rights"] or ""]["dialogues"] += of_thread[row["id"]]
    return [
        {"corpus": name, "rights": rights, **{unit: corpus[unit] for unit in _COUNTS}}
        for (name, rights), corpus in counts.items()
    ]


PLAN = Plan(
    dialogues=("extract", "rules", "classify"),
    drops=("ingest", "extract", "rules", "classify"),
    words=words,
    vocabulary=True,
    tables=(("ingest", "threads"),),
    count=count,
    columns={"corpora": Columns(("corpus", "rights"), _COUNTS)},
)
