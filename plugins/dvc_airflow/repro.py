"""DVC's command line, reading and writing dvc.lock fast and writing it atomically.

DVC 3 parses dvc.lock in plain Python, and to record a stage it parses it with a parser that keeps comments
and writes over the file. With 54 stages (76 kB) that takes 1.5 s of CPU for every stage that runs, and
a kill meanwhile leaves half a file. What replaces it here takes 0.1 s, and the file is the old or the new one
at every moment. It is JSON, which is YAML; `lockfile.tidy` gives it DVC's own layout.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dvc.dvcfile
import dvc.rwlock
import dvc.utils.strictyaml
from dvc.cli import main
from dvc.utils.serialize import parse_yaml as parse_yaml_slowly

from dvc_airflow import yaml_files
from dvc_airflow.lockfile import LOCK
from dvc_airflow.processes import RUN_MARK

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def modify_yaml(path: str, fs: Any = None) -> Iterator[dict[str, Any]]:  # noqa: ARG001 - DVC's signature
    """In place of `dvc.utils.serialize.modify_yaml`: a dvc.lock that the block may change."""
    content = yaml_files.read_yaml(Path(path))
    yield content
    yaml_files.write_whole(Path(path), json.dumps(content, indent=1, ensure_ascii=False))


def parse_yaml(text: str, path: str, typ: str = "safe") -> Any:
    """In place of `dvc.utils.serialize.parse_yaml`: the content of a dvc.yaml or, fast, of a dvc.lock."""
    if Path(path).name == LOCK and typ == "safe":
        with contextlib.suppress(yaml_files.YamlError):  # the other one explains what is wrong
            return yaml_files.parse_yaml(text, path)
    return parse_yaml_slowly(text, path, typ)


def run() -> None:
    """What the program `dvc` does; ends this process with its exit code."""
    # What is pinned in requirements.lock has both; a DVC without them works as it is.
    for module, ours in ((dvc.dvcfile, modify_yaml), (dvc.utils.strictyaml, parse_yaml)):
        if hasattr(module, ours.__name__):
            setattr(module, ours.__name__, ours)
    if RUN_MARK in os.environ:
        # A run's stages follow each other by their edges, and one try of each is at work: they need no list
        # of who reads and writes what. Cut short by a kill, or with a pid given anew, it would stop them all.
        dvc.rwlock.rwlock = lambda *_, **__: contextlib.nullcontext()
    sys.exit(main(sys.argv[1:]))
