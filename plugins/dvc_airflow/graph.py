"""The stages of a dvc.yaml and their edges, as DVC reads them, cached on disk.

Airflow parses a DAG file every half minute, and importing DVC takes a second or more. So `ask_dvc` runs, as a
program, only when a file that DVC read has changed; otherwise this takes milliseconds.
"""

import json
import os
import posixpath
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dvc_airflow.locks import hold
from dvc_airflow.programs import ProgramError, run
from dvc_airflow.yaml_files import write_whole

DVC_YAML, PARAMS_YAML = "dvc.yaml", "params.yaml"
_DRAWN_BY = re.compile(r"""\b(?:foreach:|matrix:\s*\{?\s*\w+:)\s*["']?\$\{([\w.]+)\}""")
# Read for every dvc.yaml; others, such as files of `vars`, are listed in DVC's answer.
_ALWAYS_READ = (DVC_YAML, PARAMS_YAML, ".dvcignore", ".dvc/config")


class GraphError(ValueError):
    """dvc.yaml or a file that it names is not valid; the message is DVC's own."""


@dataclass(frozen=True)
class Stage:
    """One stage of dvc.yaml, with matrix, foreach and templates resolved; paths are relative to the file."""

    name: str
    """As in DVC's commands: `train`, `train@en`."""
    base: str
    """The part before the @: `books-extract` of `books-extract@en`."""
    group: str | None
    """The part after the @: the matrix or foreach key, such as a language."""
    cmd: str
    """Several commands are separated by newlines."""
    deps: tuple[str, ...] = ()
    outs: tuple[str, ...] = ()
    """Everything the stage writes: outs, metrics and plots."""
    metrics: tuple[str, ...] = ()
    """Metrics files among its outs, and those inside its outs that the file's top-level `metrics` lists."""
    uncached: tuple[str, ...] = ()
    """Outs with `cache: false`, which are not in DVC's cache but may be in git."""
    params: tuple[str, ...] = ()
    """`key` of params.yaml, `file:key`, or `file:*` for a whole file."""
    desc: str = ""
    always_changed: bool = False
    frozen: bool = False
    """`dvc repro` does not run it and uses its outputs as they are; see `active`."""
    wdir: str = "."
    meta: Mapping[str, Any] = field(default_factory=dict)
    """As in the file; empty if it is not a mapping."""
    upstream: tuple[str, ...] = ()
    """Names of the stages whose outputs this one reads, sorted."""

    def placed(self, path: str) -> str:
        """A path of dvc.lock, relative to the stage's wdir, as one relative to the folder of dvc.yaml."""
        return posixpath.normpath(posixpath.join(self.wdir, path))


Graph = dict[str, Stage]


def load_graph(folder: Path, cache: Path | None = None) -> Graph:
    """The stages of a folder's dvc.yaml by name, in file order, with their edges.

    Stages of other folders and `*.dvc` files are not included.

    Args:
        folder: Of dvc.yaml.
        cache: Folder of cached answers, by content, which several checkouts may share. By default
            `.dvc/tmp/graphs`; without `.dvc` nothing is cached.

    Raises:
        GraphError: DVC rejects the file, or cannot be run.
    """
    folder = Path(os.path.normpath(folder.absolute()))
    if cache is None and (folder / ".dvc").is_dir():
        cache = folder / ".dvc" / "tmp" / "graphs"
    if cache is None:
        answer = _ask(folder)
    else:
        kept = cache / f"{_key(folder)}.json"
        answer = _kept(folder, kept)
        if not answer:
            with hold(cache / "asking.lock"):
                answer = _kept(folder, kept)  # another process may have asked in the meantime
                if not answer:
                    answer = _ask(folder)
                    write_whole(kept, json.dumps(answer))
    return {stage["name"]: _stage(stage) for stage in answer["stages"]}


def _key(folder: Path) -> str:
    """Digest of the files that are always read."""
    contents = [_read(folder / name) for name in _ALWAYS_READ]
    # The answer depends on the place of the folder only if a file contains it as an absolute path.
    place = folder if any(os.fsencode(folder) in content for content in contents) else ""
    key = (version("dvc"), str(place), contents)
    return sha256(repr(key).encode()).hexdigest()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _digests(folder: Path, names: Iterable[str]) -> dict[str, str]:
    return {name: sha256(_read(folder / name)).hexdigest() for name in names}


def _kept(folder: Path, kept: Path) -> dict[str, Any]:
    """The cached answer; else empty, or another file that DVC read has changed."""
    try:
        answer: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return answer if answer["files"] == _digests(folder, answer["files"]) else {}


def _ask(folder: Path) -> dict[str, Any]:
    try:
        printed = run([sys.executable, str(Path(__file__).with_name("ask_dvc.py")), str(folder)], folder)
    except ProgramError as error:
        raise GraphError(f"{folder / DVC_YAML}: DVC cannot be asked: {error}") from None
    answer: dict[str, Any] = json.loads(printed.splitlines()[-1])
    if "error" in answer:
        raise GraphError(f"{folder / DVC_YAML}: {answer['error']}")
    return {**answer, "files": _digests(folder, answer["files"])}


def _stage(answered: Mapping[str, Any]) -> Stage:
    values: dict[str, Any] = {one.name: answered[one.name] for one in fields(Stage)}
    values |= {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
    return Stage(**values)


def drawn_by(dvc_yaml: Path) -> set[str]:
    """Dotted keys of lists in params.yaml with a stage for each item: those of `matrix` and `foreach`."""
    return set(_DRAWN_BY.findall(dvc_yaml.read_text(encoding="utf-8")))


def active(graph: Graph) -> Graph:
    """The graph that `dvc repro` follows: frozen stages have no upstream ones (DVC: `get_active_graph`)."""
    return {name: replace(s, upstream=()) if s.frozen else s for name, s in graph.items()}


def ancestors(graph: Graph, names: Iterable[str]) -> set[str]:
    """All direct and indirect upstream stages of some stages."""
    above = {one for name in names for one in graph[name].upstream}
    while more := {one for name in above for one in graph[name].upstream} - above:
        above |= more
    return above


def select(graph: Graph, prefix: str) -> Graph:
    """The stages whose name begins with the prefix, and all they need."""
    wanted = {name for name in graph if name.startswith(prefix)}
    wanted |= ancestors(graph, wanted)
    return {name: stage for name, stage in graph.items() if name in wanted}


def leaves(graph: Graph) -> list[str]:
    """Stages whose outputs no other stage of the graph reads."""
    used = {name for stage in graph.values() for name in stage.upstream}
    return [name for name in graph if name not in used]


def reduced(graph: Graph) -> dict[str, list[str]]:
    """For each stage its upstream stages in the graph's transitive reduction."""
    above = {name: ancestors(graph, [name]) for name in graph}
    return {
        name: [one for one in stage.upstream if not any(one in above[other] for other in stage.upstream)]
        for name, stage in graph.items()
    }
