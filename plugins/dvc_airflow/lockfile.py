"""dvc.lock: what each stage read and wrote when it last ran."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dvc_airflow.yaml_files import YamlError, read_yaml, round_trip, text_with, write_whole

if TYPE_CHECKING:
    from dvc_airflow.graph import Graph, Stage

LOCK = "dvc.lock"
Lock = dict[str, Any]
"""The `stages` of a dvc.lock by name."""


def read_lock(folder: Path) -> Lock:
    """The stages in a folder's dvc.lock; empty if it is missing or truncated."""
    try:
        return read_yaml(folder / LOCK).get("stages") or {}
    except YamlError:
        return {}


def written(stage: Stage, lock: Lock) -> dict[str, str]:
    """Hashes of a stage's outputs by path, relative to the folder of dvc.yaml; empty if it never ran."""
    outs = lock.get(stage.name, {}).get("outs") or ()
    return {stage.placed(out["path"]): out.get("md5", "") for out in outs}


def all_written(graph: Graph, lock: Lock) -> dict[str, str]:
    """As `written`, for all stages."""
    return {path: md5 for stage in graph.values() for path, md5 in written(stage, lock).items()}


def tidy(folder: Path, graph: Graph) -> None:
    """Reduce dvc.lock to the stages of dvc.yaml, in the order of that file and in DVC's own layout.

    DVC keeps entries of stages that no longer exist, and appends new ones in the order they finish.
    """
    if text := tidied(folder, graph):
        write_whole(folder / LOCK, text)


def tidied(folder: Path, graph: Graph) -> str:
    """The text of a folder's dvc.lock with the entries of some stages alone; empty if it has no dvc.lock."""
    content = read_yaml(folder / LOCK)
    if not content:
        return ""
    content["stages"] = {name: content["stages"][name] for name in graph if name in content["stages"]}
    return text_with(round_trip(as_dvc=True), content)
