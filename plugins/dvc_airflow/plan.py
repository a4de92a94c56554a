"""What each stage of a run is to do, and why."""

from __future__ import annotations

from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

from dvc_airflow.graph import ancestors
from dvc_airflow.inputs import differences, find_inputs
from dvc_airflow.params_values import ChangeError
from dvc_airflow.request import FORCE, FROM, ONLY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from dvc_airflow.graph import Graph, Stage
    from dvc_airflow.lockfile import Lock
    from dvc_airflow.request import Request

RUN, FORCED, TAKEN = "run", "force", "take"


@dataclass(frozen=True)
class Step:
    """What a stage would do."""

    stage: str
    does: str
    """`run`, `unchanged`, `taken`, `frozen` or `depends`: on what an earlier one turns out to write."""
    why: tuple[str, ...] = ()


def decide(graph: Graph, request: Request) -> dict[str, str]:
    """RUN, FORCED or TAKEN for every stage.

    Stages that always run, such as one that looks at the code, are never taken; frozen ones always are.

    Raises:
        ChangeError: an option names a stage or group that is not there.
    """
    bases = list(dict.fromkeys(stage.base for stage in graph.values()))
    groups = list(dict.fromkeys(stage.group for stage in graph.values() if stage.group))
    _check(FROM, [request.begin] if request.begin else [], bases)
    _check(FORCE, request.force, bases)
    _check(ONLY, request.only, groups)
    begin = {name for name, stage in graph.items() if stage.base == request.begin}
    before = ancestors(graph, begin) - begin
    return {name: _decide(stage, request, name in before) for name, stage in graph.items()}


def _check(option: str, names: Iterable[str], known: list[str]) -> None:
    for name in names:
        if name not in known:
            raise ChangeError(f"{option}: {name!r} is not one of {', '.join(known)}")


def _decide(stage: Stage, request: Request, before: bool) -> str:
    if stage.always_changed:
        return RUN
    if stage.frozen:
        return TAKEN
    outside = bool(request.only) and stage.group is not None and stage.group not in request.only
    if outside or before:
        return TAKEN
    return FORCED if stage.base in request.force else RUN


def check_taken(graph: Graph, decided: Mapping[str, str], changed: Iterable[str], lock: Lock) -> None:
    """Refuse what could not be built again: a changed value that a taken stage reads, a stage never run.

    A frozen stage reads what it did when it was frozen, by the will of who froze it.

    Raises:
        ChangeError: the sentence names value and stage.
    """
    for name, does in decided.items():
        if does != TAKEN:
            continue
        if name not in lock:
            raise ChangeError(f"{name} is to be taken from the base, but its dvc.lock has no such stage")
        for key in changed if not graph[name].frozen else ():
            if any(key == param or key.startswith(f"{param}.") for param in graph[name].params):
                raise ChangeError(
                    f"{key} is changed, but {name}, which reads it, is to be taken from the base: "
                    f"begin at {graph[name].base} or earlier"
                )


def foresee(folder: Path, graph: Graph, decided: Mapping[str, str], lock: Lock) -> list[Step]:
    """What each stage would do, in order, as far as can be told before any runs."""
    moving: set[str] = set()
    steps = []
    for name in TopologicalSorter({name: stage.upstream for name, stage in graph.items()}).static_order():
        stage = graph[name]
        above = [other for other in stage.upstream if other in moving and not graph[other].always_changed]
        step = _plain_step(stage, decided[name])
        if not step and (why := differences(find_inputs(folder, stage, graph, lock), lock.get(name))):
            step = Step(name, "run", tuple(why))
        if not step and above:
            step = Step(name, "depends", tuple(f"{other} may write something else" for other in above))
        step = step or Step(name, "unchanged")
        if step.does in {"run", "depends"}:
            moving.add(name)
        steps.append(step)
    return steps


def _plain_step(stage: Stage, does: str) -> Step | None:
    """What needs no look at the stage's inputs."""
    if does == TAKEN:
        return Step(stage.name, "taken", ("it is frozen",) if stage.frozen else ())
    if stage.always_changed:
        return Step(stage.name, "run", ("it always runs",))
    return Step(stage.name, "run", ("it is forced",)) if does == FORCED else None
