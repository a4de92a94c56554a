"""Runs git and dvc as programs, never through a shell."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil

from dvc_airflow.locks import hold
from dvc_airflow.processes import dying_with_us

# Exported by git to its hooks; our commands would work on that repository.
_GIT_STATE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")

_DVC = "import sys; sys.path.append(sys.argv.pop(1)); from dvc_airflow.repro import run; run()"


class ProgramError(RuntimeError):
    """A program failed; the message contains the command and the end of its output."""


class RemoteError(ProgramError):
    """A remote cannot be reached, or refuses; the message contains the command and the end of its output."""

    def __init__(self, remote: str, error: ProgramError) -> None:
        super().__init__(f"{remote}: {error}")
        self.remote = remote


def clean_environment(**more: str) -> dict[str, str]:
    """The environment for git, dvc and stages: that of this process, and `more` variables.

    The venv's programs come first in PATH. Airflow's own variables, which may contain secrets, are removed.
    """
    hidden = ("AIRFLOW", "_AIRFLOW")
    env = {k: v for k, v in os.environ.items() if not k.startswith(hidden) and k not in _GIT_STATE}
    env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), env.get("PATH", os.defpath)])
    env |= {"DVC_NO_ANALYTICS": "1", "GIT_TERMINAL_PROMPT": "0", "PYTHONUNBUFFERED": "1"}
    return env | more


def dvc_program() -> list[str]:
    """The beginning of a DVC command line, through `repro`."""
    return [sys.executable, "-c", _DVC, str(Path(__file__).parents[1])]


def run(command: list[str], folder: Path, *, dying: bool = False) -> str:
    """Run a program and return what it printed; if `dying`, it is killed when this thread or process ends.

    Raises:
        ProgramError: it is not installed, or its exit code is not 0.
    """
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=clean_environment(),
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=dying_with_us() if dying else None,
        )
    except FileNotFoundError as error:
        raise ProgramError(f"{error.filename}: no such program or folder") from None
    if done.returncode:
        output = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        shown = " ".join(command).replace(" ".join(dvc_program()), "dvc")
        raise ProgramError(f"`{shown}` in {folder} returned {done.returncode}:\n{output}")
    return done.stdout


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder; its output without the final newline."""
    return run(["git", *arguments], folder).rstrip("\n")


def dvc(folder: Path, *arguments: str) -> str:
    """Run dvc in a folder; waits while another dvc has locked the repository."""
    return run([*dvc_program(), "--wait-for-lock", *arguments], folder, dying=True)


def git_ok(folder: Path, *arguments: str) -> bool:
    """Whether a git command (`diff --quiet`, `rev-parse --verify`) succeeds."""
    try:
        git(folder, *arguments)
    except ProgramError:
        return False
    return True


def identity(folder: Path) -> tuple[str, ...]:
    """Options for automatic commits: no signature (it may ask for input), and a committer if none is set."""
    unsigned = ("-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false")
    if git_ok(folder, "var", "GIT_COMMITTER_IDENT"):
        return unsigned
    return (*unsigned, "-c", "user.name=dvc_airflow", "-c", "user.email=dvc_airflow@localhost")


@contextlib.contextmanager
def git_lock(root: Path) -> Iterator[None]:
    """A lock on this host for changes of worktrees, tags and the branch.

    Lock files of a killed git are removed first; git itself never does that.
    """
    common = Path(git(root, "rev-parse", "--path-format=absolute", "--git-common-dir"))
    ours = common / "dvc_airflow.lock"
    with hold(ours):
        if not _git_runs(root):
            for pattern in ("*.lock", "refs/**/*.lock", "worktrees/*/*.lock"):
                for lock in set(common.glob(pattern)) - {ours}:
                    lock.unlink(missing_ok=True)
        yield


def _git_runs(root: Path) -> bool:
    """Whether any git, such as a user's or an editor's, is running in a folder or below it."""
    top = root.resolve()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):  # another user's, or gone
            if process.name().startswith("git") and Path(process.cwd()).is_relative_to(top):
                return True
    return False
