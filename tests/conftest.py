"""What the tests share: all stages over the sample in process, trees of files, the command line."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from dialogue_etl import cli, params
from dialogue_etl.core import shards, yaml_files
from dialogue_etl.core.engines import local
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.pipeline import stages
from dialogue_etl.sources.books.mirrors import fetching

if TYPE_CHECKING:
    from dialogue_etl.params import Params
    from dialogue_etl.pipeline.stages import Stage

# Before anything imports `datasets`: no test asks the Hub.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"

# Modules are compiled once, also where Python is told to write no bytecode: tests start hundreds of programs,
# and pytest takes longer to compile all tests than to import what they need.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Machines differ and workers share them; the same examples every time. As many as take seconds in all; for a
# change of what they test: pytest --hypothesis-profile=thorough, whose examples are others each time.
settings.register_profile("tests", max_examples=40, deadline=None, derandomize=True, database=None)
settings.register_profile("thorough", max_examples=500, deadline=None, derandomize=False)
settings.load_profile("tests")

# Machines differ, so nothing is timed; but what hangs, or takes the square of its input's length, is stopped.
ends_soon = pytest.mark.timeout(30)

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden"
SAMPLE = fetching.SAMPLE
REGISTRY = stages.read(ROOT)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first: one that began last would leave the other worker idle."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """What was imported and collected stays: each full collection of garbage would visit all of it."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Else DuckDB's binding reports leaks."""
    gc.unfreeze()


@pytest.fixture(scope="module")
def forked_dvc() -> Iterator[None]:
    """Programs of dvc are started fast, see there."""
    from tests.forked_dvc import forking  # noqa: PLC0415 - takes as long to import as dvc

    with forking():
        yield


def stage_names(source: str = "books") -> list[str]:
    """The stages of a source in the order of dvc.yaml, without its name."""
    return [name.removeprefix(f"{source}-") for name in REGISTRY if name.startswith(f"{source}-")]


STAGES = tuple(stage_names())
PER_LANGUAGE = tuple(name for name in STAGES if REGISTRY[f"books-{name}"].per_language)


def sample_params(changes: dict[str, Any] | None = None) -> Params:
    """params.yaml with the preset `sample`, and changes by dotted key."""
    values = params.override(
        params.read_values(ROOT / "params.yaml"), params.read_values(ROOT / "presets" / "sample.yaml")
    )
    return params.parse(params.override(values, changes or {}))


@dataclass(frozen=True)
class Build:
    """A workspace with the outputs of a source's stages, run in process as dvc.yaml says.

    Attributes:
        folder: of the workspace.
        params: its parameters.
        runtime: settings of the machine.
        library, corpora, blacklists, annotations, subtitles, screenplays: what people put into a workspace;
            nothing unless given.
        source: whose stages are run.
    """

    folder: Path
    params: Params
    runtime: Runtime
    library: Path = Path("no library")
    corpora: Path = Path("nowhere")
    blacklists: Path = Path("nowhere")
    annotations: Path = Path("nowhere")
    subtitles: Path = Path("nowhere")
    screenplays: Path = Path("nowhere")
    source: str = "books"

    @property
    def stages(self) -> Path:
        return self.folder / "data" / self.source

    def run(self, *names: str) -> Build:
        """Run stages in all languages; without names all but the report, in the order of dvc.yaml."""
        for name in names or [name for name in stage_names(self.source) if name != "report"]:
            stage = REGISTRY[f"{self.source}-{name}"]
            for language in stage.languages(self.params) if stage.per_language else [""]:
                self._run(stage, language)
        return self

    def options(self, stage: Stage, language: str) -> dict[str, Path]:
        """The paths that dvc.yaml gives a stage, in this workspace."""
        places = {
            "library": self.library,
            "threads/corpora": self.corpora,
            "threads/blacklists": self.blacklists,
            "threads/annotations": self.annotations,
            "subtitles/library": self.subtitles,
            "subtitles/screenplays": self.screenplays,
        }
        return {
            option: places.get(value) or self.folder / value.replace("${item.language}", language)
            for option, value in stage.options().items()
            if option != "language"
        }

    def _run(self, stage: Stage, language: str) -> None:
        options: dict[str, str | Path] = dict(self.options(stage, language))
        if language:
            options["language"] = language
        stage.run(options, params=self.params, runtime=self.runtime, workspace=self.folder)

    def copied(self, folder: Path, changes: Mapping[str, Any] | None = None) -> Build:
        """The same outputs elsewhere, to run some stages again with changed parameters."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        values = params.override(self.params.model_dump(), dict(changes or {}))
        return replace(self, folder=folder, params=params.parse(values))

    def rows(self, stage: str, language: str, table: str) -> list[dict[str, Any]]:
        return list(shards.read(self.stages / stage / language, table))

    def metrics(self, stage: str, language: str | None = None) -> dict[str, Any]:
        name = f"{stage}/{language}" if language else stage
        text = (self.folder / "metrics" / self.source / f"{name}.json").read_text("utf-8")
        metrics: dict[str, Any] = json.loads(text)
        return metrics


def unmended(text: str) -> str:
    """A text without the marks that `extract.mend_punctuation` changes."""
    return text.translate(str.maketrans("", "", ".,;?"))


def tree(folder: Path) -> dict[str, str]:
    """SHA-256 of every file below a folder by its relative path."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@cache
def declared_parameters(source: str = "books") -> dict[str, set[str]]:
    """Stage of a source in dvc.yaml → the parameters it declares, sections spelt out."""
    stages = yaml_files.load((ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    keys = [parameter.key for parameter in params.parameters()]
    return {
        name: {
            key
            for key in keys
            for said in stage.get("params", [])
            if key == said or key.startswith(f"{said}.")
        }
        for name, stage in stages.items()
        if name.startswith((f"{source}-", "code"))
    }


_SCRATCH = tempfile.TemporaryDirectory(prefix="dialogue-etl-tests-")


def quick_runtime(**changes: Any) -> Runtime:
    """Settings that depend neither on this machine nor on its environment; an empty store of their own."""
    store = Path(tempfile.mkdtemp(prefix="store", dir=_SCRATCH.name))
    fixed = {"workers": 1, "store": store, "mirror": "http://127.0.0.1:9", "delay": 0.0}
    return Runtime(**{**fixed, "contact": "", "timeout": 10.0, **changes})


@pytest.fixture(scope="session")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder to be in; no test writes there."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, elsewhere: Path) -> None:
    """An empty working directory, and none of the settings of whoever runs the tests."""
    for name in [name for name in os.environ if name.startswith("DIALOGUE_ETL_")]:
        if name != "DIALOGUE_ETL_SHARED":
            monkeypatch.delenv(name)
    monkeypatch.chdir(elsewhere)


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """All stages but the report over the embedded sample. Tests only read it; `copied` is theirs."""
    return Build(tmp_path_factory.mktemp("sample"), sample_params(), quick_runtime()).run()


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Build]:
    """Makes a folder where stages run over the sample with changed parameters."""

    def make(changes: dict[str, Any] | None = None, *, name: str = "build", **rest: Any) -> Build:
        return Build(tmp_path / name, sample_params(changes), **{"runtime": quick_runtime(), **rest})

    return make


@pytest.fixture
def made() -> list[Path]:
    """The folders that `work` has filled."""
    return []


@pytest.fixture
def work(made: list[Path]) -> Callable[[Path], dict[str, int]]:
    """What a shard's work may be: a file in a folder, and a result."""

    def work(folder: Path) -> dict[str, int]:
        made.append(folder)
        (folder / "deep").mkdir()
        (folder / "deep" / "file").write_text("content")
        return {"count": 1}

    return work


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Runs `dialogue-etl …` in this process, through the program's own entry point."""

    def run(*arguments: str | Path) -> Said:
        monkeypatch.setattr(sys, "argv", ["dialogue-etl", *map(str, arguments)])
        code: Any = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code or 0
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return run


def stories() -> list[tuple[str, str]]:
    """Language and id of every story with golden dialogues."""
    return [(path.parent.name, path.stem) for path in sorted(GOLDEN.glob("*/pg*.txt"))]


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many workers each pool was asked for."""
    asked: list[int] = []
    real = local.run

    def noted(function: Callable[..., Any], jobs: Any, workers: int) -> Any:
        asked.append(workers)
        return real(function, jobs, workers)

    monkeypatch.setattr(local, "run", noted)
    return asked


def pytest_configure() -> None:
    """A shell script that runs the tests in the background has them ignore Ctrl-C, and all they start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def port() -> int:
    """A port that no program listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
