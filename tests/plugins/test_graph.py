from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from dvc_airflow import programs
from dvc_airflow.graph import GraphError, leaves, load_graph, select

ROOT = Path(__file__).resolve().parents[2]

FOREIGN = """\
vars:
- models.yaml
- extra.yaml:colour
- threshold: 3
stages:
  prepare:
    wdir: src
    cmd: [make a, make b]
    deps: [../raw]
    outs: [clean]
    params: [seed, other.yaml: [x, y]]
  train:
    foreach: ${models}
    do:
      cmd: train ${key} ${item.depth} ${threshold} ${colour}
      deps: [src/clean/train.csv, "conf/${key}.json"]
      outs:
      - models/${key}:
          cache: false
      metrics:
      - metrics/${key}.json:
          cache: false
  score:
    foreach: [1, b]
    do:
      cmd: score ${item}
      deps: [models]
      plots: ["plots/${item}.csv"]
  grid:
    matrix:
      a: [x, y]
      b: [{n: 1}, {n: 2}]
    vars: [{unit: m}]
    cmd: grid ${item.a} ${item.b.n} ${unit} ${key}
    deps: [src/clean]
    outs: ["grid/${item.a}-${item.b.n}"]
  listed:
    foreach: [{n: 1}, {n: 2}]
    do:
      cmd: listed ${item.n}
      outs: ["listed/${item.n}"]
  report:
    cmd: report
    deps: [plots, grid/x-1]
    always_changed: true
"""


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    (tmp_path / "dvc.yaml").write_text(FOREIGN)
    (tmp_path / "params.yaml").write_text("seed: 1\n")
    (tmp_path / "models.yaml").write_text("models: {small: {depth: 2}, big: {depth: 9}}\n")
    (tmp_path / "extra.yaml").write_text("colour: red\nignored: 1\n")
    return tmp_path


def test_the_products_own_graph() -> None:
    began = time.perf_counter()
    graph = load_graph(ROOT)
    assert time.perf_counter() - began < 1
    extract = graph["books-extract@en"]
    assert (extract.base, extract.group) == ("books-extract", "en")
    assert extract.upstream == ("books-boundaries@en", "books-download@en", "books-prefilter@en", "code")
    assert "--language en" in extract.cmd
    assert extract.metrics == ("metrics/books/extract/en.json",)
    # A parent folder of per-language outputs, and a file inside an output.
    assert {"books-split@en", "books-split@hu", "code"} <= set(graph["books-package"].upstream)
    assert graph["code"].always_changed
    assert graph["books-download@en"].meta["retries"] == 2


def test_foreach_matrix_vars_and_wdir(foreign: Path) -> None:
    graph = load_graph(foreign)
    assert list(graph) == [
        *("prepare", "train@small", "train@big", "score@1", "score@b"),
        *("grid@x-b0", "grid@x-b1", "grid@y-b0", "grid@y-b1", "listed@0", "listed@1", "report"),
    ]
    assert graph["prepare"].cmd == "make a\nmake b"
    assert graph["prepare"].deps == ("raw",)
    assert graph["prepare"].outs == ("src/clean",)
    assert graph["prepare"].params == ("seed", "other.yaml:x", "other.yaml:y")
    assert graph["train@big"].cmd == "train big 9 3 red"
    assert graph["train@big"].outs == ("models/big", "metrics/big.json")
    assert graph["train@big"].upstream == ("prepare",)
    assert graph["score@b"].upstream == ("train@big", "train@small")
    assert graph["grid@y-b1"].cmd == "grid y 2 m y-b1"
    assert graph["report"].upstream == ("grid@x-b0", "score@1", "score@b")


def test_select_and_leaves(foreign: Path) -> None:
    graph = load_graph(foreign)
    assert set(select(graph, "score")) == {"prepare", "train@small", "train@big", "score@1", "score@b"}
    assert leaves(select(graph, "score")) == ["score@1", "score@b"]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("stages: {a: {matrix: {l: '${nope}'}, cmd: x}}", r"stage 'a': \$\{nope\} names nothing"),
        ("stages: {a: {outs: [x]}}", "stage 'a': 'cmd'"),
        ("stages: [", "dvc.yaml"),
        ("- 1", "expected a mapping"),
    ],
)
def test_what_cannot_be_drawn_is_named(tmp_path: Path, document: str, message: str) -> None:
    (tmp_path / "dvc.yaml").write_text(document)
    with pytest.raises(GraphError, match=message):
        load_graph(tmp_path)


def test_no_dvc_yaml(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match=r"dvc\.yaml"):
        load_graph(tmp_path)


def test_dvc_is_not_imported() -> None:
    code = "import sys, dvc_airflow.graph; sys.exit('dvc' in sys.modules or 'airflow' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT / "plugins", check=True)


ASK_DVC = """
import json
from dvc.repo import Repo
graph = Repo(".").index.graph
name = {s: getattr(s, "name", None) for s in graph}
print(json.dumps({n: sorted(name[o] for o in graph.successors(s) if name[o]) for s, n in name.items() if n}))
"""


@pytest.mark.slow
@pytest.mark.parametrize("whose", ["ours", "foreign"])
def test_edges_are_those_of_dvc(whose: str, foreign: Path) -> None:
    if whose == "ours":
        for name in ("dvc.yaml", "params.yaml"):
            (foreign / name).write_bytes((ROOT / name).read_bytes())
    programs.dvc(foreign, "init", "--no-scm", "--quiet")
    said = programs.run([sys.executable, "-c", ASK_DVC], foreign)
    expected = json.loads(said.splitlines()[-1])
    assert {name: list(stage.upstream) for name, stage in load_graph(foreign).items()} == expected
