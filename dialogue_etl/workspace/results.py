"""Figures of a finished dataset, from its metrics files."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dialogue_etl.sources.base import Source

Metrics = dict[str, Any]
COUNTED = ("books", "dialogues", "utterances")
SPLITS = ("train", "validation", "test")


def by_stage(metrics: Mapping[str, Any], source: str = "books") -> dict[str, dict[str, Metrics]]:
    """`metrics/<source>/<stage>/<language>.json` as stage to language to content."""
    found: dict[str, dict[str, Metrics]] = {}
    for path, content in metrics.items():
        parts = PurePosixPath(path).parts
        if len(parts) == 4 and parts[1] == source and isinstance(content, dict):
            found.setdefault(parts[2], {})[PurePosixPath(path).stem] = content
    return found


def totals(metrics: Mapping[str, Any], source: Source) -> dict[str, int]:
    """Documents, dialogues and utterances of the finished dataset over all languages, as it was packaged."""
    total = metrics.get(f"metrics/{source.name}/{source.package_stage}.json", {}).get("total", {})
    counts = total.get("all", total)
    return {name: int(counts[name]) for name in (source.units, *COUNTED[1:]) if name in counts}


def stage_rows(metrics: Mapping[str, Any]) -> dict[str, int]:
    """Rows a stage read and wrote, from its own metrics files: books up to extract, dialogues from there on.

    Nothing for stages over all languages and for those that are off.
    """
    for content in metrics.values():
        found = {
            name: content[key]
            for name, keys in (
                ("in", ("dialogues_in", "books_in", "listed", "books")),
                ("out", ("dialogues", "books_kept", "books")),
            )
            for key in reversed(keys)
            if isinstance(content, dict) and isinstance(content.get(key), int)
        }
        if len(found) == 2:
            return found
    return {}


def rows(metrics: Mapping[str, Any]) -> list[list[str]]:
    """A table row per language: language, books, kept, dialogues, utterances, dialogues per split."""
    stages = by_stage(metrics)
    table = []
    for language, split in sorted(stages.get("split", {}).items()):
        books = stages.get("download", {}).get(language, {}).get("books", "?")
        sizes = [split.get("splits", {}).get(name, {}).get("dialogues", 0) for name in SPLITS]
        figures = [books, *(split.get(name, "?") for name in COUNTED), " / ".join(map(str, sizes))]
        table.append([language, *(f"{x:,}" if isinstance(x, int) else str(x) for x in figures)])
    return table


COLUMNS = ("language", "books", "kept", "dialogues", "utterances", "dialogues in train / validation / test")
