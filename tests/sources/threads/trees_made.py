"""Corpora written for tests, and the two stages that make dialogues of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl import params as parameters
from dialogue_etl.core import shards
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.sources.threads import corpora
from dialogue_etl.sources.threads.extract import extract
from dialogue_etl.sources.threads.ingest import ingest

if TYPE_CHECKING:
    from pathlib import Path


def comment(id, parent=None, text=None, author="ann", time=None):
    return {"id": id, "parent": parent, "author": author, "text": text or f"says {id}", "time": time}


def tree_lines(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@dataclass
class Made:
    """A folder of corpora, and what the stages make of it."""

    folder: Path
    workers: int = 1
    store: str = "store"

    @property
    def corpora(self) -> Path:
        return self.folder / "corpora"

    def add(self, name: str, files: dict[str, str | bytes], form: str = "tree", language: str = "en") -> None:
        for file, data in files.items():
            path = self.corpora / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data if isinstance(data, bytes) else data.encode())
        corpora.add(self.corpora, corpora.Corpus(name, form, language, "CC0", tuple(sorted(files))))

    def run(self, output: str = "out", language: str = "en", **changed: Any) -> Results:
        same_author = {"self_replies": "keep", "max_quarantined": 1.0}  # `comment` has one author
        threads = {"languages": [language], "source": "corpora", **same_author, **changed}
        values = parameters.parse({"threads": threads, "storage": {"shards": 3}})
        runtime = Runtime(store=self.folder / self.store, workers=self.workers, alone_below=0)
        made = self.folder / output
        same = {"language": language, "params": values, "runtime": runtime}
        ingest(corpora=self.corpora, output=made / "ingest", metrics=made / "ingest.json", **same)
        extract(threads=made / "ingest", output=made / "extract", metrics=made / "extract.json", **same)
        return Results(made)


@dataclass
class Results:
    folder: Path

    def rows(self, stage: str, table: str) -> list[dict[str, Any]]:
        return list(shards.read(self.folder / stage, table))

    def metrics(self, stage: str) -> dict[str, Any]:
        return json.loads((self.folder / f"{stage}.json").read_text("utf-8"))

    def said(self) -> list[list[str]]:
        """Ids of the comments of each dialogue."""
        rows = self.rows("extract", "dialogues")
        return sorted([turn["utterance_id"] for turn in row["turns"]] for row in rows)

    def drops(self, stage: str) -> list[tuple[str, str, str]]:
        """Unit, reason and id of what is left out."""
        return sorted((row["unit"], row["reason"], row["id"]) for row in self.rows(stage, "drops"))

    def bytes(self) -> dict[str, bytes]:
        files = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in files}

    def balanced(self) -> None:
        """Kept and dropped is what went in, by metrics and by rows."""
        for stage, units in {
            "ingest": ("file", "line", "comment"),
            "extract": ("thread", "comment", "dialogue", "utterance"),
        }.items():
            figures = self.metrics(stage)
            rows = self.rows(stage, "drops")
            for unit in units:
                out = figures["dropped"].get(f"{unit}s", {})
                assert figures[f"{unit}s_in"] == figures[f"{unit}s"] + sum(out.values()), (stage, unit)
                listed = [row["reason"] for row in rows if row["unit"] == unit]
                if unit in {"file", "line", "thread", "dialogue"} or stage == "ingest":
                    assert {reason: listed.count(reason) for reason in set(listed)} == out, (stage, unit)
