"""The tables of a workspace or a version, in the workspace's folder or DVC's cache."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl import params
from dialogue_etl.compare import revisions, stored
from dialogue_etl.compare.revisions import WORKSPACE, Revision
from dialogue_etl.core import shards
from dialogue_etl.sources import SOURCES


@dataclass(frozen=True)
class Built:
    """The tables of a version.

    Attributes:
        languages: source and language of all dialogues.
        params: the values of params.yaml.
        at: the folder of all outputs, or the version.
    """

    languages: list[tuple[str, str]]
    params: Mapping[str, Any]
    at: Path | Revision

    @classmethod
    def of(cls, root: Path, version: str) -> Built:
        """The tables of a version; of the workspace those in its folder, if there are any.

        Raises:
            RevisionError: there is no such version.
        """
        data, file = root / "data", root / "params.yaml"
        if version == WORKSPACE:
            known = params.load(file)
            there = sorted(
                (source.name, tag)
                for source in SOURCES.values()
                for tag in source.built(data / source.name / source.last_stage, known)
            )
            if there:
                return cls(there, params.read_values(file), data)
        revision = revisions.one(root, version)
        outs = stored.by_language(revision)
        built = sorted(
            key for key, of in outs.items() if key[0] in SOURCES and SOURCES[key[0]].last_stage in of
        )
        return cls(built, revision.params, revision)

    def files(self, source: str, language: str, stage: str, table: str) -> list[Path]:
        """The shards of a table.

        Raises:
            MissingTableError: there is no such table.
            RevisionError: files of it are not in DVC's cache.
        """
        if isinstance(self.at, Path):
            return shards.shard_paths(self.at / source / stage / language, table)
        if not (paths := stored.shards_of(self.at, source, language, stage, table)):
            raise shards.MissingTableError(f"{self.at.name}: it has no table {table} of {stage}")
        return paths
