"""The packaged datasets of a workspace or a version, in the workspace's folder or DVC's cache."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl import params
from dialogue_etl.compare import revisions
from dialogue_etl.compare.revisions import WORKSPACE, RevisionError
from dialogue_etl.core.split_files import Files, batches, split_of
from dialogue_etl.formats import MIXED
from dialogue_etl.sources import SOURCES

_DATASET, _WEIGHTS = "dataset", "weights.json"
_NAMES = "|".join(SOURCES)
_DATASETS = re.compile(rf"data/({_NAMES})/{_DATASET}")
_FOLDER = re.compile(rf"{_DATASETS.pattern}/([^/]+)")
_LEARNT = re.compile(r"data/(retrieval|generative/(model|tuned))/[^/]+")
_MODEL = re.compile(r"(data/generative/[^/]+/[^/]+)/config\.json")


@dataclass(frozen=True)
class Packaged:
    """The packaged datasets of a version.

    Attributes:
        version: its name.
        files: actual path of each output file, by its path in the workspace, `data/<source>/…`.
        params: the values of params.yaml.
    """

    version: str
    files: Mapping[str, Path]
    params: Mapping[str, Any]

    @classmethod
    def of(cls, root: Path, version: str) -> Packaged:
        """The datasets of a version; of the workspace those in its folder, if there are any.

        Raises:
            RevisionError: the version does not exist, or nothing of it is in DVC's cache.
        """
        data = root / "data"
        if version == WORKSPACE and (found := sorted(data.glob(f"*/{_DATASET}/*/*.parquet"))):
            known = params.load(root / "params.yaml")
            learnt = [*data.glob(f"*/*/{_WEIGHTS}"), *data.glob("generative/*/*/*")]
            # Folders of languages that the parameters no longer name are left over.
            found += [one for one in learnt if one.parent.name in _wanted(one.relative_to(data), known)]
            files = {path.relative_to(root).as_posix(): path for path in found}
            return cls(version, files, params.read_values(root / "params.yaml"))
        revision = revisions.one(root, version)
        stored = {
            f"{out}/{name}": revision.path(md5)
            for out in revision.outs
            if _DATASETS.fullmatch(out) or _LEARNT.fullmatch(out)
            for name, md5 in revision.files(out).items()
        }
        return cls(version, stored, revision.params)

    def datasets(self) -> list[tuple[str, str]]:
        """Source and language of the datasets whose training split is available."""
        folders = sorted({name.rpartition("/")[0] for name in self.files})
        return [
            (match[1], tag)
            for folder in folders
            if (match := _FOLDER.fullmatch(folder)) and (files := self._files(folder, "train"))
            for tag in _languages(files, match[2])
        ]

    def _files(self, folder: str, split: str) -> list[Path]:
        """Those of a split; none if the version has none, or not all of them are in DVC's cache."""
        names = (name for name in sorted(self.files) if name.rpartition("/")[0] == folder)
        found = [self.files[name] for name in names if split_of(name.rpartition("/")[2]) == split]
        return found if all(path.is_file() for path in found) else []

    def models(self) -> list[str]:
        """Folders of trained models, as paths in the workspace."""
        found = (_MODEL.fullmatch(name) for name, path in sorted(self.files.items()) if path.is_file())
        return [match[1] for match in found if match]

    def find(self, source: str, language: str, split: str) -> list[Path]:
        """The files of a split; none if the version has none, or they are not in DVC's cache."""
        folders = (f"data/{source}/{_DATASET}/{folder}" for folder in (language, MIXED))
        return next((files for folder in folders if (files := self._files(folder, split))), [])

    def split(self, source: str, language: str, split: str) -> list[Path]:
        """The files of a split.

        Raises:
            RevisionError: the version does not have it.
        """
        if found := self.find(source, language, split):
            return found
        there = ", ".join(" ".join(one) for one in self.datasets()) or "nothing"
        raise RevisionError(
            f"{self.version}: no {split} split of {source} {language} as Parquet, there is {there}; "
            "what is not in DVC's cache `dvc fetch` brings"
        )

    def weights(self, language: str) -> dict[str, float] | None:
        """Learnt weights of the version's agent for a language, if it has one."""
        path = self.files.get(f"data/retrieval/{language}/{_WEIGHTS}")
        if path is None or not path.is_file():
            return None
        found: dict[str, float] = json.loads(path.read_bytes())
        return found


def _wanted(path: Path, known: params.Params) -> list[str]:
    """Languages of the source that an output belongs to, given by its path below the data folder."""
    return SOURCES[path.parts[0]].languages(known) if path.parts[0] in SOURCES else []


def _languages(files: Files, folder: str) -> list[str]:
    """Languages of a split: that of its folder, or those of its rows in a mixed dataset."""
    if folder != MIXED:
        return [folder]
    return sorted(
        {tag for batch in batches(files, ["language"]) for tag in batch.column(0).unique().to_pylist()}
    )
