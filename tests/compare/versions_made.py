"""Workspaces with versions, made without DVC: its cache and lock file are written here, git is real."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from dialogue_etl.core import yaml_files
from dialogue_etl.workspace import programs

if TYPE_CHECKING:
    import pytest

    from tests.conftest import Build

PER_LANGUAGE = ("download", "works", "prefilter", "extract", "postfilter", "split")


def workspace(root: Path) -> Path:
    """An empty one, in a git repository."""
    root.mkdir(parents=True)
    for command in (["init", "-q"], ["config", "user.email", "a@b.c"], ["config", "user.name", "A"]):
        git(root, *command)
    (root / "dvc.yaml").write_text("stages: {}\n", "utf-8")
    return root


def enter(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it the working directory, and say where its cache is as DVC would."""
    monkeypatch.setattr(programs, "dvc", lambda folder, *said: str(folder / ".dvc" / "cache"))
    monkeypatch.chdir(root)


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


def build_version(root: Path, build: Build) -> None:
    """What `dvc repro` leaves behind: the outputs of a build in the cache, dvc.lock and params.yaml."""
    stages: dict[str, object] = {}
    for stage in PER_LANGUAGE:
        for language in build.params.languages:
            out, metrics = build.stages / stage / language, f"metrics/books/{stage}/{language}.json"
            if out.is_dir():
                outs = [_out(f"data/books/{stage}/{language}", _folder(root, out))]
                outs += [_out(metrics, _store(root, (build.folder / metrics).read_bytes()))]
                params = {"params.yaml": {"extract": build.params.extract.model_dump()}}
                stages[f"books-{stage}@{language}"] = {
                    "outs": outs,
                    "params": params if stage == "extract" else {},
                }
    (root / "dvc.lock").write_text(yaml_files.dump({"schema": "2.0", "stages": stages}), "utf-8")
    (root / "params.yaml").write_text(yaml_files.dump(build.params.model_dump()), "utf-8")


def commit(root: Path, tag: str) -> None:
    """Commit and tag what is there."""
    git(root, "add", "dvc.lock", "params.yaml", "dvc.yaml")
    git(root, "commit", "-q", "--allow-empty", "-m", tag)
    git(root, "tag", tag)


def cached(root: Path, md5: str) -> Path:
    """The file of a hash in the cache."""
    return root / ".dvc" / "cache" / "files" / "md5" / md5[:2] / md5[2:]


def lock(root: Path) -> dict[str, dict[str, list[dict[str, str]]]]:
    """The stages of dvc.lock."""
    stages: dict[str, dict[str, list[dict[str, str]]]] = yaml_files.load(
        (root / "dvc.lock").read_text("utf-8")
    )["stages"]
    return stages


def folder_out(root: Path, path: str, folder: Path) -> dict[str, str]:
    """A folder as an output in dvc.lock, with its files in the cache."""
    return _out(path, _folder(root, folder))


def stored_out(root: Path, path: str, data: bytes) -> dict[str, str]:
    """A file as an output in dvc.lock, in the cache."""
    return _out(path, _store(root, data))


def _out(path: str, md5: str) -> dict[str, str]:
    return {"path": path, "hash": "md5", "md5": md5}


def _folder(root: Path, folder: Path) -> str:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    listed = [
        {"md5": _store(root, path.read_bytes()), "relpath": path.relative_to(folder).as_posix()}
        for path in files
    ]
    return _store(root, json.dumps(listed).encode(), ".dir")


def _store(root: Path, data: bytes, suffix: str = "") -> str:
    md5 = hashlib.md5(data, usedforsecurity=False).hexdigest() + suffix
    path = cached(root, md5)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return md5


def forget(root: Path, out: str) -> None:
    """Take the largest file of an output out of the cache: small ones may be those of others too."""
    md5 = next(said["md5"] for stage in lock(root).values() for said in stage["outs"] if said["path"] == out)
    files = [cached(root, entry["md5"]) for entry in json.loads(cached(root, md5).read_text("utf-8"))]
    max(files, key=lambda path: path.stat().st_size).unlink()
