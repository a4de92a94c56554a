"""What changes around a build, with the real dvc: other libraries, and edits while a stage runs."""

import importlib.metadata
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dialogue_etl.core import yaml_files
from tests.test_repro import Workspace, copy_product

pytestmark = [pytest.mark.slow, pytest.mark.long]

TARGETS = ("threads-check", "threads-report")
STAGE = "threads-rules@en"
KEY = "rules.hashtags_characters"
PAUSE = """


def _pause(name):
    import pathlib, time
    here = pathlib.Path("pause") / name
    if here.exists():
        here.rename(here.with_suffix(".reached"))
        while not here.with_suffix(".go").exists():
            time.sleep(0.05)
"""
"""Added to a copy of the product: a stage waits at its beginning or end if a test asks for it."""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The sample's threads, built; their product has pauses."""
    product = copy_product(tmp_path_factory.mktemp("product"))
    path = product / "dialogue_etl" / "pipeline" / "stages.py"
    text = path.read_text("utf-8")
    (line,) = (line for line in text.splitlines() if line.startswith("        function(**options, "))
    paused = f'        _pause(f"{{self.name}}-begin")\n{line}\n        _pause(f"{{self.name}}-end")'
    path.write_text(text.replace(line, paused) + PAUSE, "utf-8")
    workspace = Workspace(tmp_path_factory.mktemp("built") / "workspace", product, TARGETS)
    workspace.run("dialogue-etl", "init", str(workspace.folder), "--preset", "sample", folder=product)
    workspace.repro()
    return workspace


@pytest.fixture
def workspace(built, tmp_path):
    product = shutil.copytree(built.product, tmp_path / "product")
    return replace(built.copy(tmp_path / "copy"), product=product)


def install(place: Path, name: str, version: str) -> None:
    """Put a distribution as another version where Python finds it before the installed one."""
    found = importlib.metadata.distribution(name)
    for file in found.files or ():
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = place / str(file).replace(f"-{found.version}.dist-info", f"-{version}.dist-info")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(found.locate_file(file), target)
    (metadata,) = place.glob(f"{name}-{version}.dist-info/METADATA")
    metadata.write_text(
        metadata.read_text("utf-8").replace(f"Version: {found.version}", f"Version: {version}")
    )


def test_another_version_of_a_library_runs_the_stages_that_use_it_and_no_other(workspace):
    workspace.run("git", "add", "dvc.lock")
    workspace.run("git", "commit", "--quiet", "-m", "as it was")
    install(workspace.product, "tqdm", "1.2.3")
    assert workspace.repro() == set()
    install(workspace.product, "emoji", "1.2.3")
    # The card, which threads-package writes, names the libraries of all stages behind the dataset.
    ran = {name.partition("@")[0] for name in workspace.repro()}
    # threads-classify splits as `rules.on_bad` says: the section of parameters is made of the rules.
    assert ran == {f"threads-{name}" for name in ("rules", "classify", "report", "package", "check")}
    installed = importlib.metadata.version("emoji")
    assert "emoji 1.2.3," in (workspace.folder / "data/threads/dataset/README.md").read_text("utf-8")
    said = workspace.run("dialogue-etl", "diff", "HEAD").split()
    assert ["emoji", installed, "→", "1.2.3"] == said[said.index("emoji") : said.index("emoji") + 4]


def write_again(path: Path) -> None:
    """Replace a file, which may be a link into DVC's cache."""
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)


def entry(workspace):
    return yaml_files.load((workspace.folder / "dvc.lock").read_text("utf-8"))["stages"][STAGE]


def disturbed(workspace: Workspace, moment: str, change) -> str:
    """What dvc says if something changes while the stage runs; it must fail."""
    pause = workspace.folder / "pause" / f"threads-rules-{moment}"
    pause.parent.mkdir()
    pause.touch()
    given = {"cwd": workspace.folder, "env": workspace.environment, "text": True}
    with subprocess.Popen(
        ["dvc", "repro", STAGE], **given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as dvc:
        while dvc.poll() is None and not pause.with_suffix(".reached").exists():
            time.sleep(0.05)
        change()
        pause.with_suffix(".go").touch()
        said, _ = dvc.communicate()
    shutil.rmtree(pause.parent)
    assert dvc.returncode != 0, said
    return said


@pytest.mark.parametrize("moment", ["begin", "end"])
@pytest.mark.parametrize("what", ["parameter", "input", "module", "library"])
def test_what_changes_while_a_stage_runs_is_never_recorded_with_data_of_before(workspace, moment, what):
    undisturbed = workspace.copy(workspace.folder.with_name("undisturbed"))
    before = entry(workspace)
    (table,) = (workspace.folder / "data/threads/extract/en/dialogues").glob("00000-*.parquet")
    module = workspace.product / "dialogue_etl/filters/utterance/characters.py"
    source = module.read_text("utf-8")
    changes = {
        "parameter": (lambda: workspace.set(KEY, 43), f"params.yaml: {KEY} became 43 from 41"),
        "input": (lambda: write_again(table), f"{table.name} changed"),
        "module": (lambda: module.write_text(f"{source}# edited\n", "utf-8"), "characters.py changed"),
        "library": (lambda: install(workspace.product, "emoji", "1.2.3"), "the library emoji"),
    }
    change, named = changes[what]
    workspace.set(KEY, 41)
    said = disturbed(workspace, moment, change)
    assert named in said
    assert "while it ran. Its output is removed" in said
    assert not (workspace.folder / "data/threads/rules/en").exists()
    assert entry(workspace) == before
    if what == "parameter":
        for one, value in ((workspace, 43), (undisturbed, 43)):
            one.set(KEY, value)
            one.run("dvc", "repro", STAGE)
        assert entry(workspace) == entry(undisturbed) != before


def test_a_parameter_edited_between_the_end_of_a_stage_and_what_dvc_records_runs_it_again(workspace):
    workspace.set(KEY, 51)
    workspace.run("dvc", "repro", STAGE)
    lock, section, key = workspace.folder / "dvc.lock", *KEY.split(".")
    recorded = yaml_files.load(lock.read_text("utf-8"))
    recorded["stages"][STAGE]["params"]["params.yaml"][section][key] = 53
    lock.write_text(yaml_files.dump(recorded), "utf-8")
    workspace.set(KEY, 53)
    assert f"Running stage '{STAGE}'" in workspace.run("dvc", "repro", STAGE)
