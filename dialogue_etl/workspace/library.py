"""Folders of a workspace that people put things into, as DVC-tracked dependencies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from dialogue_etl.errors import DialogueEtlError


def track(root: Path, folder: str = "library") -> None:
    """Let DVC take note of what a folder holds now (`library.dvc`).

    Raises:
        DialogueEtlError: dvc fails.
    """
    program = Path(sys.executable).with_name("dvc")
    done = subprocess.run(
        [str(program), "--wait-for-lock", "add", "--quiet", folder],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise DialogueEtlError(f"dvc add {folder}: {done.stderr.strip()}")
