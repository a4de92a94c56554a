"""Stage `code`: digests of the code of each stage, and the versions of the libraries that it uses.

DVC sees neither: it would call a stage unchanged after a function was edited or a library upgraded. So each
stage depends on a small file about all modules that it imports, directly or not, and this stage writes these
files.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import grimp
from grimp import ImportGraph

from dialogue_etl.core import libraries, shards, store
from dialogue_etl.evaluation.folder import write_manifest
from dialogue_etl.filters import contamination
from dialogue_etl.pipeline.stages import Stage
from dialogue_etl.sources import SOURCES

_PACKAGE = Path(__file__).parents[1]
_NO_RESULTS = ("engines.spark", "progress", "runtime", "shared_shards")
"""Modules that distribute the work and show it: their libraries determine no results."""
_COMPUTING = frozenset(["numpy", "regex", "scipy"])
"""Of what libraries themselves need these count, as they compute with numbers and texts: as numpy does for
scikit-learn, regex for NLTK. Others load models, write to terminals or fetch.
"""
_PARAMETERS = frozenset(["parameter", "parameters", "params"])
"""Names of the modules and packages that declare, describe and check parameters."""
_BY_NAME = re.compile(r'\b(?:import_module|find_spec)\(f?"([A-Za-z_]\w*)')


def write_digests(
    output: Path,
    stages: Iterable[Stage],
    values: Mapping[str, Any],
    *,
    gold: Path | None = None,
    tests: Iterable[tuple[str, str]] = (),
    datasets: Mapping[str, Path] | None = None,
) -> None:
    """Write a JSON file per stage, see `digest`, and one per source, with the libraries of its dataset.

    A stage's file has a digest of its parameters, too. DVC records their values when the stage has ended:
    edited in the moment before that, they would be in dvc.lock with a result that they did not give.

    `gold.json`, `tests.parquet` and `datasets.json` represent the content of folders: of annotated texts, of
    test sets, of datasets to mix. DVC cannot depend on the value of a parameter.
    """
    graph, known = import_graph(), Distributions()
    stages = list(stages)
    found = {
        stage.name: {**digest(stage, graph, known), "parameters": _digest_of(stage.recorded(values))}
        for stage in stages
    }
    with shards.atomic_folder(output) as folder:
        for name, content in found.items():
            _write(folder / f"{name}.json", content)
        for source in SOURCES.values():
            behind = [found[stage.name]["libraries"] for stage in _behind_dataset(source.name, stages)]
            merged = dict(sorted(pair for one in behind for pair in one.items()))
            _write(folder / f"{source.name}.json", {"libraries": merged, "python": libraries.python()})
        write_manifest(folder / "gold.json", gold)
        contamination.write(folder / "tests.parquet", tests)
        _write(folder / "datasets.json", {name: _contents(at) for name, at in (datasets or {}).items()})


def _contents(folder: Path) -> dict[str, str]:
    files = sorted(folder.glob("*/*.parquet"))
    return {path.relative_to(folder).as_posix(): store.digest_of(path) for path in files}


def _write(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _behind_dataset(source: str, stages: list[Stage]) -> list[Stage]:
    """The stages of a source whose outputs its dataset is made of, and the one that writes it."""
    last = f"{source}-{SOURCES[source].package_stage}"
    found = [stage for stage in stages if stage.name == last]
    for stage in found:  # grows
        found += [other for other in stages if stage.reads_of(other) and other not in found]
    return [stage for stage in found if stage.source.name == source]


def import_graph() -> ImportGraph:
    """Imports between the modules of the package and of libraries, as far as they affect what a stage writes.

    Imports of the parameters are left out: these import all rules, which declare parameters, but DVC compares
    the values of the parameters anyway.
    """
    graph = grimp.build_graph(
        "dialogue_etl", cache_dir=None, exclude_type_checking_imports=True, include_external_packages=True
    )
    ours = {module for module in graph.modules if _is_ours(module)}
    for module in ours:
        for name in _BY_NAME.findall(_file(module).read_text(encoding="utf-8")):
            if name != "dialogue_etl":
                graph.add_module(name, is_squashed=True)
                graph.add_import(importer=module, imported=name)
    parameters = {module for module in ours if _PARAMETERS & {*module.split(".")}}
    for importer in parameters | {f"dialogue_etl.core.{name}" for name in _NO_RESULTS}:
        kept = parameters if importer in parameters else ours
        for imported in graph.find_modules_directly_imported_by(importer) - kept:
            graph.remove_import(importer=importer, imported=imported)
    return graph


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "dialogue_etl"


class Distributions:
    """The installed distributions: which one a module is from, and what it needs."""

    def __init__(self) -> None:
        """Look at what is installed."""
        self._of_module: Mapping[str, list[str]] = metadata.packages_distributions()
        self._installed = libraries.installed()

    def versions(self, modules: Iterable[str]) -> dict[str, str]:
        """The versions of what top-level modules are from, and of what computes for these."""
        direct = {
            libraries.normalised(name) for module in modules for name in self._of_module.get(module, ())
        }
        beneath = _COMPUTING & {name for one in direct for name in _needs(one)}
        return {name: self._installed[name] for name in sorted(direct | beneath) if name in self._installed}


@cache
def _needs(name: str) -> set[str]:
    """The distributions that a distribution needs, but not for its extras."""
    needed = [one for one in metadata.requires(name) or () if "extra ==" not in one]
    return {libraries.normalised(re.split(r"[^\w.-]", one, maxsplit=1)[0]) for one in needed}


def digest(stage: Stage, graph: ImportGraph, known: Distributions) -> dict[str, Any]:
    """What the code of a stage is.

    Returns:
        `files`: SHA-256 of each file that it depends on, by its path in the package. `libraries`: version of
        each library that these import, by its distribution's name. `python`: the minor version.
    """
    begins = {module for module in stage.modules if module in graph.modules}
    upstream = {name for module in begins for name in graph.find_upstream_modules(module)} | begins
    ours = {name for name in upstream if _is_ours(name)}
    packages = {".".join(name.split(".")[:n]) for name in ours for n in range(1, name.count(".") + 1)}
    files = {_file(name) for name in ours | packages}
    for data in stage.reads:
        files |= {path for path in (_PACKAGE / data).rglob("*") if path.is_file() and path.suffix != ".pyc"}
    return {
        "files": {path.relative_to(_PACKAGE).as_posix(): digest_of(path) for path in sorted(files)},
        "libraries": known.versions(upstream - ours),
        "python": libraries.python(),
    }


def _digest_of(recorded: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(recorded, sort_keys=True, default=str).encode()).hexdigest()


@cache
def digest_of(path: Path) -> str:
    """SHA-256 of a file, read once: most belong to many stages."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _file(module: str) -> Path:
    path = _PACKAGE.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
