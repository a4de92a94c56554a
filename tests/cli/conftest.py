"""A workspace to add books to, and a book."""

import shutil

import pytest

from dialogue_etl.workspace import programs as tracked
from tests.conftest import ROOT


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A workspace as far as `add` looks at it; DVC is tested where it runs."""
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tracked, "track", lambda root: None)
    return tmp_path


@pytest.fixture
def plain(tmp_path_factory):
    """A text without a header."""
    path = tmp_path_factory.mktemp("books") / "plain.txt"
    path.write_text("“Yes,” he said.\n\n“No.”\n", "utf-8")
    return path
