"""A workspace with subtitles that were built, as far as pairs need them."""

import shutil
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards
from dialogue_etl.core.tables import SCHEMAS
from dialogue_etl.sources.subtitles.tables import FILMS
from tests.conftest import ROOT

SAID = ("Where is he?", "<script>alert(1)</script>", "No.", "Is it you?", f"N{'o' * 40}!", "Why?")
FILMS_MADE = 30


def build(folder: Path) -> Path:
    """The workspace; film `tt<n>:1` is of the year 1970 + n and has 12 turns."""
    folder.mkdir()
    (folder / "dvc.yaml").write_text("stages: {}\n", encoding="utf-8")
    shutil.copy(ROOT / "params.yaml", folder)
    data = folder / "data" / "subtitles"
    tables = {"films": "films", "clean": "dialogues", "split": "splits"}
    rows = {stage: [] for stage in tables}
    for number in range(FILMS_MADE):
        id = f"tt{number:07}:1"
        known = {"id": id, "film_id": id[:-2], "title": f"Film <{number}>", "year": 1970 + number}
        rows["films"].append(
            {**dict.fromkeys(FILMS.names), **known, "genres": ["Drama"], "encoding": "utf-8"}
        )
        rows["split"].append({"source_id": id, "split": "train"})
        rows["clean"].append({"id": f"{id}#1", "source_id": id, "language": "en", "turns": _turns(number)})
    for stage, table in tables.items():
        output = data / stage / "en"
        output.mkdir(parents=True)
        schema = {**SCHEMAS, "films": FILMS}[table]
        with shards.ShardWriter(output, 0, 1, (), **{table: schema}) as writer:
            writer.add(table, rows[stage])
    return folder


def _turns(number: int) -> list[dict[str, Any]]:
    return [
        {
            "text": SAID[(place + number) % len(SAID)],
            "start_ms": 4_000 * place,
            "end_ms": 4_000 * place + 1_000 + 100 * (number % 10),
        }
        for place in range(12)
    ]
