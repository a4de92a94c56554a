"""The datasets, tables and files of a version in DVC's cache, or of a workspace's data folder."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from dialogue_etl.browse.scan import At, equal, metadata, scan
from dialogue_etl.compare import revisions, stored
from dialogue_etl.compare.revisions import Revision
from dialogue_etl.shards import shard_of
from dialogue_etl.sources import SOURCES
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from dialogue_etl.params import Params
    from dialogue_etl.sources.base import Source

_CATALOGUE = "catalogue"
_MOST_OF_ONE = 2_000  # rows of a document in a table
_PACKAGED = re.compile(rf"([^/]+)/({'|'.join(SPLIT_NAMES)})\.parquet")


class Outputs(ABC):
    """The outputs of all stages, wherever they are."""

    @abstractmethod
    def table(self, source: str, language: str, stage: str, table: str) -> list[Path]:
        """The shards of one table; none if there is no such table."""

    @abstractmethod
    def languages(self, source: str) -> list[str]:
        """Languages for which stages of a source have run, sorted."""

    @abstractmethod
    def datasets(self) -> dict[tuple[str, str], dict[str, Path]]:
        """The files of datasets packaged as Parquet: by source and language, then by split."""

    def document(self, id: str, language: str) -> tuple[Source | None, dict[str, Any]]:
        """The source of a document and its row, with its text if there is one; empty if it is unknown.

        Args:
            id: of the document, which may be of another source than the dataset.
            language: of the dialogue.
        """
        for source in SOURCES.values():
            for row in self.of_document(source, language, *source.documents, id, "id"):
                return source, row
        return None, {}

    def of_document(
        self,
        source: Source,
        language: str,
        stage: str,
        table: str,
        id: str,
        column: str = "source_id",
        value: str = "",
    ) -> list[dict[str, Any]]:
        """The rows of a table that belong to a document, from its shard alone, 2,000 at most.

        Args:
            source: of the document.
            language: of the document.
            stage: that writes the table.
            table: its name.
            id: of the document.
            column: that says which rows are wanted.
            value: of this column; that of the document's id if it is not given.
        """
        paths = self.table(source.name, language, stage, table)
        shard = [paths[shard_of(id, len(paths))]] if paths else []
        wanted = equal(column, value or id)
        return scan(shard, wanted, [column], At(), most=_MOST_OF_ONE, seconds=float("inf")).rows


@dataclass(frozen=True)
class Folder(Outputs):
    """The data folder of a workspace.

    Attributes:
        data: the folder.
        params: of the workspace, which name the languages: other folders are left over; None for all folders.
    """

    data: Path
    params: Params | None = None

    def table(self, source: str, language: str, stage: str, table: str) -> list[Path]:
        """See `Outputs`."""
        folder = self.data / source / stage / language / table
        return sorted(folder.glob("*.parquet")) if table else []

    def languages(self, source: str) -> list[str]:
        """See `Outputs`."""
        of = SOURCES[source]
        stages = (self.data / source / stage for stage in (of.documents[0], of.last_stage))
        return sorted({tag for folder in stages for tag in of.built(folder, self.params)})

    def datasets(self) -> dict[tuple[str, str], dict[str, Path]]:
        """See `Outputs`."""
        found: dict[tuple[str, str], dict[str, Path]] = {}
        for source in SOURCES:
            folder = self.data / source / "dataset"
            for path in sorted(folder.glob("[!.]*/*.parquet")):
                if match := _PACKAGED.fullmatch(path.relative_to(folder).as_posix()):
                    found.setdefault((source, match[1]), {})[match[2]] = path
        return found


@dataclass(frozen=True)
class Held(Outputs):
    """A version in DVC's cache.

    Attributes:
        revision: the hashes of its outputs.
    """

    revision: Revision

    def downloads(self, source: str) -> dict[str, str]:
        """The files of a source's dataset: hash by path; empty if it was not packaged."""
        out = f"data/{source}/dataset"
        return self.revision.files(out) if out in self.revision.outs else {}

    def datasets(self) -> dict[tuple[str, str], dict[str, Path]]:
        """The files of datasets packaged as Parquet: by source and language, then by split."""
        found: dict[tuple[str, str], dict[str, Path]] = {}
        for source in SOURCES:
            for name, md5 in sorted(self.downloads(source).items()):
                if match := _PACKAGED.fullmatch(name):
                    found.setdefault((source, match[1]), {})[match[2]] = self._file(md5, name)
        return found

    def _file(self, md5: str, name: str) -> Path:
        path = self.revision.path(md5)
        if not path.is_file():
            raise revisions.missing(self.revision, [name])
        return path

    def table(self, source: str, language: str, stage: str, table: str) -> list[Path]:
        """See `stored.shards_of`."""
        return stored.shards_of(self.revision, source, language, stage, table)

    def languages(self, source: str) -> list[str]:
        """Languages for which stages of a source have run."""
        return sorted({tag for name, tag in stored.by_language(self.revision) if name == source})

    def titles(self, source: Source, languages: Sequence[str]) -> dict[str, str]:
        """Titles of the documents of a source by id, including those of its catalogue, if it has one."""
        listed = f"data/{source.name}/{_CATALOGUE}"
        tables = [self.table(source.name, tag, *source.documents) for tag in languages]
        if listed in self.revision.outs:
            tables.append(
                stored.Tables.of(self.revision, {_CATALOGUE: listed}).of_stage(_CATALOGUE, _CATALOGUE)
            )
        found: dict[str, str] = {}
        for path in (path for paths in tables for path in paths if path.is_file()):
            if "title" in metadata(path).schema.names:
                columns = pq.read_table(path, columns=["id", "title"])
                found.update(zip(*(column.to_pylist() for column in columns.columns), strict=True))
        return found
