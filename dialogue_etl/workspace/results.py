"""Figures of a finished dataset, from its metrics files."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from dialogue_etl.sources import SOURCES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dialogue_etl.sources.base import Source

SPLITS = ("train", "validation", "test")


def totals(metrics: Mapping[str, Any], source: Source) -> dict[str, int]:
    """Documents, dialogues and utterances of the finished dataset over all languages, as it was packaged."""
    total = metrics.get(f"metrics/{source.name}/{source.package_stage}.json", {}).get("total", {})
    counts = total.get("all", total)
    return {name: int(counts[name]) for name in (source.units, "dialogues", "utterances") if name in counts}


def stage_rows(metrics: Mapping[str, Any]) -> dict[str, int]:
    """Rows a stage read and wrote, from its metrics files: documents first, dialogues once there are some.

    Nothing for stages over all languages and for those that are off.
    """
    for path, content in metrics.items():
        units = SOURCES[PurePosixPath(path).parts[1]].units
        found = {
            name: content[key]
            for name, keys in (
                ("in", ("dialogues_in", f"{units}_in", "listed", units)),
                ("out", ("dialogues", f"{units}_kept", units)),
            )
            for key in reversed(keys)
            if isinstance(content, dict) and isinstance(content.get(key), int)
        }
        if len(found) == 2:
            return found
    return {}


def columns(source: Source) -> tuple[str, ...]:
    """The head of `rows`."""
    return ("language", source.units, "kept", "dialogues", "utterances", f"dialogues in {' / '.join(SPLITS)}")


def rows(metrics: Mapping[str, Any], source: Source) -> list[list[str]]:
    """A row per language: language, documents, those kept, dialogues, utterances, dialogues per split."""
    table = []
    for path, split in sorted(metrics.items()):
        if PurePosixPath(path).parts[1:3] != (source.name, "split"):
            continue
        language = PurePosixPath(path).stem
        first = metrics.get(f"metrics/{source.name}/{source.documents[0]}/{language}.json", {})
        counts = [split.get(name, "?") for name in (source.units, "dialogues", "utterances")]
        sizes = [split.get("splits", {}).get(name, {}).get("dialogues", 0) for name in SPLITS]
        figures = [first.get(source.units, "?"), *counts, " / ".join(map(str, sizes))]
        table.append([language, *(f"{x:,}" if isinstance(x, int) else str(x) for x in figures)])
    return table
