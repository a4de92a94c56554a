"""Workspaces for tests: one really made by `init`, and copies of it."""

import shutil
from pathlib import Path

import pytest

from dialogue_etl.workspace.create import create


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create(tmp_path_factory.mktemp("made") / "ws", "sample")


@pytest.fixture
def workspace(made: Path, tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "ws"
    shutil.copytree(made, root, symlinks=True)
    return root
