"""A version in DVC's cache, made without stages: two books and a film, with markup in every text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
from dvc_airflow.versions import Version

from dialogue_etl.core.shards import shard_of
from dialogue_etl.core.tables import DROPS
from dialogue_etl.formats.dialogue import DATASET
from dialogue_etl.sources.books.tables import TEXTS
from tests.compare.versions_made import folder_out, stored_out
from tests.tables import writer

if TYPE_CHECKING:
    from collections.abc import Sequence

    Row = dict[str, Any]

SCRIPT = "<script>alert(1)</script>"
TEXT = (
    f"The gate {SCRIPT} stood open.\n\n“Who is there?” asked Ann.\n\n“Only the <b>wind</b>.”\n\n"
    + "It rained. " * 200
    + "\n\n“Come in, then.”\n\n“Thank you.”\n\nHe said “so to speak” and left."
)
SHARDS = 2


def turn(said: str, speaker: str | None = None, label: str | None = None, text: str = TEXT) -> Row:
    """A turn with its place in the text, if it has one."""
    start = text.find(said)
    labels = [{"scheme": "x", "label": label, "score": 0.5}] if label else []
    spans = [{"start": start, "end": start + len(said)}] if start >= 0 else []
    return {"text": said, "spans": spans, "speaker": speaker, "labels": labels}


FIRST = [turn("Who is there?", f"Ann {SCRIPT}", "afraid"), turn("Only the <b>wind</b>.")]
SECOND = [turn("Come in, then."), turn("Thank you.", "Bob", "grateful")]
OTHER = [turn("Ahoy!"), turn("Ahoy yourself."), turn("Well.")]


def dialogue(id: str, book: str, turns: list[Row], **more: Any) -> Row:
    """A row of a packaged dataset."""
    known = {"id": id, "source_id": book, "language": "en", "title": f"Gate of {book} {SCRIPT}"}
    return {**dict.fromkeys(DATASET.names), **known, "authors": ["Orr, A."], "turns": turns, **more}


TRAIN = [dialogue("b1:1", "b1", FIRST), dialogue("b1:2", "b1", SECOND)]
TEST = [dialogue("b2:9", "b2", OTHER, corpus="harbour")]


def drop(unit: str, id: str, book: str, reason: str, **more: Any) -> Row:
    """A row of a drops table."""
    return {**dict.fromkeys(DROPS.names), "unit": unit, "id": id, "source_id": book, "reason": reason, **more}


DROPPED = {
    "prefilter": [drop("book", "b3", "b3", "max_kl_divergence", value=1.82, threshold=1.2)],
    "extract": [
        drop(
            "utterance",
            "b1:3",
            "b1",
            "drop_scare_quotes",
            detail=f"so to speak {SCRIPT}",
            start=TEXT.index("so to speak"),
            end=TEXT.index("so to speak") + 11,
        )
    ],
}
METRICS = {
    "metrics/books/report.json": {
        "languages": {
            "en": {
                "dialogues": 3,
                "removed": {"prefilter": {"books": {"max_kl_divergence": {"number": 1, "share": 0.3}}}},
            }
        },
        "total": {
            "dialogues": 3,
            "utterances": 7,
            "turns_with_speaker": 0.2857,
            "estimated_wrong_pairs": 0.0667,
        },
    },
    "metrics/books/evaluate.json": {"all": {"wrong_pairs": 0.0712}},
}


def make(root: Path, number: int = 1, languages: Sequence[str] = ("en",)) -> Version:
    """The version, of the DAG `books`, in `published/` and the cache of a workspace."""
    built = root / "built"
    for language in languages:
        for split, rows in (("train", TRAIN), ("test", TEST)):
            of_language = [{**row, "language": language} for row in rows]
            write(built / f"data/books/dataset/{language}/{split}.parquet", of_language)
    (built / "data/books/dataset/README.md").write_text("A card.")
    _table(built, "download", "texts", [_book(id) for id in ("b1", "b2", "b3")])
    for stage, rows in DROPPED.items():
        _table(built, stage, "drops", [{**row, "stage": stage} for row in rows])
    paths = ["data/books/dataset", *(f"data/books/{stage}/en" for stage in ("download", *DROPPED))]
    outs = [folder_out(root, path, built / path) for path in paths]
    outs.append(stored_out(root, "metrics/books/extract/en.json", b'{"kept": {"turns": 1234}}'))
    folder = root / "published" / "default" / str(number)
    (folder / "report").mkdir(parents=True)
    known = {"variant": "default", "number": number, "tag": f"dataset/default/{number}", "commit": "c" * 40}
    run = {"run_id": "run+1", "run_url": "http://airflow/dags/books/runs/run%2B1", "metrics": METRICS}
    version = Version(
        **known, **run, date="2026-01-01T00:00:00+00:00", outs={out["path"]: out["md5"] for out in outs}
    )
    version.save(folder)
    return version


def write(path: Path, rows: list[Row], group: int = 1) -> Path:
    """Packaged dialogues, in row groups of a size."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows, DATASET), path, row_group_size=group)
    return path


def _book(id: str) -> Row:
    title = "The Lost <i>Voyage</i>" if id == "b3" else f"Gate of {id} {SCRIPT}"
    text = TEXT if id == "b1" else "Short."
    return {**dict.fromkeys(TEXTS.names), "id": id, "title": title, "text": text, "language": "en"}


def _table(built: Path, stage: str, table: str, rows: list[Row]) -> None:
    folder = built / f"data/books/{stage}/en"
    for shard in range(SHARDS):
        with writer(folder, shard, SHARDS, [table]) as write_rows:
            key = "id" if table == "texts" else "source_id"
            write_rows.add(table, [row for row in rows if shard_of(row[key], SHARDS) == shard])
