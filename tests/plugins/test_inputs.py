from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from dvc_airflow import programs
from dvc_airflow.graph import Stage, load_graph
from dvc_airflow.inputs import differences, find_inputs, work_key
from dvc_airflow.lockfile import read_lock

if TYPE_CHECKING:
    from tests.plugins.conftest import Scratch

WORDS, PACKAGE = "texts-words@en", "texts-package"


def found(root: Path) -> dict[str, list[str]]:
    """Of each stage, what differs from dvc.lock."""
    graph, lock = load_graph(root), read_lock(root)
    return {
        name: differences(find_inputs(root, stage, graph, lock), stage, lock) for name, stage in graph.items()
    }


@pytest.mark.slow
def test_it_agrees_with_dvc_on_what_changed(scratch: Scratch) -> None:
    root = scratch.root
    assert set(map(tuple, found(root).values())) == {("it never ran",)}
    programs.dvc(root, "repro")
    assert not any(found(root).values())
    edits = {
        "params.yaml": ("count: 3", "count: 4", "count: 3 -> 4"),
        "dvc.yaml": ("&& cat library", "; cat library", "its command changed"),
        "data/code/words.txt": ("one", "two", "data/code/words.txt changed"),
    }
    for name, (old, new, why) in edits.items():
        before = (root / name).read_text()
        (root / name).write_text(before.replace(old, new))
        assert why in found(root)[WORDS]
        changed = json.loads(programs.dvc(root, "status", "--json", WORDS))[WORDS]
        assert any("changed" in str(entry) for entry in changed)
        (root / name).write_text(before)
    assert not any(found(root).values())
    (root / "library" / "more.txt").write_text("two\n")
    programs.dvc(root, "add", "--quiet", "library")
    assert found(root)[WORDS] == ["library changed"]
    programs.dvc(root, "repro")
    assert not any(found(root).values())


def test_params_of_files_of_every_kind(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("n = 1\nclass A:\n    b: int = 2\n")
    (tmp_path / "b.toml").write_text("[t]\nx = 3\n")
    (tmp_path / "c.json").write_text('{"y": [4]}')
    (tmp_path / "d.toml").write_text("[half")
    params = ("a.py:n", "a.py:A.b", "b.toml:*", "c.json:y.0", "d.toml:x", "none.py:x", "none")
    programs.git(tmp_path, "init", "--quiet")
    stage = Stage("s", "s", None, "x", params=params)
    inputs = find_inputs(tmp_path, stage, {}, {})
    assert inputs == {
        "its command": ["x"],
        "a.py:n": 1,
        "a.py:A.b": 2,
        "b.toml:t.x": 3,
        "c.json:y.0": 4,
        **dict.fromkeys(("d.toml:x", "none.py:x", "none")),
    }
    lock = {"s": {"cmd": "x", "params": {"b.toml": {"t": {"x": 3}}, "a.py": {"n": 1, "A.b": 2}}}}
    assert differences(inputs, stage, lock) == ["c.json:y.0: None -> 4"]


def test_what_else_may_differ() -> None:
    stage = Stage("s", "s", None, "do  it", deps=("a", "b"), wdir="src")
    now = {"its command": ["do", "it"], "a": "1", "b": None, "n.x": 1, "n.y": 2, "m": [1]}
    entry = {
        "cmd": ["do", "it"],
        "deps": [{"path": "../b", "md5": "2"}, {"path": "../c", "md5": "3"}],
        "params": {"../params.yaml": {"n": {"x": 1, "y": 3, "z": 0}, "m": [1]}},
    }
    found = differences(now, stage, {"s": entry})
    assert sorted(found) == ["a changed", "b changed", "c changed", "n.y: 3 -> 2", "n.z: 0 -> None"]
    keys = {
        work_key(stage, now),
        work_key(stage, {**now, "a": "2"}),
        work_key(replace(stage, outs=("o",)), now),
    }
    assert len(keys) == 3
