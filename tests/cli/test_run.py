"""A stage as a program of its own."""

import shutil
import subprocess
import sys

from tests.conftest import ROOT


def test_a_stage_that_fails_says_why_and_nothing_else(tmp_path):
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, tmp_path)
    inputs = [word for name in ("dataset", "texts", "works") for word in (f"--{name}", f"data/{name}")]
    outputs = ["--output", "data/check", "--metrics", "metrics/check.json"]
    # It has loaded DuckDB by then, which complains at the end of a program that leaves its types behind.
    stage = [sys.executable, "-m", "dialogue_etl", "run", "books-check", *inputs, *outputs]
    done = subprocess.run(stage, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "data/dataset: no such table; run the stage that writes it first\n"
