from pathlib import Path

import pytest

from dialogue_etl.workspace.root import VARIABLE, WorkspaceError, find_root


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(VARIABLE, raising=False)
    for name in ("dvc.yaml", "params.yaml"):
        (tmp_path / name).touch()
    (tmp_path / "data" / "deep").mkdir(parents=True)
    return tmp_path.resolve()


def test_from_the_working_directory_upwards(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "data" / "deep")
    assert find_root() == root
    assert find_root(root / "data") == root


def test_a_variable_names_the_workspace(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(root))
    monkeypatch.chdir("/")
    assert find_root() == root
    monkeypatch.setenv(VARIABLE, "")  # as stages have it in Airflow
    with pytest.raises(WorkspaceError, match="/ is not a workspace"):
        find_root()


def test_no_workspace(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "params.yaml").unlink()
    monkeypatch.chdir(root)
    with pytest.raises(WorkspaceError, match="dialogue-etl init"):
        find_root()
