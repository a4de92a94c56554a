"""DVC's command line, writing dvc.lock fast and atomically.

To record a stage DVC 3 parses dvc.lock with a parser in plain Python that keeps comments, and writes over the
file. With 54 stages (76 kB) that takes a second of CPU for every stage that runs, and a kill meanwhile leaves
half a file. What replaces it here takes 0.1 s, and the file is the old or the new one at every moment. It is
JSON, which is YAML; `lockfile.tidy` gives it DVC's own layout.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dvc.dvcfile
import dvc.rwlock
from dvc.cli import main

from dvc_airflow import yaml_files
from dvc_airflow.processes import RUN_MARK


@contextlib.contextmanager
def modify_yaml(path: str, fs: Any = None) -> Iterator[dict[str, Any]]:  # noqa: ARG001 - DVC's signature
    """In place of `dvc.utils.serialize.modify_yaml`: a dvc.lock that the block may change."""
    content = yaml_files.read_yaml(Path(path))
    yield content
    yaml_files.write_whole(Path(path), json.dumps(content, indent=1, ensure_ascii=False))


def run() -> None:
    """What the program `dvc` does; ends this process with its exit code."""
    if hasattr(dvc.dvcfile, "modify_yaml"):  # as in what requirements.lock pins; another DVC works as it is
        dvc.dvcfile.modify_yaml = modify_yaml
    if RUN_MARK in os.environ:
        # A run's stages follow each other by their edges, and one try of each is at work: they need no list
        # of who reads and writes what. Cut short by a kill, or with a pid given anew, it would stop them all.
        dvc.rwlock.rwlock = lambda *_, **__: contextlib.nullcontext()
    sys.exit(main(sys.argv[1:]))
