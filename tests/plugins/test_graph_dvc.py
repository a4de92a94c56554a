"""Our graph against DVC's own, for files that use every feature and for generated ones."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from dvc_airflow.graph import GraphError, load_graph
from dvc_airflow.repository import load_repository
from hypothesis import HealthCheck, given, settings

from tests.plugins.dvc_graph import dvcs, make_repo, ours
from tests.plugins.generated_files import documents
from tests.plugins.refused_documents import REFUSED, write_named_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.slow  # imports DVC

ROOT = Path(__file__).resolve().parents[2]
FOREIGN = Path(__file__).parent / "foreign"
CHECKS = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.fixture(scope="module")
def made_repo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A DVC repository that the settings of this machine do not reach."""
    folder = tmp_path_factory.mktemp("settings")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DVC_GLOBAL_CONFIG_DIR", "DVC_SYSTEM_CONFIG_DIR", "DVC_SITE_CACHE_DIR"):
            patch.setenv(name, str(folder / name))
        patch.setenv("DVC_NO_ANALYTICS", "1")
        yield make_repo(tmp_path_factory.mktemp("repo").resolve())


@pytest.fixture
def dvc_repo(made_repo: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The same, empty and the current folder: DVC names stages from there."""
    empty(made_repo)
    monkeypatch.chdir(made_repo.root_dir)
    return made_repo


def empty(repo: Any) -> Path:
    root = Path(repo.root_dir)
    for path in root.iterdir():
        if path.name != ".dvc":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (root / ".dvc" / "config").write_text("")
    return root


def put(source: Path, dvc_repo: Any) -> Path:
    root = Path(dvc_repo.root_dir)
    shutil.copytree(source, root, dirs_exist_ok=True)
    return root


def without_metrics_of_file(graph: dict[str, dict[str, Any]], kept: dict[str, dict[str, Any]]) -> None:
    """DVC keeps the file's own metrics apart from the stages: take those out of ours."""
    for name, stage in graph.items():
        stage["metrics"] = tuple(m for m in stage["metrics"] if m in kept[name]["metrics"])


@pytest.mark.parametrize("name", ["templates", "loops", "files", "get_started"])
def test_foreign_files(dvc_repo: Any, name: str) -> None:
    root = put(FOREIGN / name, dvc_repo)
    found, expected = ours(load_graph(root)), dvcs(dvc_repo)
    without_metrics_of_file(found, expected)
    assert found == expected
    assert list(found) == list(expected)


def test_the_products_own(dvc_repo: Any) -> None:
    root = Path(dvc_repo.root_dir)
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copyfile(ROOT / name, root / name)
    assert ours(load_graph(root)) == dvcs(dvc_repo)


@pytest.mark.parametrize("name", ["monorepo", "files"])
def test_a_whole_repository(dvc_repo: Any, name: str) -> None:
    root = put(FOREIGN / name, dvc_repo)
    found, expected = ours(load_repository(root)), dvcs(dvc_repo)
    without_metrics_of_file(found, expected)
    assert found == expected


@pytest.mark.parametrize(
    "lines", ["bool = boolean_optional", "list = append", "bool = store_true\nlist = Append # x"]
)
def test_how_mappings_become_arguments(dvc_repo: Any, lines: str) -> None:
    root = put(FOREIGN / "templates", dvc_repo)
    config = f"['remote \"x\"']\n    url = /x\n[parsing]\n{lines}\n[core]\n    remote = x\n"
    (root / ".dvc" / "config").write_text(config)
    assert ours(load_graph(root)) == dvcs(dvc_repo)


@pytest.fixture
def beside(dvc_repo: Any) -> Path:
    """Files that the documents below name."""
    root = Path(dvc_repo.root_dir)
    write_named_files(root)
    return root


@pytest.mark.parametrize("document", REFUSED)
def test_what_dvc_refuses_is_refused_with_the_reason(dvc_repo: Any, beside: Path, document: str) -> None:
    (beside / "dvc.yaml").write_text(document)
    with pytest.raises(Exception):  # noqa: B017
        dvcs(dvc_repo)
    with pytest.raises(GraphError, match=f"(?s)^{beside}.*{REFUSED[document]}"):
        load_graph(beside)


def test_a_params_file_that_dvc_cannot_read_is_refused(dvc_repo: Any, beside: Path) -> None:
    (beside / "dvc.yaml").write_text("stages: {a: {cmd: x}}")
    for text in ("- 1", "day: 2020-01-01", "a: [", "a: 1\na: 2"):
        (beside / "params.yaml").write_text(text)
        with pytest.raises(Exception):  # noqa: B017
            dvcs(dvc_repo)
        with pytest.raises(GraphError, match=r"params\.yaml: "):
            load_graph(beside)


def test_where_we_are_laxer(dvc_repo: Any, beside: Path) -> None:
    """What takes more than dvc.yaml and params files to see: files of `dvc add`, and .dvcignore."""
    (beside / "dvc.yaml").write_text("stages: {a: {cmd: x, outs: [folder/a]}}")
    for name, text in {"folder.dvc": "outs: [{path: folder}]\n", ".dvcignore": "folder\n"}.items():
        (beside / name).write_text(text)
        with pytest.raises(Exception):  # noqa: B017
            dvcs(dvc_repo)
        assert list(load_graph(beside)) == ["a"]
        (beside / name).unlink()


def test_generated_files(dvc_repo: Any) -> None:
    root = Path(dvc_repo.root_dir)
    seen: Counter[str] = Counter()

    @settings(max_examples=200, deadline=None, suppress_health_check=CHECKS)
    @given(documents())
    def compare(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
        for name, content in zip(("dvc.yaml", "params.yaml"), pair, strict=True):
            (root / name).write_text(
                yaml.safe_dump(content, sort_keys=False, allow_unicode=True), encoding="utf-8"
            )
        expected = _outcome(lambda: dvcs(dvc_repo), Exception)
        found = _outcome(lambda: ours(load_graph(root)), GraphError)
        assert (found is None) == (expected is None)
        for name, stage in (expected or {}).items():
            found[name]["metrics"] = tuple(m for m in found[name]["metrics"] if m in stage["metrics"])
            seen["edges"] += len(stage["upstream"])
        seen["refused" if expected is None else "drawn"] += 1
        assert found == expected

    compare()
    # Files that DVC refuses, or stages that none reads from, would prove little.
    assert seen["drawn"] > 40
    assert seen["refused"] > 15
    assert seen["edges"] > 40


def _outcome(view: Callable[[], Any], refusal: type[Exception]) -> Any:
    try:
        return view()
    except refusal:
        return None
