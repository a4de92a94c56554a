"""Stage `code`: digests of the code of each stage.

DVC does not see code: it would call a stage unchanged after a function was edited. So each stage depends on a
small file with digests of all modules that it imports, directly or not, and this stage writes these files.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

import grimp
from grimp import ImportGraph

from dialogue_etl import shards
from dialogue_etl.evaluation.folder import write_manifest
from dialogue_etl.stages import Stage

_PACKAGE = Path(__file__).parent
_PARAMETERS = "dialogue_etl.params"


def write_digests(output: Path, stages: Iterable[Stage], gold: Path | None = None) -> None:
    """Write a JSON file per stage: the SHA-256 of every file it depends on, by its path in the package.

    `gold.json` represents a folder of annotated texts, since DVC cannot depend on the value of a parameter.
    """
    graph = import_graph()
    with shards.atomic_folder(output) as folder:
        for stage in stages:
            text = json.dumps(digests(stage, graph), indent=1, sort_keys=True)
            (folder / f"{stage.name}.json").write_text(text + "\n", encoding="utf-8")
        write_manifest(folder / "gold.json", gold)


def import_graph() -> ImportGraph:
    """Imports between the modules of the package, as far as they affect what a stage writes.

    Imports of the parameters are left out: these import all rules, which declare parameters, but DVC compares
    the values of the parameters anyway.
    """
    graph = grimp.build_graph("dialogue_etl", cache_dir=None, exclude_type_checking_imports=True)
    parameters = {module for module in graph.modules if module.startswith(_PARAMETERS)}
    for importer in parameters:
        for imported in graph.find_modules_directly_imported_by(importer) - parameters:
            graph.remove_import(importer=importer, imported=imported)
    return graph


def digests(stage: Stage, graph: ImportGraph) -> dict[str, str]:
    """SHA-256 of each file that a stage depends on, by its path in the package."""
    begins = {module for module in stage.modules if module in graph.modules}
    upstream = {name for module in begins for name in graph.find_upstream_modules(module)} | begins
    packages = {".".join(name.split(".")[:n]) for name in upstream for n in range(1, name.count(".") + 1)}
    files = {_file(name) for name in upstream | packages}
    for data in stage.reads:
        files |= {path for path in (_PACKAGE / data).rglob("*") if path.is_file() and path.suffix != ".pyc"}
    return {
        path.relative_to(_PACKAGE).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(files)
    }


def _file(module: str) -> Path:
    path = _PACKAGE.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
