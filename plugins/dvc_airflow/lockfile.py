"""dvc.lock: what each stage read and wrote when it last ran."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

import yaml

if TYPE_CHECKING:
    from pathlib import Path

    from dvc_airflow.graph import Graph, Stage

LOCK = "dvc.lock"
Yaml12 = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(Yaml12):  # type: ignore[misc, valid-type]
    """YAML 1.2, which DVC writes (`no` is a text), by the fast parser: ten times faster than ruamel."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


# https://yaml.org/spec/1.2.2/#103-core-schema
for _tag, _form, _first in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.inf|\.nan", list("-+0123456789.")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_form})$"), _first)

Lock = dict[str, Any]
"""The `stages` of a dvc.lock by name."""


def read_lock(folder: Path) -> Lock:
    """What a folder's dvc.lock holds of each stage; nothing if it is not there or cut short."""
    try:
        content = yaml.load((folder / LOCK).read_text(encoding="utf-8"), _Loader)  # noqa: S506 - a safe one
        return content.get("stages") or {}
    except (OSError, ValueError, AttributeError, yaml.YAMLError):
        return {}


def written(stage: Stage, lock: Lock) -> dict[str, str]:
    """Path, from the folder of dvc.yaml, to hash of what a stage wrote; nothing if it never ran."""
    outs = lock.get(stage.name, {}).get("outs") or ()
    return {stage.placed(out["path"]): out.get("md5", "") for out in outs}


def all_written(graph: Graph, lock: Lock) -> dict[str, str]:
    """The same of all stages."""
    return {path: md5 for stage in graph.values() for path, md5 in written(stage, lock).items()}


def tidy(folder: Path, graph: Graph) -> None:
    """Give dvc.lock the stages of dvc.yaml in its order.

    DVC itself keeps stages that are no longer there for ever, and appends new ones as they happen to finish.
    """
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to import, and DAG files import this module

    path = folder / LOCK
    if not path.exists():
        return
    parser = YAML()
    content = parser.load(path.read_text(encoding="utf-8"))
    stages = content["stages"]
    names = [name for name in graph if name in stages]
    if list(stages) == names:
        return
    kept = {name: stages[name] for name in names}
    stages.clear()
    stages.update(kept)
    temporary = path.with_name(f".{path.name}.new")
    with temporary.open("w", encoding="utf-8") as file:
        parser.dump(content, file)
    temporary.replace(path)
