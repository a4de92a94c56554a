"""A workspace whose stages take seconds, and the dvc that builds it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.conftest import ROOT, tree
from tests.interruptions import library
from tests.interruptions.processes import MARK

LANGUAGES = ("en", "hu")
SHARDS = 8


@dataclass(frozen=True)
class Instance:
    """A stage of dvc.yaml, for one language where it has one per language."""

    name: str
    output: str

    @property
    def kind(self) -> str:
        """The stage without its language."""
        return self.name.partition("@")[0].removeprefix("books-")


def instances() -> list[Instance]:
    """All stages of dvc.yaml."""
    stages = yaml.safe_load((ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    found = []
    for name, stage in stages.items():
        if not name.startswith(("books-", "code")):
            continue
        for language in LANGUAGES if "matrix" in stage else ("",):
            output = stage["outs"][0].replace("${item.language}", language)
            found.append(Instance(f"{name}@{language}" if language else name, output))
    return found


@dataclass(frozen=True)
class Workspace:
    """A folder built by dvc, with all that dvc keeps for it beside it."""

    folder: Path

    @property
    def mark(self) -> str:
        """In the environment of every process of it."""
        return str(self.folder)

    @property
    def log(self) -> Path:
        """What all its programs said."""
        return self.folder.with_name(f"{self.folder.name}.log")

    @property
    def product(self) -> Path:
        """A copy of this clone's product, which nobody edits meanwhile."""
        return self.folder.with_name("product")

    def environment(self) -> dict[str, str]:
        """For its programs: two workers on any machine."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("DIALOGUE_ETL_", "GIT_"))
        }
        own = {
            MARK: self.mark,
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), kept["PATH"]]),
            "PYTHONPATH": str(self.product),
            "DIALOGUE_ETL_WORKERS": "2",
            "DIALOGUE_ETL_ALONE_BELOW": "0",  # so that there are workers to kill
            "DVC_NO_ANALYTICS": "1",
            "DVC_SITE_CACHE_DIR": str(self.folder.with_name(f"{self.folder.name}.site")),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "SHELL": "/bin/sh",
        }
        return kept | own

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a program in a session of its own."""
        self._mend_holders()
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self.folder,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _mend_holders(self) -> None:
        """Do what the README says of a dvc killed while it writes its list of who reads what.

        DVC writes it in place and then refuses to start. In Airflow the plugin puts it right.
        """
        holders = self.folder / ".dvc" / "tmp" / "rwlock"
        try:
            json.loads(holders.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return
        except ValueError:
            holders.unlink()
            with self.log.open("a") as log:
                log.write("dvc was killed while it wrote .dvc/tmp/rwlock: removed, as the README says\n")

    def run(self, *command: str) -> None:
        """Run a program to its end.

        Raises:
            RuntimeError: it fails.
        """
        if self.start(*command).wait():
            raise RuntimeError(f"{' '.join(command)} failed in {self.folder}: see {self.log}")

    def copy(self, name: str) -> Workspace:
        """The same workspace beside this one."""
        return Workspace(Path(shutil.copytree(self.folder, self.folder.with_name(name), symlinks=True)))

    def digests(self) -> dict[str, str]:
        """SHA-256 of every file that a build leaves to people: outputs, metrics, dvc.lock."""
        found = {}
        for name in ("data", "metrics"):
            if (self.folder / name).exists():
                found |= {f"{name}/{path}": digest for path, digest in tree(self.folder / name).items()}
        found |= {path: digest for path, digest in tree(self.folder).items() if path == "dvc.lock"}
        return {path: digest for path, digest in found.items() if not path.endswith(".gitignore")}

    def forget_finished_shards(self) -> None:
        """Have the next run do everything anew."""
        shutil.rmtree(self.folder / ".dialogue-etl" / "store" / "shards", ignore_errors=True)


def make(folder: Path, books: int, paragraphs: int) -> Workspace:
    """A workspace with a library of made-up books.

    Args:
        folder: where it and its copies will be.
        books: per language.
        paragraphs: per book.
    """
    folder.mkdir(parents=True, exist_ok=True)
    workspace = Workspace(folder / "made")
    for name in ("dvc.yaml", "params.yaml"):
        workspace.product.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, workspace.product / name)
    for name in ("dialogue_etl", "presets"):
        shutil.copytree(ROOT / name, workspace.product / name)
    made = subprocess.run(
        ["dialogue-etl", "init", str(workspace.folder), "--preset", "sample"],
        env=workspace.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise RuntimeError(f"dialogue-etl init failed: {made.stderr}")
    library.fill(workspace.folder / "library", LANGUAGES, books, paragraphs)
    path = workspace.folder / "params.yaml"
    values = yaml.safe_load(path.read_text("utf-8"))
    values["languages"] = list(LANGUAGES)
    values["books"]["source"] = "library"
    values["prefilter"]["max_kl_divergence"] = 0  # the disguised words look like another language
    values["storage"]["shards"] = SHARDS
    path.write_text(yaml.safe_dump(values, sort_keys=False), "utf-8")
    workspace.run("dvc", "add", "--quiet", "library")
    return workspace
