"""The product as a program, run in a workspace for the pages: nothing of it is in the server's memory."""

import os
import subprocess
import sys
from pathlib import Path

from dvc_airflow.programs import ProgramError, clean_environment

COMMAND = (sys.executable, "-m", "dialogue_etl")
_NAMED = os.environ.get("DVC_AIRFLOW_WORKSPACE") or os.environ.get("DIALOGUE_ETL_WORKSPACE")
SERVED = Path(_NAMED) if _NAMED else None
"""The workspace whose pages are served; None where no variable names one."""


def environment(workspace: Path) -> dict[str, str]:
    """The variables of a program that works in a workspace."""
    return clean_environment(DIALOGUE_ETL_WORKSPACE=str(workspace))


def run(workspace: Path, *arguments: str, seconds: float) -> str:
    """What a command of the product prints.

    Raises:
        ProgramError: it failed, or took longer; the message is the end of its error output.
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
    """What is said of a program that was stopped."""
    return f"stopped after {seconds:.0f} s: it takes too long"


def last_words(errors: str) -> str:
    """The end of an error output."""
    return errors.strip()[-4_000:]
