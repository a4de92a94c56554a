"""Stage `code`: a digest of the code behind each stage.

DVC does not see code: after an edited function it would call a stage unchanged. So each stage depends on
a small file with a digest of the modules it imports, directly or not, and this stage writes those files.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import grimp

from dialogue_etl import shards
from dialogue_etl.evaluation.folder import write_manifest

if TYPE_CHECKING:
    from grimp import ImportGraph

STAGE_MODULES = {
    "books-catalogue": "dialogue_etl.sources.books.catalogue",
    "books-download": "dialogue_etl.sources.books.download",
    "books-works": "dialogue_etl.sources.books.works",
    "books-prefilter": "dialogue_etl.sources.books.prefilter",
    "books-boundaries": "dialogue_etl.sources.books.boundaries.stage",
    "books-extract": "dialogue_etl.sources.books.extract",
    "books-postfilter": "dialogue_etl.postfilter",
    "books-split": "dialogue_etl.split",
    "books-package": "dialogue_etl.formats.package",
    "books-check": "dialogue_etl.check.stage",
    "books-evaluate": "dialogue_etl.sources.books.evaluate",
    "books-report": "dialogue_etl.report.build",
    "threads-ingest": "dialogue_etl.sources.threads.ingest",
    "threads-extract": "dialogue_etl.sources.threads.extract",
    "threads-rules": "dialogue_etl.sources.threads.rules.stage",
    "threads-train": "dialogue_etl.sources.threads.classify.train",
    "threads-classify": "dialogue_etl.sources.threads.classify.stage",
    "threads-split": "dialogue_etl.split",
    "threads-package": "dialogue_etl.sources.threads.package",
    "threads-check": "dialogue_etl.check.threads",
    "threads-report": "dialogue_etl.sources.threads.report.build",
    "mix-dataset": "dialogue_etl.mix.stage",
    "mix-check": "dialogue_etl.check.mix",
    "mix-report": "dialogue_etl.mix.report",
}
"""The module a stage's command runs.

The catalogue gets its files from its command: how they are fetched changes no byte of them, and must not make
a new snapshot of a catalogue that somebody wants to keep.
"""

_LISTS = "sources/threads/rules/terms"
STAGE_DATA = {
    "books-catalogue": ("sample/books",),
    "books-download": ("sample/books",),
    "books-report": ("report",),
    "threads-ingest": ("sample/threads",),
    "threads-rules": (_LISTS,),
    "threads-report": ("report", "sources/threads/report", _LISTS),
    "mix-report": ("report", "mix"),
}
"""Folders of files that are not modules but that a stage reads, below the package."""

_PACKAGE = Path(__file__).parent


def write_digests(output: Path, gold: Path | None = None) -> None:
    """One JSON file per stage: the SHA-256 of every file it depends on, by its name in the package.

    Args:
        output: folder to write.
        gold: folder of annotated texts, if there is one: DVC cannot depend on a place that a knob names, so
            `gold.json` stands for its content.
    """
    graph = grimp.build_graph("dialogue_etl", cache_dir=None)
    with shards.whole(output) as folder:
        for stage in STAGE_MODULES:
            text = json.dumps(digests(stage, graph), indent=1, sort_keys=True)
            (folder / f"{stage}.json").write_text(text + "\n", encoding="utf-8")
        write_manifest(folder / "gold.json", gold)


def digests(stage: str, graph: ImportGraph) -> dict[str, str]:
    """SHA-256 of each file behind a stage, by its path below the package."""
    module = STAGE_MODULES[stage]
    upstream = graph.find_upstream_modules(module, as_package=False) | {module}
    packages = {".".join(name.split(".")[:n]) for name in upstream for n in range(1, name.count(".") + 1)}
    files = {_file(name) for name in upstream | packages}
    for data in STAGE_DATA.get(stage, ()):
        files |= {path for path in (_PACKAGE / data).rglob("*") if path.is_file() and path.suffix != ".pyc"}
    return {path.relative_to(_PACKAGE).as_posix(): _digest(path) for path in sorted(files)}


def _file(module: str) -> Path:
    path = _PACKAGE.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
