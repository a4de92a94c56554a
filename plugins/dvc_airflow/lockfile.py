"""dvc.lock: what each stage read and wrote when it last ran."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dvc_airflow.yaml_files import YamlError, read_yaml, round_trip, write_with

if TYPE_CHECKING:
    from dvc_airflow.graph import Graph, Stage

LOCK = "dvc.lock"
Lock = dict[str, Any]
"""The `stages` of a dvc.lock by name."""


def read_lock(folder: Path) -> Lock:
    """What a folder's dvc.lock holds of each stage; nothing if it is not there or cut short."""
    try:
        return read_yaml(folder / LOCK).get("stages") or {}
    except YamlError:
        return {}


def written(stage: Stage, lock: Lock) -> dict[str, str]:
    """Path, from the folder of dvc.yaml, to hash of what a stage wrote; nothing if it never ran."""
    outs = lock.get(stage.name, {}).get("outs") or ()
    return {stage.placed(out["path"]): out.get("md5", "") for out in outs}


def all_written(graph: Graph, lock: Lock) -> dict[str, str]:
    """The same of all stages."""
    return {path: md5 for stage in graph.values() for path, md5 in written(stage, lock).items()}


def tidy(folder: Path, graph: Graph) -> None:
    """Give dvc.lock the stages of dvc.yaml in its order, in the layout that DVC itself writes.

    DVC keeps stages that are no longer there for ever, and appends new ones as they happen to finish.
    """
    content = read_yaml(folder / LOCK)
    if content:
        content["stages"] = {name: content["stages"][name] for name in graph if name in content["stages"]}
        write_with(round_trip(as_dvc=True), folder / LOCK, content)
