"""Stage `mix-dataset`: the datasets of several sources as one, by weights and caps.

Each row keeps its source, rights and work, and is in the split that it has in its source. So a work is in two
splits only if it is in two languages, as films are, and these are split by size (splitting.py): the check
counts it.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.progress import progress
from dialogue_etl.core.split_files import Files, batches, splits
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.derived.mix import card, copies
from dialogue_etl.derived.mix.copies import Copy
from dialogue_etl.derived.mix.parameters import Mix
from dialogue_etl.derived.mix.plan import Part, limit, place, places, plan
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.evaluation.folder import named
from dialogue_etl.filters import contamination
from dialogue_etl.filters.contamination import Copies
from dialogue_etl.formats import MIXED
from dialogue_etl.formats.card import made_with
from dialogue_etl.formats.forms import language_writer
from dialogue_etl.sources import SOURCES

Row = dict[str, Any]

_STAGE = "mix"


@dataclass(frozen=True)
class Chosen:
    """A part of the mix, with its dialogues counted.

    Attributes:
        part: of the parameters.
        files: of its existing splits.
        available: number of dialogues.
        taken: number of chosen dialogues, by split.
        below: dialogues with a smaller place are chosen.
        without: the rows that are copies, by split.
        dropped: their number, by reason.
    """

    part: Part
    files: Mapping[str, Files]
    available: int
    taken: Mapping[str, int]
    below: int
    without: Mapping[str, frozenset[int]]
    dropped: Mapping[str, int]


def mix(
    *,
    data: Path,
    output: Path,
    metrics: Path,
    params: Params,
    workspace: Path,
    libraries: Path | None = None,
    tests: Path | None = None,
) -> None:
    """Write one dataset of the datasets of several sources, without copies of test sets.

    Raises:
        DialogueEtlError: a source is not built, or not as Parquet; or a folder has no dataset.
    """
    parts = {part: files for source in params[Mix].sources for part, files in _parts(data, source, params)}
    parts |= _others(params[Mix], workspace)
    left_out = copies.find(
        parts, Copies(contamination.inputs(tests)), duplicates=params[Mix].duplicates == "drop"
    )
    chosen = _choose(parts, left_out, params)
    utterances: Counter[tuple[Part, str]] = Counter()
    rights: Counter[tuple[str, str]] = Counter()
    totals = {split: sum(one.taken[split] for one in chosen) for split in SPLIT_NAMES}
    filled = [split for split in SPLIT_NAMES if totals[split]]
    with shards.atomic_folder(output) as folder:
        with language_writer(folder, MIXED, filled, **params.package.model_dump()) as write:
            for split in filled:
                rows = _interleaved(chosen, split, params[Mix].seed)
                for one, row in progress(f"mix {split}", rows, totals[split]):
                    write(split, row)
                    utterances[one.part, split] += len(row["turns"])
                    rights[row["corpus"], row["rights"] or card.NOT_STATED] += 1
        _list(folder, left_out)
        figures = {**_figures(chosen, utterances), **made_with(libraries)}
        card.write(folder, figures, rights, params)
    listed = [
        {"corpus": corpus, "rights": stated, "dialogues": number}
        for (corpus, stated), number in sorted(rights.items())
    ]
    run.write_metrics(metrics, {**figures, "rights": listed})
    run.report_counts(_STAGE, "all", {"total": figures["total"]})


def _parts(data: Path, source: str, params: Params) -> Iterator[tuple[Part, dict[str, list[Path]]]]:
    """The languages a source has that are wanted, with the files of their splits."""
    languages = SOURCES[source].languages(params)
    folder = data / source / "dataset"
    if languages and not folder.is_dir():
        raise DialogueEtlError(f"{folder}: no such dataset; build it first (dvc repro {source}-package)")
    if "parquet" not in params.package.formats:
        raise DialogueEtlError(
            f"package.formats: {', '.join(params.package.formats)}: mixing reads parquet; add it to the list"
        )
    for language in languages:
        if not params[Mix].languages or language in params[Mix].languages:
            yield Part(source, language), splits(folder / language)


def _others(mix: Mix, workspace: Path) -> Iterator[tuple[Part, dict[str, list[Path]]]]:
    """The languages of other datasets, with the files of their splits."""
    for name, at in mix.folders.items():
        folder = named(at, workspace)
        there = {own.name: files for own in sorted(folder.glob("*/")) if (files := splits(own))}
        if not there:
            raise DialogueEtlError(f"mix.datasets: {name}={at}: no <language>/<split>.parquet in it")
        for language, files in there.items():
            if not mix.languages or language in mix.languages:
                yield Part(name, language), files


def _list(folder: Path, left_out: Mapping[copies.Where, Sequence[Copy]]) -> None:
    """Write which dialogues are left out as copies, if any are."""
    rows = [
        f"{part.name}\t{split}\t{copy.id}\t{copy.reason}\t{copy.like}\n"
        for (part, split), found in left_out.items()
        for copy in sorted(found)
    ]
    if rows:
        text = "".join(["part\tsplit\tid\treason\tlike\n", *rows])
        (folder / "left_out.tsv").write_text(text, encoding="utf-8", newline="\n")


def _choose(
    parts: Mapping[Part, Mapping[str, Files]], left_out: Mapping[copies.Where, Sequence[Copy]], params: Params
) -> list[Chosen]:
    """What is taken of each part, by the places of its dialogues; copies are not there."""
    without = {where: frozenset(copy.row for copy in found) for where, found in left_out.items()}
    placed = {
        part: {
            split: np.delete(places(_ids(own), params[Mix].seed), sorted(without[part, split]))
            for split, own in files.items()
        }
        for part, files in progress("choose", parts.items(), len(parts))
    }
    available = {part: sum(map(len, splits.values())) for part, splits in placed.items()}
    sizes = plan(available, params[Mix])
    chosen = []
    for part, by_split in placed.items():
        below = limit(np.concatenate([np.zeros(0, np.uint64), *by_split.values()]), sizes[part])
        taken = {
            split: len(own) if below == 2**64 else int((own < np.uint64(below)).sum())
            for split, own in by_split.items()
        }
        chosen.append(
            Chosen(
                part,
                parts[part],
                available[part],
                dict.fromkeys(SPLIT_NAMES, 0) | taken,
                below,
                {split: without[part, split] for split in by_split},
                Counter(copy.reason for split in by_split for copy in left_out[part, split]),
            )
        )
    return chosen


def _ids(files: Files) -> Iterator[str]:
    for batch in batches(files, ["id"]):
        yield from batch.column("id").to_pylist()


def _interleaved(chosen: Sequence[Chosen], split: str, seed: int) -> Iterator[tuple[Chosen, Row]]:
    """The dialogues of all parts, each part spread evenly over the whole."""

    def spread(number: int) -> Iterator[tuple[float, int, Row]]:
        one = chosen[number]
        for index, row in enumerate(_rows(one, split, seed)):
            yield (index + 0.5) / one.taken[split], number, row

    streams = map(spread, range(len(chosen)))
    for _, number, row in heapq.merge(*streams, key=lambda item: item[:2]):
        yield chosen[number], row


def _rows(one: Chosen, split: str, seed: int) -> Iterator[Row]:
    """The chosen dialogues of a split, in the order of its files."""
    if not one.taken[split]:
        return
    numbers = count()
    for batch in batches(one.files[split]):
        there = (row for row in batch.to_pylist() if next(numbers) not in one.without[split])
        rows = (row for row in there if place(row["id"], seed) < one.below)
        yield from ({**row, "corpus": row.get("corpus") or one.part.source} for row in rows)


def _figures(chosen: Sequence[Chosen], utterances: Mapping[tuple[Part, str], int]) -> dict[str, Any]:
    """What the metrics say: what there was, what was taken, of each part and in all."""
    parts: dict[str, dict[str, Any]] = {}
    for one in chosen:
        splits = {
            split: {"dialogues": one.taken[split], "utterances": utterances[one.part, split]}
            for split in SPLIT_NAMES
        }
        dialogues, said = (sum(counts[key] for counts in splits.values()) for key in _COUNTS)
        there = one.available + sum(one.dropped.values())
        sizes = {"dialogues_in": there, "dialogues": dialogues, "left_out": there - dialogues}
        copied = {reason: one.dropped.get(reason, 0) for reason in copies.REASONS}
        parts[one.part.name] = {**sizes, **copied, "utterances": said, "splits": splits}
    names = ("dialogues_in", "dialogues", "left_out", *copies.REASONS, "utterances")
    return {"total": {name: sum(part[name] for part in parts.values()) for name in names}, "parts": parts}


_COUNTS = ("dialogues", "utterances")
