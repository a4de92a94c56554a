"""The datasets, tables and files of a version in DVC's cache, or of a workspace's data folder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow.parquet as pq

from dialogue_etl import params
from dialogue_etl.browse.scan import At, equal, metadata, scan
from dialogue_etl.compare import revisions, stored
from dialogue_etl.compare.revisions import Revision
from dialogue_etl.core.shards import MissingTableError, shard_of
from dialogue_etl.core.split_files import split_of, splits
from dialogue_etl.sources import SOURCES

if TYPE_CHECKING:
    from dialogue_etl.sources.base import Source

_CATALOGUE = "catalogue"
_MOST_OF_ONE = 2_000  # rows of a document in a table


class Outputs(ABC):
    """The outputs of all stages, wherever they are."""

    @abstractmethod
    def table(self, source: str, language: str, stage: str, table: str) -> list[Path]:
        """The shards of one table; none if the table does not exist."""

    def shards(self, source: str, language: str, stage: str, table: str) -> list[Path]:
        """As `table`.

        Raises:
            MissingTableError: the table does not exist.
        """
        if paths := self.table(source, language, stage, table):
            return paths
        raise MissingTableError(f"there is no table {table} of {source} {stage} {language}: is it built?")

    @abstractmethod
    def languages(self, source: str) -> list[str]:
        """Languages for which stages of a source have run, sorted."""

    @abstractmethod
    def datasets(self) -> dict[tuple[str, str], dict[str, list[Path]]]:
        """The files of datasets packaged as Parquet: by source and language, then by split."""

    def document(self, id: str, language: str) -> tuple[Source | None, dict[str, Any]]:
        """The source of a document and its row, with its text if there is one; empty if it is unknown.

        Args:
            id: of the document, which may be of another source than the dataset.
            language: of the dialogue.
        """
        for source in SOURCES.values():
            if row := OfDocument(self, source, language, id).row():
                return source, row
        return None, {}


class OfDocument(NamedTuple):
    """What the tables have of one document, read from its shards alone, 2,000 rows of each at most.

    Attributes:
        outputs: of all stages.
        source: of the document.
        language: of the document.
        id: of the document.
    """

    outputs: Outputs
    source: Source
    language: str
    id: str

    def rows(self, stage: str, table: str) -> list[dict[str, Any]]:
        """Its rows in a table of a stage."""
        return self.where(stage, table, "source_id", self.id)

    def where(self, stage: str, table: str, column: str, value: str) -> list[dict[str, Any]]:
        """Rows of its shard with a value in a column."""
        paths = self.outputs.table(self.source.name, self.language, stage, table)
        shard = [paths[shard_of(self.id, len(paths))]] if paths else []
        wanted = equal(column, value)
        return scan(shard, wanted, [column], At(), most=_MOST_OF_ONE, seconds=float("inf")).rows

    def row(self) -> dict[str, Any]:
        """Its own row, with its text if there is one; empty if it is unknown."""
        return next(iter(self.where(*self.source.documents, "id", self.id)), {})

    def kept(self) -> list[dict[str, Any]]:
        """Its dialogues after the last stage."""
        return self.rows(self.source.last_stage, "dialogues")

    def drops(self) -> list[dict[str, Any]]:
        """What was dropped of it, in the order of the stages."""
        return [row for stage in self.source.dropping_stages for row in self.rows(stage, "drops")]


@dataclass(frozen=True)
class Folder(Outputs):
    """The data folder of a workspace.

    Attributes:
        data: the folder.
        params: of the workspace, which name the languages: other folders are left over; None for all folders.
    """

    data: Path
    params: params.Params | None = None

    def table(self, source: str, language: str, stage: str, table: str) -> list[Path]:
        """See `Outputs`."""
        folder = self.data / source / stage / language / table
        return sorted(folder.glob("*.parquet")) if table else []

    def languages(self, source: str) -> list[str]:
        """See `Outputs`."""
        of = SOURCES[source]
        stages = (self.data / source / stage for stage in (of.documents[0], of.last_stage))
        return sorted({tag for folder in stages for tag in of.built(folder, self.params)})

    def datasets(self) -> dict[tuple[str, str], dict[str, list[Path]]]:
        """See `Outputs`."""
        found: dict[tuple[str, str], dict[str, list[Path]]] = {}
        for source in SOURCES:
            folder = self.data / source / "dataset"
            for own in sorted(folder.glob("[!.]*/")):
                if files := splits(own):
                    found[source, own.name] = files
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

    def datasets(self) -> dict[tuple[str, str], dict[str, list[Path]]]:
        """The files of datasets packaged as Parquet: by source and language, then by split."""
        found: dict[tuple[str, str], dict[str, list[Path]]] = {}
        for source in SOURCES:
            for name, md5 in sorted(self.downloads(source).items()):
                language, _, file = name.partition("/")
                if split := split_of(file):
                    files = found.setdefault((source, language), {})
                    files.setdefault(split, []).append(self._file(md5, name))
        return found

    def _file(self, md5: str, name: str) -> Path:
        path = self.revision.path(md5)
        if not path.is_file():
            raise revisions.missing(self.revision, [name])
        return path

    def table(self, source: str, language: str, stage: str, table: str) -> list[Path]:
        """See `stored.shards_of`."""
        return stored.shards_of(self.revision, source, language, stage, table)

    def certainties(self, keys: Iterable[tuple[str, str]]) -> list[Path]:
        """The scores of extraction for some sources and languages; none if files are missing."""
        try:
            return [path for key in keys for path in self.table(*key, "extract", "scores")]
        except revisions.RevisionError:
            return []

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
            found |= _titles(path)
        return found


@lru_cache(maxsize=256)
def _titles(path: Path) -> dict[str, str]:
    """Titles by id, if a file has them; cached, since files in DVC's cache never change."""
    if "title" not in metadata(path).schema.names:
        return {}
    columns = pq.read_table(path, columns=["id", "title"])
    return dict(zip(*(column.to_pylist() for column in columns.columns), strict=True))


def outputs_of(root: Path, version: str, cache: Path | None = None) -> tuple[Outputs, Mapping[str, Any]]:
    """The outputs of a version, and its parameters; of the workspace those in its folder, if there are any.

    Args:
        root: the workspace.
        version: tag, branch or commit; `.` for the workspace.
        cache: of DVC; by default DVC is asked.

    Raises:
        RevisionError: the version does not exist.
    """
    if version == revisions.WORKSPACE:
        folder = Folder(root / "data", params.load(root / "params.yaml"))
        if any(map(folder.languages, SOURCES)):
            return folder, params.read_values(root / "params.yaml")
    revision = revisions.one(root, version, cache)
    return Held(revision), revision.params
