"""Downloads killed at random moments: the same bytes, and nothing that came is asked for again."""

import csv
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import pytest

from dialogue_etl.sources.books.catalogues import pg_catalogue
from dialogue_etl.sources.books.mirrors import layouts
from tests.conftest import ROOT, SAMPLE, sample_params, tree
from tests.fake_mirror import FakeMirror, slow

KILLS = 3
BOOKS = 20
RATE = 400_000  # bytes per second and connection

pytestmark = pytest.mark.slow


def library():
    """Path → bytes: a catalogue and books, each the sample's stories in another order."""
    stories = [path.read_bytes() for path in sorted(SAMPLE.glob("cache/epub/9000*/pg9000*.txt"))]
    listed = io.StringIO()
    rows = csv.DictWriter(listed, pg_catalogue.COLUMNS)
    rows.writeheader()
    files = {}
    for number in range(1, BOOKS + 1):
        shuffled = random.Random(number).sample(stories, len(stories))
        files[layouts.copies(f"{number}")[0].path] = b"\r\n".join(shuffled)
        rows.writerow({"Text#": number, "Type": "Text", "Title": f"Stories {number}", "Language": "en"})
    return {**files, pg_catalogue.PATHS[-1]: listed.getvalue().encode()}


def start(folder, url, *arguments):
    runtime = {"MIRROR": url, "DELAY": "0", "CONTACT": "me@example.org", "FIRST_PAUSE": "0.01"}
    return subprocess.Popen(
        [sys.executable, "-m", "dialogue_etl", "run", *arguments, "--library-folder", "library"],
        cwd=folder,
        env={**os.environ, **{f"DIALOGUE_ETL_{name}": value for name, value in runtime.items()}},
        stderr=subprocess.DEVNULL,
    )


def stages(folder):
    (folder / "params.yaml").write_text(
        sample_params({"books.source": "mirror", "languages": ["en"]}).model_dump_json()
    )
    yield "books-catalogue", "--output", "catalogue", "--metrics", "catalogue.json"
    yield (
        "books-download",
        "--language",
        "en",
        "--catalogue",
        "catalogue",
        "--output",
        "en",
        "--metrics",
        "en.json",
    )


def outputs(folder):
    return {name: digest for name, digest in tree(folder).items() if not name.startswith(".")}


def test_a_download_that_is_killed_gives_the_bytes_of_one_that_was_not(tmp_path):
    files = library()
    slowly = dict.fromkeys([name for name in files if name.endswith(".txt")], slow(RATE, 1_000))
    for name in ("calm", "killed"):
        (tmp_path / name).mkdir()
        shutil.copy(ROOT / "dvc.yaml", tmp_path / name)
    with FakeMirror(files, **slowly) as mirror:
        for arguments in stages(tmp_path / "calm"):
            assert start(tmp_path / "calm", mirror.url, *arguments).wait() == 0
        requests, whole = len(mirror.requests), mirror.sent
        chance = random.Random(4)
        catalogue, download = stages(tmp_path / "killed")
        assert start(tmp_path / "killed", mirror.url, *catalogue).wait() == 0
        for _ in range(KILLS):
            process = start(tmp_path / "killed", mirror.url, *download)
            # By what has come, not by the clock: a fast machine would be done before the last kill.
            enough = mirror.sent + chance.uniform(0.1, 0.2) * whole
            while mirror.sent < enough and process.poll() is None:
                time.sleep(0.01)
            process.kill()
            assert process.wait() == -signal.SIGKILL
        assert start(tmp_path / "killed", mirror.url, *download).wait() == 0
        assert outputs(tmp_path / "killed") == outputs(tmp_path / "calm")
        # Each kill cuts two connections at most; what came of them is not sent again.
        assert any("Range" in request.headers for request in mirror.requests[requests:])
        assert len(mirror.requests) <= 2 * requests + 2 * KILLS
        assert mirror.sent - whole <= 1.2 * whole
