"""The README's way from the demo to fifty books, run as it stands there against a mirror on this machine."""

import csv
import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dialogue_etl.sources.books.catalogues import pg_catalogue
from dialogue_etl.sources.books.mirrors import layouts
from tests.conftest import ROOT, SAMPLE
from tests.fake_mirror import FakeMirror

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = next(
    block for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) if "init ../novels" in block
)
NUMBERS = [int(number) for number in re.findall(r"pg(\d+)", COMMANDS)]


def novel(number, words):
    """A text of its own in Project Gutenberg's form, mostly talk."""
    chance = random.Random(number)

    def said():
        sentence = " ".join(chance.choices(words, k=chance.randint(3, 15)))
        return f"“{sentence.capitalize()}.”"

    name = f"THE PROJECT GUTENBERG EBOOK {number} ***"
    text = "\r\n\r\n".join(said() for _ in range(60))
    return f"*** START OF {name}\r\n\r\n{text}\r\n\r\n*** END OF {name}\r\n".encode()


def mirror_files():
    listed = io.StringIO()
    rows = csv.DictWriter(listed, pg_catalogue.COLUMNS)
    rows.writeheader()
    for number in range(1, max(NUMBERS) + 100):
        rows.writerow({"Text#": number, "Type": "Text", "Title": f"Novel {number}", "Language": "en"})
    words = sorted(set((SAMPLE / "cache/epub/900001/pg900001.txt").read_text("utf-8").split()))
    words = [word for word in words if word.isalpha()]
    files = {layouts.copies(f"{number}")[0].path: novel(number, words) for number in NUMBERS}
    return {**files, pg_catalogue.PATHS[-1]: listed.getvalue().encode()}


def test_they_are_three_commands_and_fifty_books():
    assert len(re.findall(r"^(?:dialogue-etl|DIALOGUE_ETL_)", COMMANDS, re.MULTILINE)) == 3
    assert len(set(NUMBERS)) == len(NUMBERS) == 50


@pytest.mark.slow
def test_they_do_what_they_say(tmp_path):
    with FakeMirror(mirror_files()) as mirror:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        runtime = {"DIALOGUE_ETL_MIRROR": mirror.url, "DIALOGUE_ETL_DELAY": "0"}
        environment = {**os.environ, **runtime, "PATH": path}
        script = ["bash", "-e", "-c", COMMANDS]
        first = tmp_path / "my-dialogues"  # the workspace that the README makes before
        first.mkdir()
        subprocess.run(script, cwd=first, env=environment, check=True, capture_output=True)
        agents = {request.headers["User-Agent"] for request in mirror.requests}
        assert all("you@example.org" in agent and "dialogue-etl/" in agent for agent in agents)
        # Robot rules, two tries for the catalogue, and the books.
        assert len(mirror.requests) == 3 + len(NUMBERS)
    workspace = tmp_path / "novels"
    assert json.loads((workspace / "metrics/books/download/en.json").read_text())["books"] == len(NUMBERS)
    listed = (workspace / "data/books/dataset/books.tsv").read_text("utf-8").splitlines()
    assert len(listed) == 1 + len(NUMBERS)
