from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from dvc_airflow.graph import load_graph
from dvc_airflow.params_values import ChangeError
from dvc_airflow.request import Request, check_taken, decide

if TYPE_CHECKING:
    from tests.plugins.conftest import Scratch

EN, HU, PACKAGE = "texts-words@en", "texts-words@hu", "texts-package"


def test_what_each_stage_is_to_do(scratch: Scratch) -> None:
    graph = load_graph(scratch.root)

    def does(**options: object) -> list[str]:
        found = decide(graph, Request(**options))  # type: ignore[arg-type]
        assert list(found) == ["code", EN, HU, PACKAGE]
        return list(found.values())

    assert does() == ["run"] * 4
    # What always runs, such as a look at the code, is never taken: what it writes would be a lie.
    assert does(begin=PACKAGE) == ["run", "take", "take", "run"]
    assert does(begin="texts-words") == ["run"] * 4
    assert does(only=("hu",)) == ["run", "take", "run", "run"]
    assert does(begin=PACKAGE, only=("hu",)) == ["run", "take", "take", "run"]
    assert does(force=("texts-words",)) == ["run", "force", "force", "run"]
    assert does(force=("texts-words",), only=("en",)) == ["run", "force", "take", "run"]


def test_frozen_stages_are_taken_whatever_changed(scratch: Scratch) -> None:
    graph = load_graph(scratch.root)
    graph[EN] = replace(graph[EN], frozen=True)
    does = decide(graph, Request(force=("texts-words",)))
    assert list(does.values()) == ["run", "take", "force", "run"]
    check_taken(graph, does, ["count"], {EN: {}})


@pytest.mark.parametrize("options", [{"begin": "no"}, {"force": ("no",)}, {"only": ("no",)}])
def test_names_that_are_not_there(scratch: Scratch, options: dict[str, object]) -> None:
    with pytest.raises(ChangeError, match="'no' is not one of"):
        decide(load_graph(scratch.root), Request(**options))  # type: ignore[arg-type]


def test_what_could_not_be_built_again_is_refused(scratch: Scratch) -> None:
    graph = load_graph(scratch.root)
    does = decide(graph, Request(begin=PACKAGE))
    lock: dict[str, dict[str, object]] = {name: {} for name in graph}
    check_taken(graph, does, ["languages", "title"], lock)
    with pytest.raises(
        ChangeError, match=f"count is changed, but {EN}, which reads it, .*begin at texts-words"
    ):
        check_taken(graph, does, ["count"], lock)
    with pytest.raises(ChangeError, match=f"count.more is changed, but {EN}"):
        check_taken(graph, does, ["count.more"], lock)
    with pytest.raises(
        ChangeError, match=f"{HU} is to be taken from the base, but its dvc.lock has no such stage"
    ):
        check_taken(graph, does, [], {EN: {}})
