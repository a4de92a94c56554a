"""An edited module re-runs the stages that import it, and no other."""

import json
import os
import shutil
import subprocess
import sys

import pytest
import yaml

from dialogue_etl import code_digest
from tests.conftest import ROOT

BOOKS = {
    f"books-{name}"
    for name in (
        *("catalogue", "download", "works", "prefilter", "boundaries", "extract"),
        *("postfilter", "split", "package", "check", "evaluate", "report"),
    )
}
THREADS = {
    f"threads-{name}"
    for name in ("ingest", "extract", "rules", "train", "classify", "split", "package", "check", "report")
}
MIX = {"mix-dataset", "mix-check", "mix-report"}
ALL = BOOKS | THREADS | MIX
EXTRACTING = {"books-boundaries", "books-extract", "books-evaluate"}
RULES = {"threads-rules", "threads-report"}  # the report says what the rules did
MODELS = {"threads-train", "threads-classify", "threads-report"}
CHECKS = {"books-check", "threads-check", "mix-check"}
WRITING = {"books-package", "threads-package", "mix-dataset", *CHECKS}
PAGES = {"books-report", "threads-report", "mix-report"}
EDITED = {
    "text/dashes.py": EXTRACTING,
    "sources/books/boundaries/dialogue_gap.py": EXTRACTING,
    "sources/books/boundaries/training.py": {"books-boundaries"},
    "sources/books/evaluate.py": {"books-evaluate"},
    "evaluation/figures.py": {"books-evaluate"},
    "normalise/cleaning.py": {"books-package"},
    "sources/books/prefilter.py": {"books-prefilter"},
    "sources/books/catalogue.py": {"books-catalogue"},
    "sources/books/catalogues/entries.py": {"books-catalogue", "books-download"},
    "sources/books/catalogues/selection.py": {"books-download"},
    "sources/books/mirrors/fetching.py": {"books-download"},
    "web/client.py": {"books-download"},
    "sources/books/works.py": {"books-works"},
    "sources/books/editions/groups.py": {"books-works", "books-prefilter"},
    "text/encoding.py": {"books-download", "threads-ingest"},
    "sample/books/cache/epub/900001/pg900001.txt": {"books-catalogue", "books-download"},
    "postfilter.py": {"books-postfilter"},
    "split.py": {"books-split", "threads-split"},
    "formats/jsonl.py": WRITING,
    "formats/dialogue.py": WRITING,
    "check/repeats.py": CHECKS,
    "check/private.py": {"threads-check"},
    "gates.py": set(),
    "report/figures.py": PAGES,
    "report/page.html": PAGES,
    "sample/threads/street-corner.jsonl": {"threads-ingest"},
    "sources/threads/adapters/reddit.py": {"threads-ingest"},
    "sources/threads/forest.py": {"threads-ingest"},
    "sources/threads/walk.py": {"threads-extract"},
    "sources/threads/rules/platform_tags.py": RULES,
    "sources/threads/rules/terms/zh/dirty.txt": RULES,
    "sources/threads/rules/stage.py": {"threads-rules"},
    "sources/threads/data_rules.py": {"threads-rules"},
    "sources/threads/classify/weak.py": {"threads-train"},
    "sources/threads/classify/embedded.py": MODELS,
    "sources/threads/classify/stage.py": {"threads-classify"},
    "sources/threads/card.py": {"threads-package"},
    "sources/threads/report/threads.html": {"threads-report"},
    "sources/threads/report/survey.py": {"threads-report"},
    "mix/plan.py": {"mix-dataset", "mix-report"},
    "mix/card.py": {"mix-dataset", "mix-report"},
    "mix/mix.html": {"mix-report"},
    "tables.py": ALL,
    "shards.py": ALL,
    "params/model.py": ALL - {"books-catalogue"},
    "__init__.py": ALL,
    "cli/try_files.py": set(),
    "cli/threads.py": set(),
    "sources/threads/noise_audit.py": set(),
    "workspace/create.py": set(),
    "code_digest.py": set(),
}


def write(package, output):
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    command = [sys.executable, "-m", "dialogue_etl", "code", "--output", str(output)]
    subprocess.run(command, env=environment, check=True, cwd=package.parent)
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(output.glob("*-*.json"))}


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A copy of the package to edit."""
    folder = tmp_path_factory.mktemp("copy") / "dialogue_etl"
    shutil.copytree(ROOT / "dialogue_etl", folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def before(package):
    return write(package, package.parent / "before")


def test_every_stage_of_dvc_yaml_has_a_digest_and_depends_on_it(before):
    stages = yaml.safe_load((ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    assert set(before) == set(code_digest.STAGE_MODULES) == set(stages) - {"code"}
    for name in before:
        assert f"data/code/{name}.json" in stages[name]["deps"]


def test_the_digests_are_those_of_the_copied_files(before, package):
    for files in before.values():
        assert files
        assert all((package / name).is_file() for name in files)


def test_writing_again_changes_nothing(before, package):
    assert write(package, package.parent / "again") == before


@pytest.mark.parametrize("name", EDITED)
def test_an_edited_file_is_behind_exactly_its_stages(before, name):
    assert {stage for stage, files in before.items() if name in files} == EDITED[name]


def test_an_edited_function_changes_the_digest_of_its_stages_alone(before, package):
    path = package / "text" / "dashes.py"
    source = path.read_text("utf-8")
    try:
        path.write_text(source.replace("return found\n", "return found  # edited\n"), "utf-8")
        after = write(package, package.parent / "after")
    finally:
        path.write_text(source, "utf-8")
    assert {stage for stage in before if before[stage] != after[stage]} == EXTRACTING


LOADED = (
    *("books-catalogue", "books-download", "books-works", "books-package", "books-report"),
    *("threads-ingest", "threads-rules", "threads-train", "threads-report", "mix-report"),
)


def test_no_module_of_a_stage_is_forgotten(before):
    """What a stage loads when it runs is behind its digest."""
    script = (
        "import sys, importlib; importlib.import_module(sys.argv[1]);"
        "print(*(n for n in sys.modules if n.split('.')[0] == 'dialogue_etl'))"
    )
    for stage in LOADED:
        command = [sys.executable, "-c", script, code_digest.STAGE_MODULES[stage]]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for name in said.split():
            path = "/".join(name.split(".")[1:])
            names = {f"{path}.py", f"{path}/__init__.py"} if path else {"__init__.py"}
            assert names & set(before[stage]), f"{stage}: {name}"
