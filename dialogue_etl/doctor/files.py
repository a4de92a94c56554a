"""Files that a full disk or a crash leaves empty or cut off: dvc.lock, params.yaml, git's index."""

import configparser
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from dialogue_etl.core import yaml_files
from dialogue_etl.core.shards import write_atomic
from dialogue_etl.doctor import store
from dialogue_etl.doctor.findings import Finding, put_aside
from dialogue_etl.params import ParamsError, parse
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.root import WorkspaceError

_HASH = re.compile(r"[0-9a-f]{32}(\.dir)?")


def check(root: Path) -> Iterator[Finding]:
    """Files that DVC, git and the stages cannot read."""
    yield from _index(root)
    readers: dict[str, Callable[[str], object]] = {
        "dvc.lock": _lock,
        "dvc.yaml": lambda text: dict(_mapping(text)["stages"]),
        "params.yaml": lambda text: parse(_mapping(text)),
        **dict.fromkeys((".dvc/config", ".dvc/config.local"), _config),
        **dict.fromkeys(store.pointers(root), lambda text: _check_hashes(_mapping(text)["outs"])),
    }
    for name, read in readers.items():
        yield from _file(root, name, read)


def _file(root: Path, name: str, read: Callable[[str], object]) -> Iterator[Finding]:
    path = root / name
    content = path.read_bytes() if path.exists() else None
    why = "is missing" if content is None else _reason(content, read)
    if not why:
        return
    try:
        before = programs.output("git", "show", f"HEAD:./{name}", folder=root)
    except WorkspaceError:
        before = None
    restore = None
    if before is not None and not _reason(before, read):
        restore = partial(_restore, path, before)
    back = f"git checkout -- {name}" if restore else "take it from a backup"
    left = (content or b"").strip(b"\0 \t\r\n")
    by_person = name in {"dvc.yaml", "params.yaml"} or name.startswith(".dvc/")
    if content is None:
        if before is not None or name in {"dvc.yaml", "params.yaml"}:
            yield Finding(name, why, back, restore)
    # A person's file is replaced only if the committed one has all that is left of it.
    elif restore and not (by_person and left and not (before or b"").startswith(content)):
        yield Finding(name, why, back, restore)
    elif name == "dvc.lock":
        again = "`dvc repro` writes it anew, and takes what was built from DVC's cache"
        yield Finding(name, why, f"remove it; {again}", lambda: f"{put_aside(path)}; {again}")
    elif name.endswith(".dvc"):
        todo = f"remove it, then record the folder as it is: dvc add {name.removesuffix('.dvc')}"
        yield Finding(name, why, todo)
    else:
        yield Finding(name, why, f"edit it, or: {back}" if left else back)


def _restore(path: Path, content: bytes) -> str:
    whole = path.with_name(f"{path.name}.mended")
    write_atomic(whole, content)  # first: on a full disk all stays as it was
    kept = f"; {put_aside(path)}" if path.exists() else ""
    whole.rename(path)
    return f"{path.name} is that of the last commit{kept}"


def _reason(content: bytes, read: Callable[[str], object]) -> str:
    """Why a file cannot be used; empty if it can."""
    if not content.strip():
        what = "is empty, as after a full disk"
    elif not content.strip(b"\0"):
        return "holds zeros alone, as after a crash of the machine"
    else:
        what = ""
    try:
        read(content.decode())
    except KeyError as error:
        return what or f"has no {error}"
    except (ValueError, TypeError, AttributeError, ParamsError, configparser.Error) as error:
        return what or " ".join(str(error).split())
    return ""


def _mapping(text: str) -> dict[str, Any]:
    values = yaml_files.load(text)
    if not isinstance(values, dict):
        raise TypeError("is not a mapping")
    return values


def _lock(text: str) -> None:
    values = _mapping(text)
    if "schema" not in values:
        raise KeyError("schema")
    for entry in values.get("stages", {}).values():
        if "cmd" not in entry:
            raise KeyError("cmd")
        _check_hashes([*entry.get("deps", ()), *entry.get("outs", ())])


def _check_hashes(entries: list[dict[str, Any]]) -> None:
    for entry in entries:
        path, md5 = entry["path"], entry.get("md5")
        if "md5" in entry and not _HASH.fullmatch(str(md5)):
            raise ValueError(f"{path}: {md5!r} is not an MD5")


def _config(text: str) -> None:
    configparser.ConfigParser(interpolation=None).read_string(text)


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
    return f"made anew from the last commit; {kept}"
