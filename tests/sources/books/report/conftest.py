from pathlib import Path

import pytest

from dialogue_etl import params as parameters
from tests.sources.books.report.made import ENGLISH, write


@pytest.fixture
def params() -> parameters.Params:
    return parameters.parse({"languages": ["en", "hu"]})


@pytest.fixture
def stages(tmp_path: Path) -> Path:
    """English has four books, Hungarian none."""
    write(tmp_path / "stages", "en", ENGLISH)
    write(tmp_path / "stages", "hu", {})
    return tmp_path / "stages"
