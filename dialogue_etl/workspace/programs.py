"""Runs git and dvc as programs, never through a shell."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from dialogue_etl.errors import DOCTOR
from dialogue_etl.workspace.root import VARIABLE, WorkspaceError

# Exported by git to its hooks; our commands would work on that repository.
_GIT_STATE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")


def environment() -> dict[str, str]:
    """The environment, with the programs of this venv first and without pointers to another repository."""
    env = {k: v for k, v in os.environ.items() if k not in {*_GIT_STATE, VARIABLE}}
    env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), env.get("PATH", os.defpath)])
    return env | {"DVC_NO_ANALYTICS": "1", "GIT_TERMINAL_PROMPT": "0"}


def find_program(name: str) -> str:
    """A program's path: next to this Python, else on PATH.

    Raises:
        WorkspaceError: it is not installed.
    """
    found = shutil.which(name, path=environment()["PATH"])
    if found is None:
        raise WorkspaceError(f"{name} is not on PATH: install it")
    return found


def run(name: str, *arguments: str, folder: Path) -> str:
    """Run git or dvc; returns what it printed.

    Raises:
        WorkspaceError: it is missing or failed; the message contains its output.
    """
    return output(name, *arguments, folder=folder).decode(errors="replace").strip()


def output(name: str, *arguments: str, folder: Path) -> bytes:
    """As `run`, but the bytes as they are.

    Raises:
        WorkspaceError: see `run`.
    """
    command = [find_program(name), *arguments]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise WorkspaceError(f"`{name} {' '.join(arguments)}` in {folder} failed: {said}. {DOCTOR}")
    return done.stdout


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder."""
    return run("git", *arguments, folder=folder)


def dvc(folder: Path, *arguments: str) -> str:
    """Run dvc in a folder."""
    return run("dvc", *arguments, folder=folder)


def track(root: Path, folder: str = "library") -> None:
    """Record the current content of a folder with `dvc add` (`library.dvc`)."""
    dvc(root, "--wait-for-lock", "add", "--quiet", folder)
