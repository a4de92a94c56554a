"""What Airflow calls the stages and groups of a graph: names it takes, no two alike."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    from dvc_airflow.graph import Graph

# Airflow puts a node of its own at both ends of a group (`TaskGroup.upstream_join_id`).
_JOINS = {"upstream_join_id", "downstream_join_id"}


def task_names(graph: Graph, prefix: str) -> dict[str, str]:
    """Stage to task name without the prefix, unless another stage is called just that.

    Within a group Airflow puts the group's id before it.
    """
    bases = {stage.base: stage.base.removeprefix(prefix) for stage in graph.values()}
    wanted = {base: base if short in bases.keys() - {base} else short for base, short in bases.items()}
    names = _apart(wanted.values(), _JOINS, "_stage")
    return {name: names[wanted[stage.base]] for name, stage in graph.items()}


def group_ids(graph: Graph, names: dict[str, str]) -> dict[str, str]:
    """Group to the id of its TaskGroup, which no task beside it has; `names` are the `task_names`."""
    beside = {names[stage.name] for stage in graph.values() if not stage.group}
    return _apart((stage.group for stage in graph.values() if stage.group), beside, "_group")


def free(name: str, taken: Set[str], more: str) -> str:
    """The name, with as much behind it as it takes to be no other one's."""
    while name in taken:
        name += more
    return name


def _apart(texts: Iterable[str], taken: Set[str], more: str) -> dict[str, str]:
    """Text to a name that Airflow takes: letters, digits, dashes, underscores; each another one."""
    found: dict[str, str] = {}
    for text in dict.fromkeys(texts):
        found[text] = free(re.sub(r"[^\w-]", "_", text), taken | set(found.values()), more)
    return found
