"""The folder of annotated texts: where it is, which texts it holds, and what represents their content.

    <corpus>/<text>/text.txt     UTF-8, line ends as LF
                    gold.jsonl   a stretch of speech per line
                    meta.json    language, chapter and scene breaks, and what is annotated

The fields are those of `gold.py`.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from dialogue_etl.core.shards import write_atomic
from dialogue_etl.errors import DialogueEtlError

PARAMETER = "evaluation.gold"
FILES = ("text.txt", "gold.jsonl", "meta.json")
_ALLOWED = f"allowed: nothing (off), or a folder of folders with {', '.join(FILES)}"


class GoldFolderError(DialogueEtlError):
    """The folder the parameter names is not there or holds no annotated text."""


def located(gold: str, workspace: Path) -> Path | None:
    """The folder that `evaluation.gold` names; None if the parameter is empty.

    Args:
        gold: absolute, or relative to the workspace. A run of Airflow works in a git worktree, where a folder
            that neither git nor DVC tracks is not: it is taken from the repository the worktree belongs to.
        workspace: the folder of params.yaml.

    Raises:
        GoldFolderError: the folder does not exist, or has no annotated text.
    """
    if not gold:
        return None
    folder = named(gold, workspace)
    if not folder.is_dir():
        reason = "is a file" if folder.exists() else "no such folder"
        raise GoldFolderError(f"{PARAMETER}: {gold!r}: {reason}; {_ALLOWED}")
    if not texts(folder):
        raise GoldFolderError(f"{PARAMETER}: {gold!r}: no annotated text in it; {_ALLOWED}")
    return folder


def named(path: str, workspace: Path) -> Path:
    """What a path in a parameter names, as for `located`; it may not be there."""
    places = [root / path for root in _checkouts(workspace)]
    return next((place for place in places if place.exists()), places[0])


def _checkouts(workspace: Path) -> list[Path]:
    """The workspace, and if it is a linked worktree the repository's main one (gitrepository-layout(5))."""
    link = workspace / ".git"
    if not link.is_file():
        return [workspace]
    git_folder = workspace / link.read_text(encoding="utf-8").strip().removeprefix("gitdir: ")
    linked = git_folder.parent.name == "worktrees"  # <main>/.git/worktrees/<name>
    return [workspace, git_folder.parents[2]] if linked else [workspace]


def texts(folder: Path) -> dict[str, Path]:
    """Folders that hold an annotated text, or a part of one, by their id: the path below `folder`."""
    found = {path.parent for name in ("gold.jsonl", "text.txt") for path in folder.rglob(name)}
    return dict(sorted((path.relative_to(folder).as_posix(), path) for path in found))


def write_manifest(path: Path, folder: Path | None) -> None:
    """Write what represents the content of the annotated texts, for DVC to see when it changes.

    Args:
        path: JSON file to write: SHA-256 of each file by text, null for one that cannot be read.
        folder: of the texts, as `located` finds it; None if nothing is to be scored.
    """
    content: dict[str, Any] = {"off": True}
    if folder:
        digests = {id: {name: _digest(at / name) for name in FILES} for id, at in texts(folder).items()}
        content = {"texts": digests}
    write_atomic(path, (json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode())


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
