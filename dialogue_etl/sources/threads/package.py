"""Stage `package`: the dataset of threads that people take away, over all languages.

    <language>/<split>.parquet …       the forms that `package.formats` names, as for books
    corpora.tsv                        the corpora, their licences, and what each gave
    README.md                          the dataset card

Threads, splits and dialogues of a shard are read side by side: what is held in memory is a shard's threads
that have dialogues, never those of the whole corpus.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dialogue_etl import run, shards
from dialogue_etl.formats.forms import language_writer
from dialogue_etl.progress import progress
from dialogue_etl.sources.threads import card
from dialogue_etl.sources.threads.drop_counts import drop_counts
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from dialogue_etl.formats.forms import LanguageWriter
    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime

_STAGE = "package"
_UNITS = ("threads", "dialogues", "utterances")
_LEAVING_OUT = ("extract", "rules", "classify")
_Key = tuple[str, str, str]  # language, corpus, rights


@dataclass(frozen=True)
class Thread:
    """What goes with every dialogue of a thread."""

    corpus: str
    rights: str
    work_id: str
    split: str


@dataclass(frozen=True)
class Corpus:
    """What a corpus gave to the dataset.

    Attributes:
        name: as it was imported.
        language: BCP-47 tag.
        rights: as whoever imported it stated them; a corpus with several has a line for each.
        threads: with a dialogue in the dataset.
        dialogues: of all splits.
        utterances: of all splits.
        splits: dialogues of each.
    """

    name: str
    language: str
    rights: str
    threads: int
    dialogues: int
    utterances: int
    splits: tuple[int, ...]


@dataclass
class _Tally:
    """Counts of a corpus while its shards go by."""

    threads: Counter[str] = field(default_factory=Counter)
    dialogues: Counter[str] = field(default_factory=Counter)
    utterances: Counter[str] = field(default_factory=Counter)


def package(
    *,
    stages: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime | None = None,  # noqa: ARG001 - every stage is given it
) -> None:
    """Write the dataset of all languages.

    Args:
        stages: the folder that holds the outputs of all stages, by stage and language.
        output: the dataset's folder.
        metrics: the JSON file of counts.
        params: which languages and forms, and what the card says of the rest.
        runtime: not used: writing is all there is to do. Every stage is given it.

    Raises:
        MissingTableError: a language has not been through all stages.
    """
    tallies: dict[_Key, _Tally] = {}
    dropped: Counter[tuple[str, str]] = Counter()
    with shards.whole(output) as folder:
        for language in params.threads.languages:
            _write_language(stages, folder, language, params, tallies)
            dropped += _dropped(stages, language)
        corpora = [_corpus(key, tally) for key, tally in sorted(tallies.items())]
        statistics = {language: count(tallies, language) for language in params.threads.languages}
        _write_corpora(folder / "corpora.tsv", corpora)
        text = card.render(statistics, corpora, dropped, params)
        (folder / "README.md").write_text(text, encoding="utf-8", newline="\n")
    result = {"languages": statistics, "total": count(tallies)}
    run.write_metrics(metrics, result)
    run.report_counts(_STAGE, "all", result)


def _write_language(
    stages: Path, folder: Path, language: str, params: Params, tallies: dict[_Key, _Tally]
) -> None:
    tables = (("ingest", "threads"), ("split", "splits"), ("classify", "dialogues"))
    found = [shards.shard_paths(stages / stage / language, table) for stage, table in tables]
    filled = {split for path in found[1] for split in _splits(path)}
    splits = [split for split in SPLIT_NAMES if split in filled]
    with language_writer(folder, language, splits, params.package.formats) as writer:
        side_by_side = list(zip(*found, strict=True))
        for threads, dealt, dialogues in progress(f"package {language}", side_by_side, len(side_by_side)):
            _write_shard(read_threads(threads, dealt), dialogues, language, writer, tallies)


def _splits(path: Path) -> set[str]:
    return {name for batch in shards.read_batches(path, ["split"]) for name in batch[0].unique().to_pylist()}


def read_threads(threads: Path, splits: Path) -> dict[str, Thread]:
    """The threads of a shard that have dialogues.

    Args:
        threads: the shard's threads, from `ingest`.
        splits: its splits.
    """
    dealt = {
        row["source_id"]: (row["work_id"], row["split"])
        for row in shards.read_shard(splits, ["source_id", "work_id", "split"])
    }
    found = {}
    for row in shards.read_shard(threads, ["id", "corpus", "rights"]):
        if place := dealt.get(row["id"]):
            found[row["id"]] = Thread(row["corpus"], row["rights"] or "", *place)
    return found


def _write_shard(
    threads: Mapping[str, Thread],
    dialogues: Path,
    language: str,
    writer: LanguageWriter,
    tallies: dict[_Key, _Tally],
) -> None:
    seen: set[str] = set()
    for row in shards.read_shard(dialogues):
        id = row["source_id"]
        if thread := threads.get(id):  # else it was left out when the threads were dealt
            writer.write(thread.split, dataset_row(row, thread))
            tally = tallies.setdefault((language, thread.corpus, thread.rights), _Tally())
            tally.threads[thread.split] += id not in seen
            tally.dialogues[thread.split] += 1
            tally.utterances[thread.split] += len(row["turns"])
            seen.add(id)


def dataset_row(row: Mapping[str, Any], thread: Thread) -> dict[str, Any]:
    """A dialogue with its provenance, as books have theirs: a row of `formats.dialogue.DATASET`."""
    return {
        "id": row["id"],
        "source_id": row["source_id"],
        "work_id": thread.work_id,
        "language": row["language"],
        "corpus": thread.corpus,
        "title": None,
        "authors": [],
        "rights": thread.rights,
        "turns": row["turns"],
    }


def _corpus(key: _Key, tally: _Tally) -> Corpus:
    language, name, rights = key
    sums = (tally.threads.total(), tally.dialogues.total(), tally.utterances.total())
    return Corpus(name, language, rights, *sums, tuple(tally.dialogues[split] for split in SPLIT_NAMES))


def count(tallies: Mapping[_Key, _Tally], language: str | None = None) -> dict[str, dict[str, int]]:
    """Threads, dialogues and utterances per split, and of all splits together; of one language or of all."""
    chosen = [tally for key, tally in tallies.items() if language in (None, key[0])]
    counts = {
        split: {unit: sum(getattr(tally, unit)[split] for tally in chosen) for unit in _UNITS}
        for split in SPLIT_NAMES
    }
    return {**counts, "all": {unit: sum(counts[split][unit] for split in SPLIT_NAMES) for unit in _UNITS}}


def _dropped(stages: Path, language: str) -> Counter[tuple[str, str]]:
    """Dialogues left out, by stage and reason."""
    counts: Counter[tuple[str, str]] = Counter()
    for stage in _LEAVING_OUT:
        for (unit, reason), number in drop_counts(stages / stage / language).items():
            if unit == "dialogue":
                counts[stage, reason] += number
    return counts


def _write_corpora(path: Path, corpora: Iterable[Corpus]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(["corpus", "language", "rights", *_UNITS, *SPLIT_NAMES])
        writer.writerows(_lines(corpora))


def _lines(corpora: Iterable[Corpus]) -> Iterator[tuple[object, ...]]:
    for corpus in corpora:
        sums = (corpus.threads, corpus.dialogues, corpus.utterances)
        yield (corpus.name, corpus.language, corpus.rights, *sums, *corpus.splits)
