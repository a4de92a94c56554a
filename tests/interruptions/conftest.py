from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from tests.interruptions.processes import MARK, marked

if TYPE_CHECKING:
    import psutil

# What dvc does with the command of a stage, as far as it matters here.
FAKE_DVC = """
import os, subprocess, sys
environment = {**os.environ, "DVC_STAGE": "books-extract@en"}
sys.exit(subprocess.Popen(["/bin/sh", "-c", sys.argv[1]], env=environment).wait())
"""


@dataclass
class Family:
    """Processes that a test starts, with all that those start."""

    folder: Path
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def environment(self) -> dict[str, str]:
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        return {**os.environ, MARK: self.mark, "PYTHONPATH": path}

    def start(self, *command: str, **more: object) -> subprocess.Popen[str]:
        defaults = {"cwd": self.folder, "env": self.environment, "start_new_session": True, "text": True}
        return subprocess.Popen(command, **{**defaults, **more})

    def start_stage(self, *arguments: str, **more: object) -> subprocess.Popen[str]:
        """A stage as a person starts it."""
        return self.start(sys.executable, "-m", "tests.interruptions.stage", *arguments, **more)

    def start_dvc(self, command: str, **more: object) -> subprocess.Popen[str]:
        """A stand-in for dvc, and its shell, which runs the command."""
        return self.start(sys.executable, "-c", FAKE_DVC, command, **more)

    def wait_for(self, *names: str, seconds: float = 30) -> None:
        """Wait until files are there."""
        deadline = time.monotonic() + seconds
        while not all((self.folder / name).exists() for name in names):
            assert time.monotonic() < deadline, f"{names} did not appear"
            time.sleep(0.01)

    def alive(self) -> list[psutil.Process]:
        return marked(self.mark)


@pytest.fixture
def family(tmp_path):
    family = Family(tmp_path)
    yield family
    for process in family.alive():
        process.kill()
