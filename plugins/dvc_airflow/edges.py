"""Who reads what whom writes: edges between stages, from their paths alone.

Source: `dvc/repo/graph.py` and `trie.py` of DVC 3.67.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from dvc_airflow.stage_files import parents

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    _Paths = Mapping[str, Iterable[str]]


class EdgesError(ValueError):
    """Outputs overlap, or stages depend on each other in a circle; the message names them."""


def upstream(outs: _Paths, reads: _Paths, files: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The stages each stage reads from, sorted: a path may be an output, lie within one, or hold some.

    Args:
        outs: Stage to what it writes, absolute paths.
        reads: Stage to what it reads, absolute paths.
        files: Stage to the dvc.yaml that defines it, absolute path.

    Raises:
        EdgesError: DVC would refuse the stages.
    """
    writers = _writers(outs)
    _refuse_overlaps(writers, files)
    inside: dict[str, set[str]] = {}
    for out, name in writers.items():
        for parent in parents(out):
            inside.setdefault(parent, set()).add(name)
    found: dict[str, tuple[str, ...]] = {}
    for name, paths in reads.items():
        names: set[str] = set()
        for path in paths:
            names |= {writers[p] for p in (path, *parents(path)) if p in writers} | inside.get(path, set())
        found[name] = tuple(sorted(names))
    _refuse_circles(found)
    return found


def _writers(outs: _Paths) -> dict[str, str]:
    writers: dict[str, str] = {}
    for name, paths in outs.items():
        for path in paths:
            if path in writers:
                raise EdgesError(f"{path} is an output of {_both(writers[path], name)}")
            writers[path] = name
    return writers


def _refuse_overlaps(writers: dict[str, str], files: Mapping[str, str]) -> None:
    for path, name in writers.items():
        for parent in parents(path):
            if parent in writers:
                raise EdgesError(f"{path} lies within {parent}: outputs of {_both(writers[parent], name)}")
    for file in set(files.values()):
        for parent in parents(file):
            if parent in writers:
                raise EdgesError(f"{file} lies within an output of stage {writers[parent]!r}")


def _refuse_circles(found: Mapping[str, Iterable[str]]) -> None:
    try:
        TopologicalSorter(found).prepare()
    except CycleError as error:
        raise EdgesError(f"stages need their own outputs: {' -> '.join(error.args[1])}") from None


def _both(one: str, other: str) -> str:
    return f"stage {one!r}, twice" if one == other else f"stages {one!r} and {other!r}"
