"""What a killed dvc leaves half-done in a worktree, put right before the next one starts.

Two things DVC itself leaves to a person. It writes dvc.lock in place, so a kill can cut it short. Its list of
who reads and writes which path may be cut short too, or name a process number that another process has by
now: DVC forgets holders that are gone, but in a container that starts anew the same numbers come again.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEPT = "dvc.lock.whole"
# Six times as fast: 0.02 s for a dvc.lock of 75 kB (measured). Some builds of PyYAML are without it.
_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def mend(worktree: Path) -> None:
    """Put dvc.lock and the list of holders right, and keep a copy of dvc.lock for the next time.

    To be called before and after every dvc that runs a stage. Waits while a dvc holds the repository.
    """
    folder = worktree / ".dvc" / "tmp"
    if not folder.is_dir():
        return
    with _held(folder / "lock"):
        _mend_lock(worktree / "dvc.lock", folder / _KEPT)
    with _held(folder / "rwlock.lock"):
        _mend_holders(folder / "rwlock")


def begin_anew(worktree: Path) -> None:
    """Forget the copy of dvc.lock: the run begins again, perhaps with fewer stages."""
    (worktree / ".dvc" / "tmp" / _KEPT).unlink(missing_ok=True)


@contextlib.contextmanager
def _held(lock: Path) -> Iterator[None]:
    """Hold one of DVC's lock files as DVC does."""
    with lock.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _mend_lock(path: Path, kept: Path) -> None:
    if path.exists() and kept.exists() and path.read_bytes() == kept.read_bytes():
        return
    now, before = _stages(path), _stages(kept)
    if now is not None and _follows(now, before or {}):
        _write(kept, path.read_text(encoding="utf-8"))
    elif before is not None:
        _write(path, kept.read_text(encoding="utf-8"))
    else:
        path.unlink(missing_ok=True)


def _stages(path: Path) -> dict[str, Any] | None:
    """What a dvc.lock holds; None if it is not there or not whole."""
    try:
        text = path.read_text(encoding="utf-8")
        content = yaml.load(text, _LOADER)  # noqa: S506 - both are safe
    except (OSError, ValueError, yaml.YAMLError):
        return None
    stages = content.get("stages") if isinstance(content, dict) and text.endswith("\n") else None
    whole = isinstance(stages, dict) and all(_is_whole(stage) for stage in stages.values())
    return stages if whole else None


def _follows(now: dict[str, Any], before: dict[str, Any]) -> bool:
    """Whether nothing is missing that was there before: DVC takes nothing out."""
    return all(
        name in now and len(now[name].get("outs", ())) >= len(stage.get("outs", ()))
        for name, stage in before.items()
    )


def _is_whole(stage: Any) -> bool:
    """Whether a stage has its command and every file its path."""
    if not isinstance(stage, dict) or not stage.get("cmd"):
        return False
    files = [file for kind in ("deps", "outs") if kind in stage for file in stage[kind] or [None]]
    return all(isinstance(file, dict) and "path" in file for file in files)


def _mend_holders(path: Path) -> None:
    if path.exists():
        text = path.read_text(encoding="utf-8", errors="replace")
        kept = json.dumps(_running(_parse(text)))
        if kept != text:
            _write(path, kept)


def _parse(text: str) -> dict[str, Any]:
    try:
        listed = json.loads(text)
    except ValueError:
        return {}
    return listed if isinstance(listed, dict) else {}


def _running(listed: dict[str, Any]) -> dict[str, Any]:
    """Of the holders those that are a dvc still."""
    write = {path: holder for path, holder in listed.get("write", {}).items() if _is_dvc(holder)}
    readers = {
        path: [holder for holder in holders if _is_dvc(holder)]
        for path, holders in listed.get("read", {}).items()
    }
    return {"read": {path: holders for path, holders in readers.items() if holders}, "write": write}


def _is_dvc(holder: dict[str, Any]) -> bool:
    try:
        words = psutil.Process(holder["pid"]).cmdline()
    except psutil.Error:  # gone, or another user's: none that works here
        return False
    return "dvc" in {Path(word).name for word in words[:3]}


def _write(path: Path, text: str) -> None:
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
