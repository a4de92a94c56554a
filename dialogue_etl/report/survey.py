"""Counts of a language for the report, from the outputs of all stages.

DuckDB counts rows of tables; words are counted shard by shard, in parallel, and counts of an interrupted run
are taken from the store. Examples are the rows with the smallest hashes, so that the result is the same for
any number of workers and shards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.core import run, shards
from dialogue_etl.core.engines.database import MEMORY, connected
from dialogue_etl.core.run import Job
from dialogue_etl.filters.text_batch import TextBatch
from dialogue_etl.languages.names import name_of
from dialogue_etl.report.quality import THOUSAND, Quality
from dialogue_etl.report.sizes import KINDS, Size, kind_of
from dialogue_etl.text import points

if TYPE_CHECKING:
    import duckdb

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.text.points import Offsets

    Records = list[Mapping[str, Any]]

_MOST_FILES = 100
_ROWS = 10_000
"""Dialogues at once: only what is counted is read, and each text of a batch is cut into words once."""
_OF_TURNS = ("text", "speaker", "speaker_confidence", "speech_confidence")
_COUNTED = ["source_id", *map("turns.list.element.{}".format, _OF_TURNS)]
_DOCUMENTS = "SELECT count(DISTINCT source_id) FROM {}_dialogues"
_DATASET = """CREATE TEMP VIEW dataset AS SELECT * FROM {}_dialogues
    WHERE source_id IN (SELECT source_id FROM split_splits)"""
_TABLES = {
    "splits": """SELECT split, count(*) AS documents, sum(dialogues) AS dialogues,
        sum(utterances) AS utterances, any_value(method) AS method FROM split_splits GROUP BY 1 ORDER BY 1""",
    "drops": """SELECT stage, unit, reason, count(*) AS number, coalesce(sum(value), 0) AS value
        FROM drops GROUP BY ALL ORDER BY ALL""",
}
_KEPT = """SELECT {{id: id, source_id: source_id, turns: [turn.text for turn in turns]}} FROM dataset
    WHERE id IN (SELECT id FROM dataset ORDER BY sha256(id) || id LIMIT {0})
    ORDER BY sha256(id) || id LIMIT {0}"""
_DROPPED = """SELECT stage, unit, reason, min_by(drops, sha256(id) || id || coalesce(detail, ''), {})
    FROM drops GROUP BY ALL ORDER BY ALL"""

Words = Callable[[Sequence[str], str], pa.ListArray]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to count for a source.

    Attributes:
        dialogues: stages that write dialogues, in order; the dataset consists of those of the last one whose
            documents are in a split.
        drops: stages that write drops, in order.
        words: splits utterances into words, given their language (BCP-47); a list of words for each.
        vocabulary: whether distinct words are counted.
        tables: further tables to read, as (stage, table).
        queries: returns further queries by name, given the parameters; they read tables as `<stage>_<table>`.
    """

    dialogues: tuple[str, ...]
    drops: tuple[str, ...]
    words: Words
    vocabulary: bool = False
    tables: tuple[tuple[str, str], ...] = ()
    queries: Callable[[Params], Mapping[str, str]] = lambda _: {}

    @property
    def inputs(self) -> tuple[tuple[str, str], ...]:
        """All tables to read, as (stage, table)."""
        dialogues = ((stage, "dialogues") for stage in self.dialogues)
        drops = ((stage, "drops") for stage in self.drops)
        return ("split", "splits"), *dialogues, *drops, *self.tables


@dataclass(frozen=True, eq=False)
class Survey:
    """Counts of one language.

    Attributes:
        tag: BCP-47.
        name: of the language, in English.
        tables: `left`, numbers after each stage that writes dialogues; `turns` and `words`, numbers of
            dialogues and utterances of the dataset by length; `confidence`, turns by that of their speaker in
            thousandths; `splits`; `drops`, number of drops by reason and sum of their measured values; and
            those of the source's plan.
        size: of the dataset.
        kinds: sizes of single-turn and of multi-turn dialogues.
        quality: what is known of it without annotation; a source adds the expected number of wrong pairs.
        samples: example rows: of `("kept",)`, dialogues of the dataset; of `("drops", stage, unit, reason)`,
            rows of the drops tables.
    """

    tag: str
    name: str
    tables: Mapping[str, pd.DataFrame]
    size: Size
    kinds: Mapping[str, Size]
    quality: Quality
    samples: Mapping[tuple[str, ...], Records]

    @property
    def split_method(self) -> str:
        """How works were assigned to splits: hash or size; empty if there are none."""
        return next(iter(self.tables["splits"]["method"].dropna()), "")

    def number(self, table: str, column: str, **where: str) -> int:
        """The sum of a column over the rows with these values."""
        frame = self.tables[table]
        wanted = np.full(len(frame), fill_value=True)
        for name, value in where.items():
            wanted &= frame[name].to_numpy() == value
        return int(frame[column][wanted].sum())  # only one column, since it is called hundreds of times


def survey(folder: Path, tag: str, plan: Plan, params: Params, *, runtime: Runtime) -> Survey:
    """Count the outputs of all stages for a language.

    Args:
        folder: outputs of all stages, by stage and language.
        tag: of the language, BCP-47.
        plan: what to count.
        params: number of examples, and what the queries of the plan need.
        runtime: workers and store.

    Raises:
        MissingTableError: a stage has not run for the language.
    """
    paths = {each: shards.shard_paths(folder / each[0] / tag, each[1]) for each in plan.inputs}
    read = [paths["split", "splits"], paths[plan.dialogues[-1], "dialogues"]]
    jobs = [Job(inputs=files, settings={"language": tag}) for files in zip(*read, strict=True)]
    work = partial(count_words, words=plan.words, vocabulary=plan.vocabulary)
    counted = list(run.over_shards(f"report {tag}", work, jobs, runtime=runtime))
    turns = {stage: _turns(paths[stage, "dialogues"]) for stage in plan.dialogues}
    with _database(paths, plan, runtime) as base:
        queries = {**_TABLES, **plan.queries(params)}
        tables = {name: _frame(base, query) for name, query in queries.items()}
        tables["left"] = _left(base, turns)
        samples = _samples(base, params.report.examples)
    tables["turns"] = _lengths("turns", "dialogues", [shard.result["turns"] for shard in counted])
    tables["words"] = _lengths("words", "utterances", [shard.result["words"] for shard in counted])
    tables["confidence"] = _lengths("confidence", "turns", [shard.result["confidence"] for shard in counted])
    words = {kind: _distinct([_read_words(shard.folder, kind) for shard in counted]) for kind in KINDS}
    raw = turns[plan.dialogues[0]]
    kinds = {
        kind: Size(
            **sum((Counter(shard.result["sizes"][kind]) for shard in counted), Counter()),
            raw=sum(number for length, number in raw.items() if kind_of(length) == kind),
            vocabulary=len(words[kind]),
        )
        for kind in KINDS
    }
    documents = int(tables["splits"]["documents"].sum())
    vocabulary = len(_distinct(list(words.values())))
    size = replace(sum(kinds.values(), Size()), documents=documents, vocabulary=vocabulary)
    quality = sum((Quality(**shard.result["quality"]) for shard in counted), Quality())
    return Survey(tag, name_of(tag), tables, size, kinds, quality, samples)


@contextmanager
def _database(
    paths: Mapping[tuple[str, str], Sequence[Path]], plan: Plan, runtime: Runtime
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database with views `<stage>_<table>`, `drops` of all stages, and `dataset`."""
    with connected(memory=MEMORY, workers=runtime.workers, stored=False) as base:
        for (stage, table), files in paths.items():
            # Read by DuckDB: Arrow's data sets buffer files ahead, and memory grows with them.
            base.read_parquet(list(map(str, files))).create_view(f"{stage}_{table}")
        drops = " UNION ALL ".join(map("SELECT * FROM {}_drops".format, plan.drops))
        base.execute(f"CREATE TEMP VIEW drops AS {drops}")
        base.execute(_DATASET.format(plan.dialogues[-1]))
        yield base


def _turns(paths: Sequence[Path]) -> Counter[int]:
    """Numbers of dialogues by number of turns; for `len(turns)` DuckDB would read all texts."""
    lengths: Counter[int] = Counter()
    for path in paths:
        for batch in shards.read_batches(path, ["turns.list.element.speaker_confidence"], _ROWS):
            lengths.update(batch.column("turns").value_lengths().to_pylist())
    return lengths


def _left(base: duckdb.DuckDBPyConnection, turns: Mapping[str, Counter[int]]) -> pd.DataFrame:
    """Numbers after each stage, given its dialogues by number of turns."""
    rows = []
    for stage, lengths in turns.items():
        ((documents,),) = base.sql(_DOCUMENTS.format(stage)).fetchall()
        utterances = sum(length * number for length, number in lengths.items())
        rows.append((stage, documents, lengths.total(), utterances))
    return pd.DataFrame(rows, columns=["stage", "documents", "dialogues", "utterances"])


def _samples(base: duckdb.DuckDBPyConnection, examples: int) -> dict[tuple[str, ...], Records]:
    kept = base.sql(_KEPT.format(max(examples, 1))).fetchall()
    samples: dict[tuple[str, ...], Records] = {("kept",): [row for (row,) in kept][:examples]}
    for stage, unit, reason, rows in base.sql(_DROPPED.format(max(examples, _MOST_FILES))).fetchall():
        samples["drops", stage, unit, reason] = rows[: _MOST_FILES if unit == "file" else examples]
    return samples


def _frame(base: duckdb.DuckDBPyConnection, query: str) -> pd.DataFrame:
    found = base.sql(query)
    return pd.DataFrame(found.fetchall(), columns=found.columns)


def _lengths(of: str, number: str, counts: Sequence[list[tuple[int, int]]]) -> pd.DataFrame:
    """Sums of the counts of all shards, by length."""
    frame = pd.DataFrame([pair for pairs in counts for pair in pairs], columns=[of, number])
    return frame.groupby(of, as_index=False).sum()


def by_utterance(split: Callable[[str, str], list[str]], texts: Sequence[str], language: str) -> pa.ListArray:
    """The words of utterances, which `split` finds in one at a time."""
    return pa.array([split(text, language) for text in texts], pa.list_(pa.string()))


def count_words(job: Job, folder: Path, *, words: Words, vocabulary: bool) -> dict[str, Any]:
    """Count a shard of the dataset, and write its distinct words to a file for each kind of dialogue.

    Args:
        job: files of splits and dialogues.
        folder: to write to.
        words: splits utterances into words.
        vocabulary: whether to write distinct words.
    """
    splits, dialogues = job.inputs
    members = pa.array([row["source_id"] for row in shards.read_shard(splits, ["source_id"])], pa.string())
    sizes: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    found: dict[str, list[pa.Array]] = {kind: [] for kind in KINDS}
    lengths: Counter[int] = Counter()
    turns_each: Counter[int] = Counter()
    quality: Counter[str] = Counter()
    confidence: Counter[int] = Counter()
    for batch in shards.read_batches(dialogues, _COUNTED, _ROWS):
        dealt = batch.filter(pc.is_in(batch.column("source_id"), members))
        said = TextBatch.of(dealt.column("turns"))
        quality.update(_quality(dealt.column("turns").flatten()))
        confidence.update(_thousandths(dealt.column("turns").flatten().field("speaker_confidence")).tolist())
        cut = words(said.texts, job.settings["language"])
        number = cut.value_lengths().to_numpy()
        characters = np.fromiter((len("".join(text.split())) for text in said.texts), np.int64, len(cut))
        turns = np.diff(said.edges)
        turns_each.update(turns.tolist())
        kinds = np.array([KINDS.index(kind_of(one)) for one in turns.tolist()], np.int64)
        for place, kind in enumerate(KINDS):
            spoken = said.numbers[np.repeat(kinds == place, turns)]
            sizes[kind].update(
                dialogues=int((kinds == place).sum()),
                utterances=len(spoken),
                words=int(number[spoken].sum()),
                characters=int(characters[spoken].sum()),
            )
            if vocabulary:
                found[kind].append(cut.take(pa.array(points.distinct(spoken))).flatten().unique())
        for length, times in enumerate(np.bincount(number[said.numbers]).tolist()):
            lengths[length] += times
    for kind in KINDS:
        pq.write_table(pa.table({"word": _distinct(found[kind])}), folder / f"{kind}.parquet")
    return {
        "sizes": sizes,
        "quality": quality,
        "confidence": sorted(confidence.items()),
        "turns": sorted(turns_each.items()),
        "words": sorted((+lengths).items()),
    }


def _quality(turns: pa.StructArray) -> dict[str, int]:
    """The counts of `Quality` that turns say by themselves."""
    speech = _thousandths(turns.field("speech_confidence"))
    return {
        "turns": len(turns),
        "named": len(turns) - turns.field("speaker").null_count,
        "judged": len(speech),
        "speech": int(speech.sum()),
    }


def _thousandths(shares: pa.Array) -> Offsets:
    """Shares that are known, as integers of thousandths."""
    found: Offsets = np.rint(shares.drop_null().to_numpy().astype(np.float64) * THOUSAND).astype(np.int64)
    return found


def _read_words(folder: Path, kind: str) -> pa.Array:
    return pq.read_table(folder / f"{kind}.parquet").column("word").combine_chunks()


def _distinct(words: Sequence[pa.Array]) -> pa.Array:
    """Each word once, in the order in which they first occur: faster than sets of Python strings."""
    return pa.chunked_array(words, pa.string()).unique()
