"""A workspace whose stages take seconds, and the programs that build it."""

from __future__ import annotations

import csv
import os
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from dialogue_etl.core import yaml_files
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.books.mirrors.fetching import SAMPLE
from dialogue_etl.text import encoding
from dialogue_etl.workspace.params_file import set_values
from tests.conftest import ROOT, tree
from tests.interruptions.processes import MARK
from tests.sources.subtitles import building
from tests.sources.threads import building as threads_building

LANGUAGES = {"books": ("en", "hu"), "subtitles": ("en", "pt"), "threads": ("en", "nl")}
SHARDS = 8
PRODUCT = ("dialogue_etl", "presets", "dags", "plugins")


def instances(folder: Path, source: str) -> dict[str, str]:
    """The stages of a source that a workspace has run, by name, `books-extract@en`, with their outputs."""
    stages = yaml_files.load((folder / "dvc.lock").read_text("utf-8"))["stages"]
    return {name: stage["outs"][0]["path"] for name, stage in stages.items() if name.startswith(f"{source}-")}


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
        ours = ("DIALOGUE_ETL_", "GIT_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return kept | {
            MARK: self.mark,
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), kept["PATH"]]),
            "PYTHONPATH": os.pathsep.join([str(self.product), str(self.product / "plugins")]),
            "DIALOGUE_ETL_WORKERS": "2",
            "DIALOGUE_ETL_ALONE_BELOW": "0",  # so that there are workers to kill
            "DVC_NO_ANALYTICS": "1",
            "DVC_SITE_CACHE_DIR": str(self.folder.with_name(f"{self.folder.name}.site")),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "SHELL": "/bin/sh",
        }

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a program in a session of its own."""
        # What docs/operations.md says of a dvc killed while it writes this list; in Airflow none is kept.
        (self.folder / ".dvc/tmp/rwlock").unlink(missing_ok=True)
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self.folder if self.folder.exists() else self.folder.parent,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def run(self, *command: str) -> None:
        if self.start(*command).wait():
            raise RuntimeError(f"{' '.join(command)} failed in {self.folder}: see {self.log}")

    def copy(self, name: str) -> Workspace:
        """The same workspace beside this one."""
        return Workspace(Path(shutil.copytree(self.folder, self.folder.with_name(name), symlinks=True)))

    def digests(self) -> dict[str, str]:
        """SHA-256 of every file that a build leaves to people: outputs, metrics, dvc.lock."""
        found = {
            f"{name}/{path}": digest
            for name in ("data", "metrics")
            for path, digest in tree(self.folder / name).items()
            if not path.endswith(".gitignore")
        }
        lock = self.folder / "dvc.lock"
        return found | {"dvc.lock": sha256(lock.read_bytes()).hexdigest()}

    def forget_finished_shards(self) -> None:
        """Have the next run do everything anew."""
        shutil.rmtree(self.folder / ".dialogue-etl" / "store" / "shards", ignore_errors=True)


def make(folder: Path) -> Workspace:
    """A workspace of the embedded sample in two languages, and a copy of the product."""
    workspace = Workspace(folder / "ws")
    workspace.product.mkdir(parents=True)
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, workspace.product / name)
    for name in PRODUCT:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, workspace.product / name, ignore=ignored)
    workspace.run("dialogue-etl", "init", str(workspace.folder), "--preset", "sample")
    set_values(workspace.folder / "params.yaml", {"languages": list(LANGUAGES["books"])})
    author = ("-c", "user.name=T", "-c", "user.email=t@localhost")
    workspace.run("git", *author, "commit", "-qam", "two languages")
    return workspace


def fill(source: str, workspace: Workspace, books: int, paragraphs: int) -> None:
    """Give a workspace so many made-up books, or films, per language, of so many paragraphs, or blocks."""
    makers = {
        "books": _fill_books,
        "subtitles": _fill_subtitles,
        "threads": _fill_threads,
        "emotions": _fill_emotions,
    }
    makers[source](workspace, books, paragraphs)


def _fill_books(workspace: Workspace, books: int, paragraphs: int) -> None:
    """Give a workspace a library of made-up books: the sample's paragraphs, shuffled.

    Args:
        workspace: of the sample.
        books: per language, always the same ones.
        paragraphs: per book; one has some 200 characters.
    """
    entries = []
    for language in LANGUAGES["books"]:
        source, chance = _paragraphs(language), random.Random(language)
        for number in range(books):
            data = "\n\n".join(chance.choices(source, k=paragraphs)).encode()
            entry = library.entry(
                id=f"{language}-{number:05d}",
                language=language,
                title=f"Book {number}",
                authors=("Nobody",),
                rights="Public domain",
                data=data,
            )
            entries.append((entry, data))
    library.add(workspace.folder / "library", entries)
    values = {"books": {"source": "library"}, "storage": {"shards": SHARDS}}
    values["works"] = {"editions": "all"}  # they have the same paragraphs
    set_values(workspace.folder / "params.yaml", values)
    workspace.run("dvc", "add", "--quiet", "library")


def _fill_subtitles(workspace: Workspace, films: int, blocks: int) -> None:
    """Give a workspace films, the even ones in an OPUS archive, and have turns told by the classifier."""
    for language in LANGUAGES["subtitles"]:
        texts = {number: _film(f"{language}{number}", blocks) for number in range(films)}
        files = {f"{language}/film-{n}.srt": building.srt(text) for n, text in texts.items() if n % 2}
        archive = {
            f"xml/{language}/1990/{n + 1}/{n}.xml": building.xml("\n".join(text).split("\n"), ident=str(n))
            for n, text in texts.items()
            if not n % 2
        }
        files[f"{language}/opus.zip"] = building.zipped(archive)
        building.add(workspace.folder / "subtitles/library", files, language=language)
    values = {"subtitles": {"source": "library"}, "storage": {"shards": SHARDS}}
    values["turns"] = {"segmenter": "classifier"}
    set_values(workspace.folder / "params.yaml", values)
    workspace.run("dvc", "add", "--quiet", "subtitles/library")


def _fill_threads(workspace: Workspace, threads: int, comments: int) -> None:
    """Give a workspace a corpus of comment trees per language, so many for each comment asked for."""
    for seed, language in enumerate(LANGUAGES["threads"]):
        rows = threads_building.lines(threads_building.talk(threads * max(comments // 20, 1), seed))
        folder = workspace.folder / "threads/corpora"
        threads_building.add(folder, f"made-{language}", {"made.jsonl": rows}, language)
    values = {"source": "corpora", "languages": list(LANGUAGES["threads"])}
    set_values(workspace.folder / "params.yaml", {"threads": values, "storage": {"shards": SHARDS}})
    workspace.run("dvc", "add", "--quiet", "threads/corpora")


def _fill_emotions(workspace: Workspace, books: int, paragraphs: int) -> None:
    """Give a workspace the dataset of made-up books, to be labelled with the sample's labels."""
    _fill_books(workspace, books // 5, paragraphs)
    set_values(workspace.folder / "params.yaml", {"emotions": {"dataset": "books", "annotations": "sample"}})


def _film(seed: str, blocks: int) -> list[str]:
    """Blocks of two sentences; dashes mark what is answered."""
    chance, words = random.Random(seed), [f"{a}{b}r{c}" for a in "klmtsb" for b in "aeo" for c in "ainu"]
    found = []
    for _ in range(blocks):
        one, other = (" ".join(chance.choices(words, k=chance.randrange(2, 7))) for _ in range(2))
        asks = chance.random() < 0.4
        found.append(f"- Do you {one}?\n- Yes, {other}." if asks else f"We {one}. Then {other}.")
    return found


def _paragraphs(language: str) -> list[str]:
    """All paragraphs of the sample's stories in a language."""
    listed = csv.DictReader((SAMPLE / "cache/epub/feeds/pg_catalog.csv").open(encoding="utf-8"))
    numbers = sorted(row["Text#"] for row in listed if row["Language"] == language)
    files = [(SAMPLE / f"cache/epub/{number}/pg{number}.txt").read_bytes() for number in numbers]
    texts = [gutenberg.strip(encoding.decode(data)[0]) for data in files]
    return [paragraph for text in texts for paragraph in text.split("\n\n") if paragraph.strip()]
