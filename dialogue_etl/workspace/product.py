"""Finds the files that come with the package: dvc.yaml, params.yaml, presets, dags and plugins."""

from pathlib import Path
from typing import Any

import dialogue_etl
from dialogue_etl.params import read_values
from dialogue_etl.workspace.root import WorkspaceError

SAMPLE = "sample"
"""The preset that builds the embedded sample of every source."""


def product_folder() -> Path:
    """The wheel's `_product`, or the top of the clone.

    Raises:
        WorkspaceError: the installation is incomplete.
    """
    package = Path(dialogue_etl.__file__).resolve().parent
    for folder in (package / "_product", package.parent):
        if (folder / "dvc.yaml").is_file():
            return folder
    raise WorkspaceError(f"{package} is installed without its templates: reinstall dialogue-etl")


def presets() -> dict[str, dict[str, Any]]:
    """Nested values of every preset by name."""
    return {path.stem: read_values(path) for path in sorted((product_folder() / "presets").glob("*.yaml"))}


def preset(name: str) -> dict[str, Any]:
    """Nested values of one preset.

    Raises:
        WorkspaceError: the preset does not exist; the message lists all.
    """
    known = presets()
    if name not in known:
        raise WorkspaceError(f"there is no preset {name!r}; there are: {', '.join(known)}")
    return known[name]
