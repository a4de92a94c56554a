"""DVC's command line, with a faster and atomic way to write dvc.lock, and no success without the data.

To record a stage DVC 3 parses dvc.lock with a parser in plain Python that keeps comments, and overwrites the
file. With 54 stages (76 kB) that takes a second of CPU for every stage that runs, and a kill in between
leaves a truncated file. The replacement here takes 0.1 s and is atomic. It writes JSON, which is YAML;
`lockfile.tidy` restores DVC's own layout.

Where a file cannot be copied into the cache, as on a full disk, DVC 3 logs an error, records the stage all
the same, and returns 0. Here the stage fails, and nothing is recorded.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dvc.dvcfile
import dvc.output
import dvc.rwlock
from dvc.cli import main
from dvc.exceptions import DvcException
from dvc_data.hashfile.transfer import TransferResult, transfer

from dvc_airflow import yaml_files
from dvc_airflow.processes import RUN_MARK


@contextlib.contextmanager
def modify_yaml(path: str, fs: Any = None) -> Iterator[dict[str, Any]]:  # noqa: ARG001 - DVC's signature
    """Replaces `dvc.utils.serialize.modify_yaml`: yields the content of dvc.lock and writes it back."""
    content = yaml_files.read_yaml(Path(path))
    yield content
    yaml_files.write_whole(Path(path), yaml_files.quick_text(content))


def transfer_all(*arguments: Any, **options: Any) -> TransferResult:
    """Replaces `dvc.output.otransfer`, which copies outputs into the cache.

    Raises:
        DvcException: files could not be copied; DVC has logged which ones, and why.
    """
    done = transfer(*arguments, **options)
    if done.failed:
        raise DvcException(f"{len(done.failed)} files could not be copied into DVC's cache")
    return done


def run() -> None:
    """Run `dvc`; ends this process with its exit code."""
    if hasattr(dvc.dvcfile, "modify_yaml"):  # as in the pinned version; others are left as they are
        dvc.dvcfile.modify_yaml = modify_yaml
    if hasattr(dvc.output, "otransfer"):
        dvc.output.otransfer = transfer_all
    if RUN_MARK in os.environ:
        # The scheduler orders the stages of a run, and only one try of each is running, so DVC's list of
        # readers and writers is not needed. Truncated by a kill, or with a reused pid, it would block all.
        dvc.rwlock.rwlock = lambda *_, **__: contextlib.nullcontext()
    sys.exit(main(sys.argv[1:]))
