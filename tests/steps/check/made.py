"""Datasets of threads made by hand, in every form, to break one thing at a time."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl import params
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats.forms import language_writer
from dialogue_etl.params import Params
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps import gates
from dialogue_etl.steps.check.stage import check
from tests.conftest import quick_runtime

FORMS = ("parquet", "jsonl", "text", "lccc", "rows", "tsv", "characters")
Row = dict[str, Any]


def dialogue(thread: str, number: int, *texts: str, language: str = "zh") -> Row:
    """A row of the dataset, whose speakers take turns."""
    id = f"{thread}:{number}"
    turns = [
        {"text": text, "spans": [], "speaker": str(place % 2 + 1), "speaker_confidence": 1.0}
        | {"utterance_id": f"{id}.{place}"}
        for place, text in enumerate(texts)
    ]
    named = {"id": id, "source_id": thread, "work_id": thread, "language": language}
    corpus = {"corpus": thread.partition(":")[0], "title": None, "authors": [], "rights": "CC0-1.0"}
    return {**named, **corpus, "turns": turns}


def dialogues(language: str = "zh", corpus: str = "corner") -> dict[str, list[Row]]:
    """Twelve dialogues of six threads, by split."""

    def of(thread: int) -> list[Row]:
        said = [(f"{corpus} {thread} 问 {place}", f"<NAME1> 答 {place}") for place in range(2)]
        name = f"{corpus}:{thread}"
        return [dialogue(name, place, *texts, language=language) for place, texts in enumerate(said)]

    return {
        "train": [row for thread in range(4) for row in of(thread)],
        "validation": of(4),
        "test": of(5),
    }


@dataclass(frozen=True)
class Made:
    """A dataset, and what its check said."""

    folder: Path
    params: Params

    @property
    def dataset(self) -> Path:
        return self.folder / "dataset"

    def check(self, source: str = "threads", **runtime: Any) -> Made:
        """Run the check of a source."""
        places = {"output": self.folder / "check", "metrics": self.folder / "metrics.json"}
        check(
            source=SOURCES[source],
            dataset=self.dataset,
            params=self.params,
            runtime=quick_runtime(**runtime),
            **places,
        )
        return self

    @property
    def metrics(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "metrics.json").read_text("utf-8"))
        return found

    @property
    def wrong(self) -> dict[str, int]:
        """The figures of what is wrong that are not 0, by kind."""
        sizes = {"threads", "dialogues", "utterances", "held_out"}
        return {name: n for name, n in self.metrics["total"].items() if n != 0 and name not in sizes}

    @property
    def examples(self) -> list[Row]:
        found: list[Row] = json.loads((self.folder / "check/examples.json").read_text("utf-8"))["examples"]
        return found


def make(
    folder: Path,
    languages: Mapping[str, Mapping[str, Sequence[Row]]],
    changes: Mapping[str, Any] | None = None,
) -> Made:
    """Write a dataset with its list of corpora.

    Args:
        folder: empty.
        languages: language, split: rows.
        changes: of parameters, by dotted key.
    """
    tags = [language for language in languages if language != "mixed"]
    values = {"threads.languages": tags, "package.formats": [*FORMS, "pairs"], **(changes or {})}
    made = Made(folder, params.parse(params.override({}, values)))
    for language, splits in languages.items():
        filled = [split for split in SPLIT_NAMES if splits[split]]
        with language_writer(made.dataset, language, filled, made.params.package.formats) as write:
            for split in filled:
                for row in splits[split]:
                    write(split, row)
    _list(made.dataset / "corpora.tsv", languages)
    return made


def checked(
    folder: Path, rows: Mapping[str, Sequence[Row]], changes: Mapping[str, Any] | None = None
) -> Made:
    """A dataset of Chinese threads that was checked."""
    return make(folder, {"zh": rows}, changes).check()


def stopped(made: Made, source: str = "threads") -> dict[str, str]:
    """Gate → reason, for a version of this dataset."""
    metrics = {gates.check_file(source): made.metrics}
    return gates.stops({}, metrics, None, source=source)


def _list(path: Path, languages: Mapping[str, Mapping[str, Sequence[Row]]]) -> None:
    lines = []
    for language, splits in languages.items():
        for corpus in sorted({row["corpus"] or "" for rows in splits.values() for row in rows}):
            own = {
                split: [row for row in rows if (row["corpus"] or "") == corpus]
                for split, rows in splits.items()
            }
            number = Counter({split: len(rows) for split, rows in own.items()})
            threads = {row["source_id"] for rows in own.values() for row in rows}
            said = sum(len(row["turns"]) for rows in own.values() for row in rows)
            sums = (len(threads), number.total(), said)
            lines.append((corpus, language, "CC0-1.0", *sums, *(number[split] for split in SPLIT_NAMES)))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(["corpus", "language", "rights", "threads", "dialogues", "utterances", *SPLIT_NAMES])
        writer.writerows(lines)
