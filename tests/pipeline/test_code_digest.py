"""An edited module re-runs the stages that import it, and no other."""

import json
import os
import shutil
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dialogue_etl.core import yaml_files
from dialogue_etl.formats.dialogue import DATASET
from tests.conftest import REGISTRY, ROOT


def write(package, output):
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    shutil.copy(ROOT / "dvc.yaml", package.parent)
    values = (ROOT / "params.yaml").read_text("utf-8")
    values = values.replace("tests: []", "tests: [held-out]").replace(
        "datasets: []", "datasets: [a=held-out]"
    )
    (package.parent / "params.yaml").write_text(values, "utf-8")
    held_out = package.parent / "held-out/en/test.parquet"
    held_out.parent.mkdir(parents=True, exist_ok=True)
    rows = [{"id": "d", "turns": [{"text": "Is the ferry late?"}, {"text": "It always is."}]}]
    pq.write_table(pa.Table.from_pylist(rows, DATASET), held_out)
    command = [sys.executable, "-m", "dialogue_etl", "code", "--output", str(output)]
    subprocess.run(command, env=environment, check=True, cwd=package.parent)
    paths = sorted(output.glob("*-*.json"))
    return {path.stem: json.loads(path.read_text("utf-8"))["files"] for path in paths}


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
    stages = yaml_files.load((ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    assert set(before) == set(REGISTRY) == set(stages) - {"code"}
    for name in before:
        assert before[name]
        assert f"data/code/{name}.json" in stages[name]["deps"]


def test_folders_that_parameters_name_are_behind_the_stages_that_read_them(before, package):
    folder = package.parent / "before"
    assert pq.read_table(folder / "tests.parquet")["dialogue"].to_pylist() == ["d"]
    (files,) = json.loads((folder / "datasets.json").read_text("utf-8")).values()
    assert list(files) == ["en/test.parquet"]
    stages = yaml_files.load((ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    reading = {name for name, stage in stages.items() if "data/code/tests.parquet" in stage.get("deps", ())}
    assert reading == {"books-postfilter", "subtitles-clean", "threads-classify", "mix-dataset"}


def test_an_edited_function_changes_the_digest_of_its_stages_alone(before, package):
    path = package / "steps" / "split.py"
    source = path.read_text("utf-8")
    try:
        path.write_text(f"{source}# edited\n", "utf-8")
        after = write(package, package.parent / "after")
    finally:
        path.write_text(source, "utf-8")
    changed = {stage for stage in before if before[stage] != after[stage]}
    assert changed == {stage for stage in before if stage.endswith("-split")}


def test_a_stage_depends_on_no_other_source_and_no_command(before):
    for stage, files in before.items():
        assert not {name for name in files if name.startswith(("cli/", "workspace/"))}
        folders = {
            name.split("/")[1] for name in files if name.startswith("sources/") and name.count("/") > 1
        }
        # Published corpora are read by the maps of threads' forms.
        forms = {"threads"} if any(name.startswith("corpora/") for name in files) else set()
        assert folders <= {REGISTRY[stage].source.name, "default", *forms}, stage


def test_files_that_are_no_modules_are_behind_the_stages_that_read_them(before):
    for stage, files in before.items():
        for folder in REGISTRY[stage].reads:
            assert any(name.startswith(f"{folder}/") for name in files), (stage, folder)


# One of each kind: the others import no less.
LOADED = ("books-extract", "books-report", "threads-train", "mix-dataset")


def test_no_module_of_a_stage_is_forgotten(before):
    """What a stage loads beside the parameters is behind its digest."""
    script = (
        "import sys, importlib, dialogue_etl.params; before = {*sys.modules};"
        "importlib.import_module(sys.argv[1]);"
        "print(*(n for n in sys.modules if n.split('.')[0] == 'dialogue_etl' and n not in before))"
    )
    for stage in LOADED:
        command = [sys.executable, "-c", script, REGISTRY[stage].modules[0]]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for name in said.split():
            path = "/".join(name.split(".")[1:])
            names = {f"{path}.py", f"{path}/__init__.py"} if path else {"__init__.py"}
            assert names & set(before[stage]), f"{stage}: {name}"
