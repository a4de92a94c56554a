"""What all commands have in common."""

import os
import subprocess
import sys
from importlib.metadata import version

import pytest


def test_the_version(command):
    said = command("--version")
    assert (said.code, said.out, said.err) == (0, f"dialogue-etl {version('dialogue-etl')}\n", "")


@pytest.mark.parametrize("words", ["params", "try book.txt --language en --trace", "run --help"])
def test_a_reader_that_ends_early_is_met_with_silence(words, tmp_path):
    said = "“Is the ferry late?” asked Ann.\n\n“It always is,” said Tom.\n\n"
    (tmp_path / "book.txt").write_text(said * 3_000, "utf-8")
    (tmp_path / "params.yaml").write_text("{}\n", "utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, "-m", "dialogue_etl", *words.split()]
    done = subprocess.run(
        program, stdout=writing, stderr=subprocess.PIPE, cwd=tmp_path, text=True, check=False
    )
    os.close(writing)
    assert "pipe" not in done.stderr.lower()
    assert "Traceback" not in done.stderr
