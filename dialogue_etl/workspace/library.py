"""The library folder of a workspace as a DVC-tracked dependency."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from dialogue_etl.errors import DialogueEtlError


def track(root: Path) -> None:
    """Let DVC take note of what the library holds now (`library.dvc`).

    Raises:
        DialogueEtlError: dvc fails.
    """
    program = Path(sys.executable).with_name("dvc")
    done = subprocess.run(
        [str(program), "--wait-for-lock", "add", "--quiet", "library"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise DialogueEtlError(f"dvc add library: {done.stderr.strip()}")
