import os
import sys
from pathlib import Path

import pytest

from benchmarks import catalogue, grown_catalogue, measure
from dialogue_etl.sources.books.catalogues import pg_catalogue
from tests.conftest import ROOT, SAMPLE

ENTRIES = 60_000


@pytest.mark.long
@pytest.mark.slow
def test_a_catalogue_of_sixty_thousand_entries_takes_less_than_500_mb(tmp_path):
    text = (SAMPLE / pg_catalogue.PATHS[1]).read_bytes().decode("utf-8")
    grown_catalogue.write_csv(tmp_path / pg_catalogue.PATHS[0], text, ENTRIES, 0)
    command = [sys.executable, "-m", catalogue.__name__, "work", "csv", str(tmp_path), "en"]
    paths = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    used = measure.run(command, folder=tmp_path, environment={**os.environ, "PYTHONPATH": paths})
    said = Path(tmp_path / "log.txt").read_text("utf-8")
    assert f"{ENTRIES // 4:,} of {ENTRIES // 4:,} selected" in said
    assert used.peak_bytes < 500_000_000
