"""Real data that does not come with the repository: where it is, and tests that are skipped without it."""

import os
from pathlib import Path

import pytest

from tests.conftest import ROOT

SHARED = Path(os.environ.get("DIALOGUE_ETL_SHARED", ROOT.parent / "shared")).resolve()
BOOKS = SHARED / "data" / "gutenberg"
GOLD = SHARED / "gold"


def needs(*paths):
    """The mark of tests that need some of it."""
    missing = [str(path.relative_to(SHARED)) for path in paths if not path.exists()]
    why = f"set DIALOGUE_ETL_SHARED to a folder with {', '.join(missing)}: {SHARED} has none"
    return pytest.mark.skipif(bool(missing), reason=why)
