"""Runs `dialogue-etl` in a workspace for the pages, as a program outside of the server's memory."""

import os
import subprocess
import sys
from pathlib import Path

from dvc_airflow.programs import ProgramError, clean_environment

COMMAND = (sys.executable, "-m", "dialogue_etl")
_NAMED = os.environ.get("DVC_AIRFLOW_WORKSPACE") or os.environ.get("DIALOGUE_ETL_WORKSPACE")
SERVED = Path(_NAMED) if _NAMED else None
"""The workspace whose pages are served; None if no variable names one."""


def environment(workspace: Path) -> dict[str, str]:
    """The environment of a program that works in a workspace."""
    return clean_environment(DIALOGUE_ETL_WORKSPACE=str(workspace))


def run(workspace: Path, *arguments: str, seconds: float) -> str:
    """Run a command; returns what it printed.

    Raises:
        ProgramError: it failed, with the end of its error output, or took too long.
    """
    try:
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=workspace,
            env=environment(workspace),
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        raise ProgramError(too_slow(seconds)) from None
    if done.returncode:
        raise ProgramError(last_words(done.stderr) or f"ended with {done.returncode}")
    return done.stdout


def too_slow(seconds: float) -> str:
    """The message about a program that was stopped."""
    return f"stopped after {seconds:.0f} s: it takes too long"


def last_words(errors: str) -> str:
    """The end of an error output."""
    return errors.strip()[-4_000:]
