"""Which stages `dvc repro` runs in a real workspace, and that its outputs are the same anywhere."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from dialogue_etl.core import yaml_files
from tests.conftest import ROOT, SAMPLE
from tests.targets import BOOKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("forked_dvc")]

DOWNLOAD, WORKS, PREFILTER, EXTRACT, POSTFILTER, SPLIT = (
    {f"books-{name}@en"} for name in ("download", "works", "prefilter", "extract", "postfilter", "split")
)
CATALOGUE, REPORT = {"books-catalogue"}, {"books-report"}
PACKAGE = {"books-package", "books-check"}  # what is packaged is checked
EVALUATE = {"books-evaluate"}
AFTER_CATALOGUE = DOWNLOAD | WORKS | PREFILTER | EXTRACT | POSTFILTER | SPLIT | PACKAGE | REPORT
EVERYTHING = CATALOGUE | AFTER_CATALOGUE | EVALUATE


@dataclass(frozen=True)
class Workspace:
    """A git and DVC repository, and the copy of the product its programs run: nobody else edits that one.

    Attributes:
        folder: of the repository.
        product: the copy.
        targets: stages that are built, with all before them.
    """

    folder: Path
    product: Path
    targets: tuple[str, ...]

    @property
    def environment(self) -> dict[str, str]:
        unset = ("DIALOGUE_ETL_", "GIT_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(unset)}
        return kept | {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), kept["PATH"]]),
            "PYTHONPATH": str(self.product),
            "DVC_NO_ANALYTICS": "1",
            "DVC_SITE_CACHE_DIR": str(self.product / "dvc-site-cache"),
            "GIT_CONFIG_GLOBAL": os.devnull,
        }

    def run(self, *command: str, folder: Path | None = None) -> str:
        given = {"cwd": folder or self.folder, "env": self.environment}
        done = subprocess.run(command, **given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def copy(self, folder: Path) -> "Workspace":
        return replace(self, folder=shutil.copytree(self.folder, folder))

    def repro(self) -> set[str]:
        """Names of the stages that ran, without `code`, which always does."""
        ran = set(
            re.findall(r"^Running stage '(.+)':$", self.run("dvc", "repro", *self.targets), re.MULTILINE)
        )
        assert "code" in ran
        return ran - {"code"}

    def set(self, key: str, value: object) -> None:
        section, _, name = key.partition(".")
        values = yaml_files.load((self.folder / "params.yaml").read_text("utf-8"))
        values[section][name] = value
        (self.folder / "params.yaml").write_text(yaml_files.dump(values), "utf-8")

    def outputs(self) -> dict[str, list[tuple[str, str]]]:
        lock = yaml_files.load((self.folder / "dvc.lock").read_text("utf-8"))
        return {
            name: [(out["path"], out["md5"]) for out in stage["outs"]]
            for name, stage in lock["stages"].items()
        }


def make(product: Path, folder: Path) -> Workspace:
    workspace = Workspace(folder, product, BOOKS)
    workspace.run("dialogue-etl", "init", str(folder), "--preset", "sample", folder=product)
    values = yaml_files.load((folder / "params.yaml").read_text("utf-8"))
    values["languages"] = ["en"]  # shows what there is to see; each costs a stage a second
    (folder / "params.yaml").write_text(yaml_files.dump(values), "utf-8")
    workspace.run("git", "commit", "--quiet", "--all", "-m", "One language")
    return workspace


def copy_product(folder: Path) -> Path:
    """The product as it is now: a copy that nobody edits."""
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("dialogue_etl", "presets"):
        shutil.copytree(ROOT / name, folder / name)  # with its bytecode: else each module is compiled again
    return folder


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    return copy_product(tmp_path_factory.mktemp("product"))


@pytest.fixture(scope="module")
def built(product, tmp_path_factory):
    """A workspace built once. Tests get copies of it."""
    workspace = make(product, tmp_path_factory.mktemp("built") / "workspace")
    assert workspace.repro() == EVERYTHING
    return workspace


@pytest.fixture
def workspace(built, tmp_path):
    return built.copy(tmp_path / "copy")


def test_with_nothing_changed_nothing_runs(workspace):
    assert workspace.repro() == set()


@pytest.mark.parametrize(
    ("key", "value", "ran"),
    [
        pytest.param(
            "extract.dialogue_gap",
            10,
            EXTRACT | EVALUATE | POSTFILTER | SPLIT | PACKAGE | REPORT,
            marks=pytest.mark.long,
        ),
        ("split.seed", 9, SPLIT | PACKAGE | REPORT),
        # With so large a vocabulary no word is rare: its own stage runs, what comes of it is the same.
        pytest.param("postfilter.max_rare_share", 0.3, POSTFILTER | PACKAGE | REPORT, marks=pytest.mark.long),
    ],
)
def test_a_changed_parameter_runs_exactly_its_stages_and_what_follows(workspace, key, value, ran):
    before = workspace.outputs()
    workspace.set(key, value)
    assert workspace.repro() == ran
    after = workspace.outputs()
    assert {name for name in after if after[name] != before[name]} <= ran | {"code"}


def test_an_edited_function_runs_exactly_its_stages(workspace, tmp_path):
    shutil.copytree(workspace.product, tmp_path / "product")
    path = tmp_path / "product" / "dialogue_etl" / "formats" / "chat.py"
    source = path.read_text("utf-8")
    assert 'else "user"' in source
    path.write_text(source.replace('else "user"', 'else "human"'), "utf-8")
    assert replace(workspace, product=tmp_path / "product").repro() == PACKAGE


@pytest.mark.long  # in one process: tests/test_determinism.py
def test_two_workspaces_in_different_folders_give_the_same_outputs(built, tmp_path):
    other = make(built.product, tmp_path / "some" / "where else")
    assert other.repro() == EVERYTHING
    assert other.outputs() == built.outputs()


@pytest.mark.long
def test_a_book_added_to_the_library_is_tracked_and_downloaded(workspace):
    book = SAMPLE / "cache/epub/900002/pg900002.txt"
    said = workspace.run("dialogue-etl", "books", "add", str(book))
    assert "pg900002: Ambrose Pottingley: The Loan of an Umbrella" in said
    # The sample is still the source: what depends on the library runs and gives the same.
    assert workspace.repro() == CATALOGUE | DOWNLOAD
    workspace.set("books.source", "library")
    workspace.repro()
    listed = workspace.run("dialogue-etl", "inspect").splitlines()
    assert [line.split()[:2] for line in listed] == [["en", "pg900002"]]
    workspace.run("dvc", "checkout", "library.dvc")


@pytest.mark.long
def test_changed_annotated_texts_are_scored_again_and_nothing_else_runs(workspace, tmp_path):
    gold = shutil.copytree(ROOT / "tests/evaluation/annotated", workspace.folder / "gold")
    workspace.set("evaluation.gold", "gold")
    assert workspace.repro() == EVALUATE | REPORT
    assert "Quality on annotated texts" in (workspace.folder / "data/books/report/report.html").read_text(
        "utf-8"
    )
    (gold / "README.md").write_text("not a text", "utf-8")
    assert workspace.repro() == set()
    lines = gold / "own/ferry/gold.jsonl"
    lines.write_text("".join(lines.read_text("utf-8").splitlines(keepends=True)[1:]), "utf-8")
    assert workspace.repro() == EVALUATE | REPORT
    assert "corpora.own.characters_f1" in workspace.run(
        "dvc", "metrics", "show", "metrics/books/evaluate.json"
    )
    workspace.set("evaluation.gold", "elsewhere")
    with pytest.raises(AssertionError, match=r"evaluation\.gold: 'elsewhere': no such folder"):
        workspace.repro()


def test_a_parameter_that_is_refused_leaves_the_outputs_as_they_were(workspace):
    before = workspace.outputs()
    workspace.set("extract.dialogue_gap", -1)
    with pytest.raises(AssertionError, match=r"extract\.dialogue_gap: -1"):
        workspace.repro()
    assert workspace.outputs() == before
