"""All dvc.yaml files of a repository as one graph: DVC follows edges from file to file."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from dvc_airflow.graph import DVC_YAML, Graph, connect, read_stages
from dvc_airflow.programs import ProgramError, git
from dvc_airflow.stage_files import parents

if TYPE_CHECKING:
    from pathlib import Path


def load_repository(root: Path) -> Graph:
    """The stages of every dvc.yaml below a folder, named and placed from there, with their edges.

    As DVC does, files within outputs, within DVC repositories of their own and those that git ignores are
    left out. Unlike DVC, .dvcignore is not read.

    Args:
        root: Where `.dvc` is.

    Raises:
        GraphError: see `graph.load_graph`.
    """
    stages: Graph = {}
    for file in _find(root):
        outs = {out for stage in stages.values() for out in stage.outs}
        if not outs & set(parents(file)):
            stages |= read_stages(root, file)
    return connect(stages, root)


def _find(root: Path) -> list[str]:
    """Paths of the dvc.yaml files, those nearer to the root first."""
    try:
        pathspecs = (DVC_YAML, f"**/{DVC_YAML}")
        listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *pathspecs)
        found = [name for name in listed.split("\0") if name and (root / name).is_file()]
    except ProgramError:  # DVC without git
        found = [path.relative_to(root).as_posix() for path in root.rglob(DVC_YAML)]
    return sorted(
        {name for name in found if not any((root / p / ".dvc").is_dir() for p in parents(name))},
        key=lambda name: (name.count("/"), posixpath.dirname(name)),
    )
