"""What each stage of a run is to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvc_airflow.graph import ancestors
from dvc_airflow.params_values import ChangeError
from dvc_airflow.request import FORCE, FROM, ONLY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dvc_airflow.graph import Graph, Stage
    from dvc_airflow.lockfile import Lock
    from dvc_airflow.request import Request

RUN, FORCED, TAKEN = "run", "force", "take"


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
