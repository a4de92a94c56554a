import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from dvc_airflow import graph as graphs
from dvc_airflow.graph import (
    Graph,
    GraphError,
    Stage,
    active,
    ancestors,
    drawn_by,
    leaves,
    load_graph,
    reduced,
    select,
)
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).resolve().parents[2]
FILES = Path(__file__).parent / "foreign"

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
    meta: {function: 'pkg.mod:name', more: [1, {b: null}]}
"""


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    (tmp_path / "dvc.yaml").write_text(FOREIGN)
    (tmp_path / "params.yaml").write_text("seed: 1\n")
    (tmp_path / "models.yaml").write_text("models: {small: {depth: 2}, big: {depth: 9}}\n")
    (tmp_path / "extra.yaml").write_text("colour: red\nignored: 1\n")
    return tmp_path


def test_foreach_matrix_vars_and_wdir(foreign: Path) -> None:
    graph = load_graph(foreign)
    assert list(graph) == [
        *("prepare", "train@small", "train@big", "score@1", "score@b"),
        *("grid@x-b0", "grid@x-b1", "grid@y-b0", "grid@y-b1", "listed@0", "listed@1", "report"),
    ]
    prepare = graph["prepare"]
    assert (prepare.cmd, prepare.wdir) == ("make a\nmake b", "src")
    assert (prepare.deps, prepare.outs) == (("raw",), ("src/clean",))
    assert prepare.params == ("src/params.yaml:seed", "src/other.yaml:x", "src/other.yaml:y")
    assert prepare.placed("../raw") == "raw"
    assert graph["train@big"].cmd == "train big 9 3 red"
    assert graph["train@big"].outs == graph["train@big"].uncached == ("models/big", "metrics/big.json")
    assert (graph["train@big"].base, graph["train@big"].group) == ("train", "big")
    assert graph["train@big"].upstream == ("prepare",)
    assert graph["score@b"].upstream == ("train@big", "train@small")
    assert graph["grid@y-b1"].cmd == "grid y 2 m y-b1"
    assert graph["report"].upstream == ("grid@x-b0", "score@1", "score@b")
    assert graph["report"].meta == {"function": "pkg.mod:name", "more": [1, {"b": None}]}
    assert set(select(graph, "score")) == {"prepare", "train@small", "train@big", "score@1", "score@b"}
    assert leaves(select(graph, "score")) == ["score@1", "score@b"]


def test_files_of_every_kind() -> None:
    """Metrics of stages and of the file, whole params files, URLs, outputs left to git, odd names, frozen."""
    graph = load_graph(FILES / "files")
    train = graph["train"]
    assert train.metrics == ("metrics.json", "more/metrics.json", "model/figures.json")
    assert set(train.outs) > {"model", "plots/loss.csv", "plots/images"}
    assert set(train.uncached) == {"more/metrics.json", "plots/raw.csv"}
    assert set(train.params) == {
        *("train.epochs", "seed", "train.lr", "tuned.json:lr"),
        *("conf/model.toml:*", "settings.py:A.b", "settings.py:c"),
    }
    assert train.upstream == ("get", "tracked")
    assert graph["get"].deps == ("https://example.org/data.csv",)
    assert graph["get"].meta == graph["listed-meta"].meta == {}
    assert graph["frozen"].frozen
    assert graph["frozen"].upstream == ("train",)
    assert active(graph)["frozen"].upstream == ()
    assert set(select(active(graph), "after-frozen")) == {"frozen", "after-frozen"}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("stages: {a: {cmd: 'x ${nope}'}}", "stages.a.cmd.*Could not find 'nope'"),
        ("stages: [a", "while parsing a flow sequence.*line 1"),
        ("stages: {a: {cmd: x, outs: [p/q]}, b: {cmd: y, outs: [p]}}", "overlap and are thus"),
        (
            "stages: {a: {cmd: x, outs: [p], deps: [q]}, b: {cmd: y, deps: [p], outs: [q]}}",
            "both a dependency and an output",
        ),
        (None, "does not exist"),
    ],
)
def test_what_dvc_refuses_is_refused_in_its_words(tmp_path: Path, document: str | None, message: str) -> None:
    if document:
        (tmp_path / "dvc.yaml").write_text(document)
    with pytest.raises(GraphError, match=f"(?is)^{tmp_path}/dvc.yaml: .*{message}"):
        load_graph(tmp_path)


def test_paths_begin_at_the_folder_wherever_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dvc.yaml").write_text(
        f'stages: {{a: {{cmd: x, outs: [{tmp_path}/p]}}, b: {{cmd: y, deps: [p/q, /else, ../up, "https://b/k"]}}}}'
    )
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    graph = load_graph(Path(".."))
    assert graph["a"].outs == ("p",)
    assert graph["b"].deps == ("p/q", "/else", "../up", "https://b/k")
    assert graph["b"].upstream == ("a",)


class TestCache:
    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
        """The folders of which DVC was asked."""
        folders: list[Path] = []
        run = graphs.run

        def counting(command: list[str], folder: Path) -> str:
            folders.append(folder)
            return run(command, folder)

        monkeypatch.setattr(graphs, "run", counting)
        return folders

    def test_dvc_is_asked_once_until_a_file_it_read_has_changed(
        self, foreign: Path, asked: list[Path]
    ) -> None:
        cache = foreign / "cache"
        first = load_graph(foreign, cache)
        (foreign / "unrelated.yaml").write_text("a: 1\n")
        (foreign / "dvc.lock").write_text("schema: '2.0'\nstages: {}\n")
        assert load_graph(foreign, cache) == first
        assert len(asked) == 1
        (foreign / "models.yaml").write_text("models: {small: {depth: 2}}\n")  # named by `vars`
        assert len(load_graph(foreign, cache)) == len(first) - 1
        (foreign / "dvc.yaml").write_text(FOREIGN.replace("always_changed: true", "frozen: true"))
        assert load_graph(foreign, cache)["report"].frozen
        assert len(asked) == 3
        for kept in cache.glob("*.json"):
            kept.write_text(kept.read_text()[:100])
        assert load_graph(foreign, cache)["report"].frozen
        assert len(asked) == 4

    def test_checkouts_share_what_was_asked_and_go_back_to_it(
        self, foreign: Path, tmp_path_factory: pytest.TempPathFactory, asked: list[Path]
    ) -> None:
        cache, other = foreign / "cache", tmp_path_factory.mktemp("other") / "checkout"
        (foreign / "dvc.yaml").write_text("stages: {a: {matrix: {n: '${ns}'}, cmd: 'x ${item.n}'}}\n")
        (foreign / "params.yaml").write_text("ns: [1]\n")
        shutil.copytree(foreign, other)
        assert list(load_graph(foreign, cache)) == list(load_graph(other, cache)) == ["a@1"]
        (other / "params.yaml").write_text("ns: [1, 2]\n")
        assert list(load_graph(other, cache)) == ["a@1", "a@2"]
        assert list(load_graph(foreign, cache)) == ["a@1"]
        assert asked == [foreign, other]
        # Absolute paths mean something else in another one.
        (other / "dvc.yaml").write_text(document := f"stages: {{a: {{cmd: x, outs: [{other}/p]}}}}")
        (foreign / "dvc.yaml").write_text(document)
        assert load_graph(other, cache)["a"].outs == ("p",)
        assert load_graph(foreign, cache)["a"].outs == (f"{other}/p",)

    def test_dvc_is_not_imported(self) -> None:
        code = "import sys, dvc_airflow.graph; sys.exit('dvc' in sys.modules or 'airflow' in sys.modules)"
        subprocess.run([sys.executable, "-c", code], cwd=ROOT / "plugins", check=True)


@st.composite
def acyclic(draw: st.DrawFn) -> Graph:
    graph: Graph = {}
    for number in range(draw(st.integers(1, 9))):
        upstream = draw(st.sets(st.sampled_from(sorted(graph)))) if graph else set()
        graph[f"s{number}"] = Stage(f"s{number}", "s", None, "x", upstream=tuple(sorted(upstream)))
    return graph


@given(acyclic())
def test_reduced_edges_are_the_fewest_that_keep_every_path(graph: Graph) -> None:
    def with_edges(edges: dict[str, list[str]]) -> Graph:
        return {name: Stage(name, "s", None, "x", upstream=tuple(edges[name])) for name in graph}

    edges = reduced(graph)
    above = {name: ancestors(graph, [name]) for name in graph}
    assert {name: ancestors(with_edges(edges), [name]) for name in graph} == above
    for name, upstream in edges.items():
        for one in upstream:
            fewer = with_edges({**edges, name: [other for other in upstream if other != one]})
            assert ancestors(fewer, [name]) != above[name]


def test_lists_with_a_stage_for_each_item(tmp_path: Path) -> None:
    file = tmp_path / "dvc.yaml"
    file.write_text(
        "stages:\n"
        "  a: {foreach: '${models}', do: {cmd: 'x ${item}'}}\n"
        "  b:\n    foreach: ${words.kinds}\n    do: {cmd: 'x ${item} ${seed}'}\n"
        "  c:\n    matrix:\n      n: ${few}\n    cmd: x\n    params: [seed]\n"
        '  d: {matrix: {language: "${languages}"}, cmd: x}\n'
    )
    assert drawn_by(file) == {"models", "words.kinds", "few", "languages"}
