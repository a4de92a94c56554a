"""Files that a full disk or a crash leaves empty or cut off: dvc.lock, params.yaml, git's index."""

import configparser
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from dialogue_etl import yaml_files
from dialogue_etl.params import ParamsError, parse
from dialogue_etl.shards import write_atomic
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.doctor import recorded
from dialogue_etl.workspace.doctor.findings import Finding, committed, put_aside
from dialogue_etl.workspace.root import WorkspaceError

_HASH = re.compile(r"[0-9a-f]{32}(\.dir)?")


class _DamagedError(ValueError):
    pass


def check(root: Path) -> Iterator[Finding]:
    """Files that DVC, git and the stages cannot read."""
    yield from _index(root)
    kinds: dict[str, Callable[[bytes], None]] = {
        "dvc.lock": _lock,
        "dvc.yaml": _stages,
        "params.yaml": _params,
    }
    kinds |= dict.fromkeys(recorded.pointers(root), _pointer)
    for name, read in {**kinds, ".dvc/config": _config, ".dvc/config.local": _config}.items():
        yield from _file(root, name, read)


def _file(root: Path, name: str, read: Callable[[bytes], None]) -> Iterator[Finding]:
    path = root / name
    before = committed(root, name) if not path.exists() or _reason(path.read_bytes(), read) else None
    restorable = before is not None and not _reason(before, read)
    restore = partial(_restore, path, before or b"")
    if not path.exists():
        if before is not None or name in {"dvc.yaml", "params.yaml"}:
            todo = f"git checkout -- {name}" if restorable else "take it from a backup"
            yield Finding(name, "is missing", todo, restore if restorable else None)
        return
    content = path.read_bytes()
    if not (why := _reason(content, read)):
        return
    # A person's file is replaced only if the committed one has all that is left of it.
    by_person = name in {"dvc.yaml", "params.yaml", ".dvc/config", ".dvc/config.local"}
    holds_more = by_person and content.strip(b"\0 \t\r\n") and not (before or b"").startswith(content)
    if restorable and not holds_more:
        yield Finding(name, why, f"git checkout -- {name}", restore)
    elif name == "dvc.lock":
        todo = "remove it; `dvc repro` writes it anew, and takes what was built from DVC's cache"
        yield Finding(name, why, todo, lambda: f"kept as {put_aside(path).name}; `dvc repro` writes it anew")
    elif name.endswith(".dvc"):
        folder = name.removesuffix(".dvc")
        yield Finding(name, why, f"remove it, then record the folder as it is: dvc add {folder}")
    else:
        back = f", or go back to the committed one: git checkout -- {name}" if restorable else ""
        empty = f"take it from git (git checkout -- {name}) or a backup"
        yield Finding(name, why, f"edit it{back}" if content.strip(b"\0 \t\r\n") else empty)


def _restore(path: Path, content: bytes) -> str:
    whole = path.with_name(f"{path.name}.mended")
    write_atomic(whole, content)  # first: on a full disk all stays as it was
    kept = f"; the damaged one is {put_aside(path).name}" if path.exists() else ""
    whole.rename(path)
    return f"{path.name} is that of the last commit{kept}"


def _reason(content: bytes, read: Callable[[bytes], None]) -> str:
    """Why a file cannot be used; empty if it can."""
    if content and not content.strip(b"\0"):
        return "holds zeros alone, as after a crash of the machine"
    try:
        read(content)
    except (ValueError, TypeError, AttributeError, ParamsError, configparser.Error) as error:
        return "is empty, as after a full disk" if not content.strip() else " ".join(str(error).split())
    return ""


def _mapping(content: bytes) -> Mapping[str, Any]:
    values = yaml_files.load(content.decode())
    if not isinstance(values, dict):
        raise _DamagedError("is not a mapping")
    return values


def _lock(content: bytes) -> None:
    values = _mapping(content)
    entries = values.get("stages", {})
    if "schema" not in values or not isinstance(entries, dict):
        raise _DamagedError("has no schema and stages")
    for name, entry in entries.items():
        if not isinstance(entry, dict) or "cmd" not in entry:
            raise _DamagedError(f"{name}: has no command")
        _hashes([one for key in ("deps", "outs") for one in entry.get(key) or ()], name)


def _pointer(content: bytes) -> None:
    outs = _mapping(content).get("outs")
    if not outs:
        raise _DamagedError("names no file or folder")
    _hashes(outs, "outs")


def _hashes(entries: Any, name: str) -> None:
    for entry in entries if isinstance(entries, list) else [None]:
        if not isinstance(entry, dict) or "path" not in entry:
            raise _DamagedError(f"{name}: an entry has no path")
        if "md5" in entry and not _HASH.fullmatch(str(entry["md5"])):
            raise _DamagedError(f"{name}: {entry['path']}: {entry['md5']!r} is not an MD5")


def _stages(content: bytes) -> None:
    if not isinstance(_mapping(content).get("stages"), dict):
        raise _DamagedError("has no stages")


def _params(content: bytes) -> None:
    parse(dict(_mapping(content)))


def _config(content: bytes) -> None:
    configparser.ConfigParser(interpolation=None).read_string(content.decode())


def _index(root: Path) -> Iterator[Finding]:
    """Git's index, which is made anew from the last commit; what was staged stays in the folder."""
    index = root / ".git" / "index"
    if not index.is_file():
        return
    try:
        programs.git(root, "ls-files", "--error-unmatch", "--", "dvc.yaml")
    except WorkspaceError as error:
        if "index" in str(error):
            todo = "mv .git/index .git/index.damaged && git reset"
            yield Finding(".git/index", "git cannot read it", todo, partial(_new_index, root, index))


def _new_index(root: Path, index: Path) -> str:
    kept = put_aside(index)
    programs.git(root, "reset", "--quiet")
    return f"made anew from the last commit; the damaged one is {kept.name}"
