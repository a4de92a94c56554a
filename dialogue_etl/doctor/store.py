"""DVC's configuration, and the files that a version consists of, read without DVC: it may not work."""

import configparser
import contextlib
import hashlib
import json
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from dialogue_etl.compare import revisions
from dialogue_etl.core import yaml_files

_FOLDER = ".dir"
Outs = Mapping[str, Mapping[str, Any]]
"""What DVC records of outputs and tracked folders (`md5`, with `.dir` for folders, and `size`), by path."""


def config(root: Path, section: str, option: str) -> str:
    """A value of DVC's configuration; empty if it is not set, or if the file is damaged."""
    return _config(root).get(section, option, fallback="")


def _config(root: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    for path in (Path.home() / ".config/dvc/config", root / ".dvc/config", root / ".dvc/config.local"):
        with contextlib.suppress(configparser.Error, OSError, UnicodeDecodeError):
            text = path.read_text(encoding="utf-8")
            parser.read_string(text.replace("['", "[").replace("']", "]"))  # ['remote "name"']
    return parser


def cache(root: Path) -> Path:
    """The folder of DVC's cache."""
    return _located(root, config(root, "cache", "dir") or "cache")


def remote(root: Path, option: str = "url") -> str:
    """The address of the default remote, absolute if it is a folder, or another option of it."""
    value = config(root, f'remote "{config(root, "core", "remote")}"', option)
    return value if not value or "://" in value else str(_located(root, value))


def remotes(root: Path) -> dict[str, dict[str, str]]:
    """The options of every remote by its name; paths are absolute."""
    found = {}
    for section, options in _config(root).items():
        if match := re.fullmatch(r'remote "(.+)"', section):
            found[match[1]] = {
                key: str(_located(root, value)) if _is_path(root, key, value) else value
                for key, value in options.items()
            }
    return found


def _is_path(root: Path, key: str, value: str) -> bool:
    return (key == "url" and "://" not in value) or (root / ".dvc" / value).is_file()


def _located(root: Path, path: str) -> Path:
    """DVC writes paths relative to the folder of its configuration."""
    return (root / ".dvc" / Path(path).expanduser()).resolve()


def pointers(root: Path) -> list[str]:
    """The files `*.dvc`, at the top of the workspace or in a folder there."""
    found = [path for pattern in ("*.dvc", "*/*.dvc") for path in root.glob(pattern) if path.is_file()]
    return sorted(path.relative_to(root).as_posix() for path in found)


def recorded(read: Callable[[str], Any], of: Iterable[str]) -> Outs:
    """What dvc.lock and pointers record, but for outputs that are kept out of the cache.

    Args:
        read: gives the content of a YAML file by its path.
        of: paths of the pointers.
    """
    lock, dvc_yaml, params = (read(name) or {} for name in ("dvc.lock", "dvc.yaml", "params.yaml"))
    stages = dvc_yaml.get("stages") or {}
    current = revisions.current(lock.get("stages") or {}, params, stages or None)
    uncached = [
        re.sub(r"\$\{.*?\}", "*", path)
        for stage in stages.values()
        for one in (*stage.get("outs", ()), *stage.get("metrics", ()), *stage.get("plots", ()))
        for path, options in (one.items() if isinstance(one, dict) else ())
        if options.get("cache") is False
    ]
    entries = [*(("", entry) for entry in current), *((name, read(name)) for name in of)]
    return {
        posixpath.join(posixpath.dirname(name), out["path"]): out
        for name, entry in entries
        for out in entry.get("outs") or ()
        if out.get("md5") and out.get("hash") == "md5"
        if not any(fnmatch(out["path"], pattern) for pattern in uncached)
    }


def of_workspace(root: Path) -> Outs:
    """What the workspace's files record; nothing if one is damaged, which another check reports."""

    def read(name: str) -> Any:
        path = root / name
        return yaml_files.load(path.read_text(encoding="utf-8")) if path.is_file() else None

    with contextlib.suppress(OSError, ValueError, TypeError, AttributeError, KeyError):
        return recorded(read, pointers(root))
    return {}


def place(folder: Path, md5: str) -> Path:
    """The path of a file with a hash in a cache, or in a remote that is a folder."""
    return folder / "files" / "md5" / md5[:2] / md5[2:]


def objects(folder: Path, outs: Outs) -> dict[str, str]:
    """Names of the files of outputs by MD5, and of the lists of folders; not of those in a missing list."""
    found = {}
    for path, out in outs.items():
        found[out["md5"]] = path
        for name, md5 in listed(folder, out["md5"]).items():
            found[md5] = f"{path}/{name}"
    return found


def is_list(md5: str) -> bool:
    """Whether a hash is that of a folder's list."""
    return md5.endswith(_FOLDER)


def listed(folder: Path, md5: str) -> dict[str, str]:
    """MD5 of the files of a folder by path; nothing if the list is missing or damaged."""
    path = place(folder, md5)
    if not is_list(md5) or not path.is_file() or is_damaged(folder, md5):
        return {}
    return {entry["relpath"]: entry["md5"] for entry in json.loads(path.read_bytes())}


def lacking(folder: Path, outs: Outs) -> list[str]:
    """Names of the files of outputs that a cache or remote lacks."""
    return [name for md5, name in objects(folder, outs).items() if not place(folder, md5).is_file()]


def is_damaged(folder: Path, md5: str) -> bool:
    """Whether a file in a cache or remote is not the one with the hash that it is named by."""
    path = place(folder, md5)
    return path.is_file() and md5_of(path) != md5.removesuffix(_FOLDER)


def list_of(files: Mapping[str, Path]) -> bytes:
    """The list of a folder's files, as DVC's cache has it."""
    entries = [{"md5": md5_of(file), "relpath": name} for name, file in sorted(files.items())]
    return json.dumps(entries, sort_keys=True).encode()


def files_in(folder: Path) -> dict[str, Path]:
    """The files of a folder by path within it, but for those that .dvcignore names."""
    files = (path for path in folder.rglob("*") if path.is_file())
    found = {path.relative_to(folder).as_posix(): path for path in files}
    return {name: path for name, path in found.items() if not name.endswith((".gitignore", ".partial"))}


def md5_of(path: Path) -> str:
    """The MD5 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
