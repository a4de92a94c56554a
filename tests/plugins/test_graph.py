from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from dvc_airflow.graph import GraphError, active, leaves, load_graph, select

from tests.plugins.refused_documents import REFUSED, write_named_files

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
    graph = load_graph(ROOT)
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
    assert graph["prepare"].wdir == "src"
    assert graph["prepare"].params == ("src/params.yaml:seed", "src/other.yaml:x", "src/other.yaml:y")
    assert graph["prepare"].params_files == ("src/params.yaml", "src/other.yaml")
    assert graph["prepare"].placed("../raw") == "raw"
    assert graph["train@big"].cmd == "train big 9 3 red"
    assert graph["train@big"].outs == ("models/big", "metrics/big.json")
    assert graph["train@big"].uncached == ("models/big", "metrics/big.json")
    assert graph["train@big"].upstream == ("prepare",)
    assert graph["score@b"].upstream == ("train@big", "train@small")
    assert graph["grid@y-b1"].cmd == "grid y 2 m y-b1"
    assert graph["report"].upstream == ("grid@x-b0", "score@1", "score@b")


def test_select_and_leaves(foreign: Path) -> None:
    graph = load_graph(foreign)
    assert set(select(graph, "score")) == {"prepare", "train@small", "train@big", "score@1", "score@b"}
    assert leaves(select(graph, "score")) == ["score@1", "score@b"]


@pytest.mark.parametrize("document", REFUSED)
def test_what_cannot_be_drawn_is_named(tmp_path: Path, document: str) -> None:
    write_named_files(tmp_path)
    (tmp_path / "dvc.yaml").write_text(document)
    with pytest.raises(GraphError, match=f"(?s)^{tmp_path}.*{REFUSED[document]}"):
        load_graph(tmp_path)


def test_a_frozen_stage_waits_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "dvc.yaml").write_text(
        "stages: {a: {cmd: x, outs: [p]}, b: {cmd: x, deps: [p], outs: [q], frozen: true}, "
        "c: {cmd: x, deps: [q]}}"
    )
    graph = load_graph(tmp_path)
    assert [graph[name].upstream for name in "abc"] == [(), ("a",), ("b",)]
    assert [active(graph)[name].upstream for name in "abc"] == [(), (), ("b",)]
    assert set(select(active(graph), "c")) == {"b", "c"}


def test_the_files_own_metrics_belong_to_the_stage_that_writes_them(tmp_path: Path) -> None:
    (tmp_path / "dvc.yaml").write_text(
        "metrics: [eval/m.json, ./whole.json, elsewhere.json]\n"
        "stages: {a: {cmd: x, outs: [eval, whole.json], metrics: [own.json]}, b: {cmd: y, outs: [eval2]}}"
    )
    graph = load_graph(tmp_path)
    assert graph["a"].metrics == ("own.json", "eval/m.json", "whole.json")
    assert graph["b"].metrics == ()


def test_paths_begin_at_the_folder_wherever_one_is(
    tmp_path: Path, foreign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = load_graph(foreign)
    (tmp_path / "below").mkdir()
    assert load_graph(foreign / "below" / "..") == expected
    monkeypatch.chdir(foreign / "below")
    assert load_graph(Path("..")) == expected


def test_absolute_paths(tmp_path: Path) -> None:
    (tmp_path / "dvc.yaml").write_text(
        f"stages: {{a: {{cmd: x, outs: [{tmp_path}/p]}}, b: {{cmd: y, deps: [p/q, /else, ../up, s3://b/k]}}}}"
    )
    graph = load_graph(tmp_path)
    assert graph["a"].outs == ("p",)
    assert graph["b"].deps == ("p/q", "/else", "../up", "s3://b/k")
    assert graph["b"].upstream == ("a",)


def test_no_dvc_yaml(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match=r"dvc\.yaml"):
        load_graph(tmp_path)


def test_dvc_is_not_imported() -> None:
    code = "import sys, dvc_airflow.graph; sys.exit('dvc' in sys.modules or 'airflow' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT / "plugins", check=True)
