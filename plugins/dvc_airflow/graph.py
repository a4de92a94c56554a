"""A dvc.yaml as stages with edges: what DVC says of it, asked once and kept on disk.

Airflow parses a DAG file every half minute, and importing DVC costs a second or more, so DVC is asked by
`ask_dvc` as a program only when a file that it read has changed; otherwise this takes milliseconds.
"""

import json
import os
import posixpath
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
# Read for every dvc.yaml; others, such as files of `vars`, are named in the answer itself.
_ALWAYS_READ = (DVC_YAML, PARAMS_YAML, ".dvcignore", ".dvc/config")


class GraphError(ValueError):
    """dvc.yaml or a file it names cannot be drawn; the message is DVC's own."""


@dataclass(frozen=True)
class Stage:
    """One stage of dvc.yaml, after matrix, foreach and templating. Paths begin at the graph's folder."""

    name: str
    """As DVC addresses it: `train`, `train@en`."""
    base: str
    """The same without what follows the @: `books-extract` of `books-extract@en`."""
    group: str | None
    """What follows the @: the matrix or foreach key, such as a language."""
    cmd: str
    """Several commands are lines."""
    deps: tuple[str, ...] = ()
    outs: tuple[str, ...] = ()
    """Everything the stage writes: outs, metrics and plots."""
    metrics: tuple[str, ...] = ()
    """Files of figures among its outs, and those that the file's own `metrics` names within them."""
    uncached: tuple[str, ...] = ()
    """Outs with `cache: false`: DVC does not keep them, git may."""
    params: tuple[str, ...] = ()
    """`key` of params.yaml, `file:key`, or `file:*` for a whole file."""
    desc: str = ""
    always_changed: bool = False
    frozen: bool = False
    """`dvc repro` never runs it and takes its outputs as they are; see `active`."""
    wdir: str = "."
    meta: Mapping[str, Any] = field(default_factory=dict)
    """Whatever the file says. Empty if it is no mapping."""
    upstream: tuple[str, ...] = ()
    """Names of the stages whose outputs this one reads, sorted."""

    def placed(self, path: str) -> str:
        """A path of dvc.lock, which begins at the stage's wdir, as one that begins at the graph's folder."""
        return posixpath.normpath(posixpath.join(self.wdir, path))


Graph = dict[str, Stage]


def load_graph(folder: Path, cache: Path | None = None) -> Graph:
    """The stages of a folder's dvc.yaml by name, in file order, with their edges.

    Stages of other folders are not seen, nor are `*.dvc` files.

    Args:
        folder: Of dvc.yaml.
        cache: Folder of kept answers, which several checkouts may share: DVC is asked anew only for contents
            that it was never asked about. By default `.dvc/tmp/graphs`; without `.dvc` nothing is kept.

    Raises:
        GraphError: DVC refuses the file, or could not be asked.
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
                answer = _kept(folder, kept)  # another process may have asked meanwhile
                if not answer:
                    answer = _ask(folder)
                    write_whole(kept, json.dumps(answer))
    return {stage["name"]: _stage(stage) for stage in answer["stages"]}


def _key(folder: Path) -> str:
    """Digest of what is read in any case."""
    contents = [_read(folder / name) for name in _ALWAYS_READ]
    # Only absolute paths make the answer depend on where the folder is.
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
    """The answer kept for this content; empty if there is none, or another file that DVC read has changed."""
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


def active(graph: Graph) -> Graph:
    """The graph that `dvc repro` follows: a frozen stage waits for nothing (DVC: `get_active_graph`)."""
    return {name: replace(s, upstream=()) if s.frozen else s for name, s in graph.items()}


def ancestors(graph: Graph, names: Iterable[str]) -> set[str]:
    """All stages that some stages need, directly or not; of those themselves, the ones others need."""
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
    """Of each stage the upstream stages that no other path leads to: the graph's transitive reduction."""
    above = {name: ancestors(graph, [name]) for name in graph}
    return {
        name: [one for one in stage.upstream if not any(one in above[other] for other in stage.upstream)]
        for name, stage in graph.items()
    }
