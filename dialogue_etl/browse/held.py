"""The datasets, tables and files of a version in DVC's cache."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from dialogue_etl.browse.scan import find, metadata, scan
from dialogue_etl.compare import revisions, stored
from dialogue_etl.compare.revisions import Revision
from dialogue_etl.shards import shard_of
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source
from dialogue_etl.tables import SPLIT_NAMES

_CATALOGUE = "catalogue"
_PACKAGED = re.compile(rf"([^/]+)/({'|'.join(SPLIT_NAMES)})\.parquet")


@dataclass(frozen=True)
class Held:
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

    def document(self, id: str, language: str) -> tuple[Source | None, dict[str, Any]]:
        """The source of a document and its row, with its text if there is one; empty if it is unknown.

        Args:
            id: of the document, which may be of another source than the dataset.
            language: of the dialogue.
        """
        for source in SOURCES.values():
            if paths := self.table(source.name, language, *source.documents):
                shard = [paths[shard_of(id, len(paths))]]
                if at := find(shard, "id", id):
                    return source, scan(shard, None, (), at, most=1).rows[0]
        return None, {}

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
