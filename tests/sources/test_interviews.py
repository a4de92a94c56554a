"""A source as a newcomer writes it: with four modules and a DAG it has package, check and report."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import dialogue_etl

HERE = Path(__file__).parent / "interviews"
STAGES = ("read", "split", "package", "check", "report")
TALKS = {
    "harbour": "Ann: Who keeps the light?\nBo: I do, since March.\nAnn: Alone?\nBo: With a cat.\n",
    "market": "Cy: What do the pears cost?\nDee: Write to dee@example.org and ask.\n",
    "silent": "Eve: Hello?\n",
}


@pytest.fixture
def call(tmp_path: Path):
    """Runs a program on a copy of the package that has the source."""
    package = tmp_path / "lib" / "dialogue_etl"
    shutil.copytree(Path(dialogue_etl.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(HERE, package / "sources/interviews")
    root = tmp_path / "work"
    for name, text in TALKS.items():
        path = root / "interviews/en" / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def call(program: str) -> str:
        variables = {**os.environ, "PYTHONPATH": str(package.parent)}
        command = [sys.executable, "-P", "-c", program]
        done = subprocess.run(command, cwd=root, env=variables, capture_output=True, text=True, check=False)
        assert not done.returncode, done.stderr
        return done.stdout

    return call


def test_a_new_source_is_packaged_checked_and_reported(call, tmp_path: Path) -> None:
    root = tmp_path / "work"
    call(
        "from dialogue_etl import params; from dialogue_etl.pipeline import dvc_yaml;"
        "from pathlib import Path; Path('dvc.yaml').write_text(dvc_yaml.text());"
        "Path('params.yaml').write_text(params.defaults())"
    )
    for stage in STAGES:
        words = [f"interviews-{stage}", *(["--language", "en"] if stage in {"read", "split"} else [])]
        call(f"from dialogue_etl.cli.run import run; run({words})")
    rows = [
        row
        for path in sorted((root / "data/interviews/dataset/en").glob("*.parquet"))
        for row in pq.read_table(path).to_pylist()
    ]
    assert {row["id"] for row in rows} == {"harbour", "market"}
    assert any("<EMAIL>" in turn["text"] for row in rows for turn in row["turns"])
    check = json.loads((root / "metrics/interviews/check.json").read_text("utf-8"))["total"]
    assert check["dialogues"] == 2
    assert not any(check[name] for name in ("unreadable_files", "schema_errors", "private"))
    card = (root / "data/interviews/dataset/README.md").read_text("utf-8")
    assert "interviews.tsv" in card
    assert "| read | `min_turns` |" not in card  # an interview was left out, not a dialogue
    page = (root / "data/interviews/report/report.html").read_text("utf-8")
    assert "silent.txt" in page
    words = ["inspect", "--source", "interviews"]
    listed = call(f"from dialogue_etl.cli.app import app; app({words}, standalone_mode=False)")
    assert "left out" in listed


def test_it_is_as_short_as_a_newcomer_hopes() -> None:
    files = sorted(HERE.glob("*.py"))
    assert len(files) <= 7
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 200
