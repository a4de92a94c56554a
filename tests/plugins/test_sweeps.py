from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from dvc_airflow.project import Project
from dvc_airflow.request import VARIANT_PATTERN, read_request
from dvc_airflow.sweeps import (
    MOST,
    Plan,
    SweepError,
    check,
    conf_of,
    read_plan,
    run_id,
    settle_base,
    typed,
    value_name,
    variants,
)
from hypothesis import given
from hypothesis import strategies as st

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plugins.conftest import Scratch

GAP = {"sweep.name": "gap", "sweep.knob": "extract.dialogue_gap", "sweep.values": [100, 200]}
VALUES = st.one_of(
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.text(max_size=80),
    st.lists(st.text(max_size=5), max_size=3),
)


def plan(*values: list[Any], name: str = "v") -> Plan:
    return Plan(name, tuple(f"knob.{n}" for n in range(len(values))), values)


def names(*values: list[Any], name: str = "v") -> list[str]:
    return list(variants(plan(*values, name=name)))


def test_a_plan_of_one_knob_and_of_two() -> None:
    one = read_plan(
        {**GAP, "sweep.second_knob": "none", "sweep.second_values": [], "run.base": None, "run.preset": "x"}
    )
    assert (one.knobs, one.values, one.base, one.preset) == (
        ("extract.dialogue_gap",),
        ([100, 200],),
        "",
        "x",
    )
    two = read_plan({**GAP, "sweep.second_knob": "split.seed", "sweep.second_values": [1]})
    assert two.knobs == ("extract.dialogue_gap", "split.seed")
    assert list(variants(two)) == ["gap-100-1", "gap-200-1"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"sweep.name": "../x"}, "sweep.name: '../x'"),
        ({"sweep.name": "a" * 31}, "at most 30"),
        ({"sweep.name": None}, "sweep.name: None"),
        ({"sweep.values": []}, "sweep.values: a list of values is needed"),
        ({"sweep.values": "100"}, "sweep.values: a list of values is needed"),
        ({"sweep.second_knob": "split.seed"}, "sweep.second_values: a list of values is needed"),
        ({"sweep.second_values": [1]}, "there is no second knob"),
        (
            {"sweep.second_knob": GAP["sweep.knob"], "sweep.second_values": [1]},
            "extract.dialogue_gap is the first one",
        ),
    ],
)
def test_a_plan_that_is_none(more: dict[str, Any], said: str) -> None:
    with pytest.raises(SweepError, match=re.escape(said)):
        read_plan({**GAP, **more})


def test_texts_are_values_where_the_knob_takes_no_text() -> None:
    kinds = {"n": "number", "t": "string"}
    fields: list[Any] = [SimpleNamespace(key=key, schema={"type": kind}) for key, kind in kinds.items()]
    plan = Plan("v", ("n", "t"), (["1", "0.50", 3, "[1]"], ["1", "null"]))
    assert typed(plan, fields).values == ([1, 0.5, 3, [1]], ["1", "null"])
    for wrong in ("NaN", "wide", "-Infinity", "", "1 2"):
        with pytest.raises(SweepError, match=f"n = '{wrong}' is not allowed"):
            typed(Plan("v", ("n",), ([wrong],)), fields)
    with pytest.raises(SweepError, match="x: there is no such knob"):
        typed(Plan("v", ("x",), ([1],)), fields)


def test_names_are_read_off_the_values() -> None:
    assert names([100, 0.25, 1e-7]) == ["v-100", "v-0_25", "v-1e07"]
    assert names([True, False]) == ["v-true", "v-false"]
    assert names(["public_domain", "off"], [1]) == ["v-public_domain-1", "v-off-1"]


def test_names_that_would_be_the_same_are_told_apart_wherever_they_stand() -> None:
    a, b = names(["a b", "a.b"])
    assert a != b
    assert [re.sub("-[0-9a-f]{6}$", "", one) for one in (a, b)] == ["v-a-b", "v-a-b"]
    assert set(names(["a.b", "x", "a b"])) == {a, b, "v-x"}
    assert len(set(names([-5, 5]))) == 2
    assert len(set(names([1, 1.5, "1_5"]))) == 3


def test_types_of_values_are_kept() -> None:
    found = variants(plan([1, 1.0, "1", True]))
    assert [type(values["knob.0"]) for values in found.values()] == [int, float, str, bool]
    assert len(found) == 4


@given(st.lists(VALUES, min_size=1, max_size=12, unique_by=json.dumps))
def test_every_name_is_a_variant_of_its_own(values: list[Any]) -> None:
    found = variants(plan(values, name="x" * 30))
    assert len(found) == len(values)
    assert all(re.fullmatch(VARIANT_PATTERN, name) for name in found)
    assert [one["knob.0"] for one in found.values()] == values


@given(VALUES)
def test_a_values_name_is_the_same_each_time(value: Any) -> None:
    assert value_name(value) == value_name(json.loads(json.dumps(value)))


def test_too_many_or_twice() -> None:
    assert len(variants(plan(list(range(MOST))))) == MOST
    with pytest.raises(SweepError, match="25 variants are too many"):
        variants(plan([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]))
    with pytest.raises(SweepError, match="is there twice"):
        variants(plan([1, 2, 1]))


def test_the_run_of_a_variant_is_the_same_for_each_attempt() -> None:
    assert run_id("manual__1", "gap-100") == run_id("manual__1", "gap-100")
    assert len({run_id(sweep, v) for sweep in ("a", "b") for v in ("x", "y")}) == 4
    assert re.fullmatch(r"[A-Za-z0-9_.~:+-]+", run_id("manual__2026-01-01T00:00:00+00:00", "gap-100"))


def test_a_runs_conf_is_one_that_a_run_understands() -> None:
    request = read_request(conf_of(Plan("g", ("k",), ([1],), base="main", preset="p"), "g-1", {"k": 1}))
    assert (request.variant, request.base, request.preset, request.changes) == ("g-1", "main", "p", {"k": 1})


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "params.yaml").write_text("a: {size: 1, name: x}\n")

    def validate(values: dict[str, Any]) -> None:
        if unknown := values.keys() - {"a"}:
            raise ValueError(f"{unknown.pop()}: unknown key")
        if values["a"]["size"] > 10:
            raise ValueError("a.size: at most 10")

    return Project(root=tmp_path, name="p", presets={"big": {"a": {"size": 11}}}, validate=validate)


def test_the_bad_values_are_named_before_anything_runs(project: Project) -> None:
    good = Plan("v", ("a.size",), ([1, 2],))
    check(project, good, variants(good))
    bad = Plan("v", ("a.size",), ([1, 12, 13],))
    with pytest.raises(SweepError) as error:
        check(project, bad, variants(bad))
    assert "v-12 (a.size = 12): a.size: at most 10" in str(error.value)
    assert "v-13" in str(error.value)
    assert "v-1 " not in str(error.value)


def test_preset_and_keys_are_checked_too(project: Project) -> None:
    for wrong, said in (
        (Plan("v", ("a.name",), (["y"],), preset="big"), "a.size: at most 10"),
        (Plan("v", ("a.name",), (["y"],), preset="none such"), "not one of"),
        (Plan("v", ("b",), (["y"],)), "b: unknown key"),
        (Plan("v", ("a.size.x",), ([1],)), "is a value, not a section"),
    ):
        with pytest.raises(SweepError, match=said):
            check(project, wrong, variants(wrong))


@pytest.mark.slow
def test_values_are_checked_against_the_base_that_is_asked_for(scratch: Scratch) -> None:
    scratch.git("tag", "old")
    before = scratch.git("rev-parse", "HEAD")
    (scratch.root / "params.yaml").write_text("languages: [en]\ncount: 13\n")
    scratch.git("commit", "--quiet", "-am", "thirteen, which is not allowed")
    asked = Plan("v", ("languages",), ([["hu"]],), base="old")
    check(scratch.project, asked, variants(asked))
    with pytest.raises(SweepError, match="13 is not allowed"):
        check(scratch.project, Plan("v", ("languages",), ([["hu"]],)), variants(asked))
    with pytest.raises(SweepError, match=r"no commit, branch or tag 'nowhere'"):
        check(scratch.project, Plan("v", ("languages",), ([["hu"]],), base="nowhere"), variants(asked))
    assert settle_base(scratch.root, "old") == "old"
    assert settle_base(scratch.root, before[:12]) == before
    assert settle_base(scratch.root, "main") == scratch.git("rev-parse", "HEAD")
    assert settle_base(scratch.root, "") == ""
    for wrong in ("nowhere", "--all", "main:params.yaml"):
        with pytest.raises(SweepError, match="no commit, branch or tag"):
            settle_base(scratch.root, wrong)
