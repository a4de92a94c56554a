"""Publishes what a workspace has built, by the function that Airflow's task calls, as a program.

Plugins of Airflow are not imported here: what they need is not part of the core.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from dialogue_etl.errors import DOCTOR
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.product import product_folder
from dialogue_etl.workspace.root import WorkspaceError


def publish(root: Path, source: str, variant: str, message: str) -> dict[str, Any]:
    """Publish the dataset of a source; see plugins/dialogue_etl_publish.py for what is returned.

    Raises:
        WorkspaceError: it cannot be published; the message says why and what to do.
    """
    program = product_folder() / "plugins" / "dialogue_etl_publish.py"
    command = [sys.executable, str(program), str(root), source, variant, message]
    done = subprocess.run(
        command, cwd=root, env=programs.environment(), stdout=subprocess.PIPE, text=True, check=False
    )
    try:
        answer: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    except (ValueError, IndexError):
        raise WorkspaceError(f"publishing ended with {done.returncode}. {DOCTOR}") from None
    if "error" in answer:
        raise WorkspaceError(answer["error"])
    return answer
