"""The wheel carries what a workspace is made of."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


@pytest.mark.parametrize(
    "top", ["dvc.yaml", "params.yaml", "presets", "requirements.lock", "dags", "plugins"]
)
def test_the_top_level_travels_in_the_wheel(names, top):
    path = ROOT / top
    files = [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file() and p.suffix != ".pyc"]
    assert files
    for file in files:
        assert f"dialogue_etl/_product/{file.relative_to(ROOT).as_posix()}" in names


def test_sample_and_report_templates_are_there(names):
    package = ROOT / "dialogue_etl"
    data = [*(package / "sample").rglob("pg*.*"), *(package / "report").glob("page.*")]
    assert len(data) > 20
    assert {f"dialogue_etl/{path.relative_to(package).as_posix()}" for path in data} <= names


def test_nothing_else_is_there(names):
    assert all(name.startswith(("dialogue_etl/", "dialogue_etl-")) for name in names)
    assert not [name for name in names if name.endswith(".pyc") or "/tests/" in name]
