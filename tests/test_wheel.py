"""The wheel carries what a workspace is made of."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = [pytest.mark.slow, pytest.mark.long]


def built(project, folder):
    """The wheel of a project."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(project)], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return zipfile.ZipFile(wheel)


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    with built(ROOT, tmp_path_factory.mktemp("wheel")) as file:
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


def test_dvc_airflow_is_a_distribution_of_its_own(tmp_path):
    with built(ROOT / "plugins", tmp_path) as file:
        names = file.namelist()
        file.extractall(tmp_path / "site")
    ours = {name for name in names if ".dist-info/" not in name}
    folder = ROOT / "plugins/dvc_airflow"
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert ours == {"dvc_airflow_ui.py", *(path.relative_to(folder.parent).as_posix() for path in files)}
    assert not [name for name in ours if "dialogue" in name]
    program = (
        "import sys; from importlib.metadata import distribution;"
        "(one,) = [e for e in distribution('dvc-airflow').entry_points if e.group == 'airflow.plugins'];"
        "print(one.load().__name__, sys.modules['dvc_airflow'].__file__)"
    )
    variables = {
        **{key: value for key, value in os.environ.items() if not key.endswith("_WORKSPACE")},
        "PYTHONPATH": str(tmp_path / "site"),
        "AIRFLOW_HOME": str(tmp_path / "airflow"),
    }
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.split() == ["dvc_airflow", str(tmp_path / "site/dvc_airflow/__init__.py")]
