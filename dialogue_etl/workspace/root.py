"""Finds the workspace."""

import os
from pathlib import Path

from dialogue_etl.errors import DOCTOR, DialogueEtlError

VARIABLE = "DIALOGUE_ETL_WORKSPACE"


class WorkspaceError(DialogueEtlError):
    """A workspace cannot be used; the message says why and what to do."""


def is_root(folder: Path) -> bool:
    """Whether a folder is the top of a workspace."""
    return (folder / "dvc.yaml").is_file() and (folder / "params.yaml").is_file()


def find_root(start: Path | None = None) -> Path:
    """The workspace of a folder (default: that of the variable DIALOGUE_ETL_WORKSPACE, else of this folder).

    Raises:
        WorkspaceError: neither the folder nor one above it holds dvc.yaml and params.yaml.
    """
    here = Path(start or os.environ.get(VARIABLE) or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if is_root(folder):
            return folder
    was_one = f". {DOCTOR}" if (here / ".dvc").is_dir() else ""
    raise WorkspaceError(
        f"{here} is not a workspace (a folder with dvc.yaml and params.yaml); make one: dialogue-etl init DIR"
        f"{was_one}"
    )
