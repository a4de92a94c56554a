from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dialogue_etl.core import yaml_files
from dialogue_etl.workspace.create import create, upgrade
from dialogue_etl.workspace.product import product_folder
from dialogue_etl.workspace.programs import git, run
from dialogue_etl.workspace.root import WorkspaceError

if TYPE_CHECKING:
    from tests.conftest import Said

SLOW = pytest.mark.slow


@SLOW
def test_a_new_workspace_is_whole_and_committed(made: Path) -> None:
    assert git(made, "status", "--porcelain") == ""
    assert git(made, "branch", "--show-current") == "main"
    tracked = set(git(made, "ls-files").splitlines())
    assert {"dvc.yaml", "params.yaml", "library.dvc", ".dvc/config", "README.md", ".dvcignore"} <= tracked
    assert "library/catalogue.csv" not in tracked
    assert (made / "library" / "catalogue.csv").read_text().startswith("id,language,title")
    ignored = (made / ".gitignore").read_text().splitlines()
    assert {"/data/", "/metrics/", "/.airflow/", "/.worktrees/", "/published/", "/.dialogue-etl/"} <= set(
        ignored
    )
    text = (made / "params.yaml").read_text()
    assert yaml_files.load(text)["split"]["train"] == 0.6
    assert text.startswith("# Every size/quality parameter")
    assert not list(made.parent.glob(".ws*"))


@SLOW
def test_without_a_git_identity_network_or_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in os.environ if n.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")  # no guess from user and host name either
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.useConfigOnly")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    (tmp_path / "ws").mkdir()  # empty folders are fine
    root = create(tmp_path / "ws")
    monkeypatch.delenv("GIT_DIR")
    assert git(root, "log", "-1", "--format=%an <%ae>") == "Dialogue ETL <dialogue-etl@localhost>"


@pytest.mark.parametrize(
    ("names", "message"),
    [(["x"], "is not empty"), (["dvc.yaml", "params.yaml"], "--upgrade")],
)
def test_a_filled_folder_is_refused(tmp_path: Path, names: list[str], message: str) -> None:
    for name in names:
        (tmp_path / name).touch()
    with pytest.raises(WorkspaceError, match=message):
        create(tmp_path)
    with pytest.raises(WorkspaceError, match="is a file"):
        create(tmp_path / names[0])


def test_a_missing_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WorkspaceError, match="git is not on PATH"):
        create(tmp_path / "ws")
    assert not list(tmp_path.iterdir())


def test_a_failing_program_says_why(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match=r"`git no-such-command` in .* failed: git: 'no-such-command'"):
        run("git", "no-such-command", folder=tmp_path)


@SLOW
def test_upgrade_keeps_values_and_loses_nothing_that_is_not_committed(workspace: Path) -> None:
    upgrade(workspace)
    assert git(workspace, "status", "--porcelain") == ""
    text = (workspace / "params.yaml").read_text()
    old = text.replace("  dialogue_gap: 525\n", "  dialogue_gap: 99\n  gone: 1\n").replace(
        "  max_words: 100\n", ""
    )
    (workspace / "params.yaml").write_text(old)
    stages = (workspace / "dvc.yaml").read_text()
    (workspace / "dvc.yaml").write_text(stages.replace("dialogue-etl run", "dialogue-etl walk"))
    (workspace / ".gitignore").write_text("/data/\n/own/\n")
    with pytest.raises(WorkspaceError, match="uncommitted edits"):
        upgrade(workspace)
    git(workspace, "commit", "--quiet", "--all", "-m", "old")
    upgrade(workspace)
    new = (workspace / "params.yaml").read_text()
    assert new == text.replace("  dialogue_gap: 525\n", "  dialogue_gap: 99\n")
    assert (workspace / "dvc.yaml").read_bytes() == (product_folder() / "dvc.yaml").read_bytes()
    assert {"/own/", "/published/"} <= set((workspace / ".gitignore").read_text().splitlines())


@SLOW
def test_the_command(command: Callable[..., Said], tmp_path: Path) -> None:
    assert "is ready" in command("init", tmp_path / "ws", "--preset", "paper").out
    assert "is of this version" in command("init", "--upgrade", tmp_path / "ws").out
    git(tmp_path / "ws", "fsck")
