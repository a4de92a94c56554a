"""Two variants at once in a real Airflow (`python -m tests.variants.side_by_side` has more of them)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import STAGES
from tests.variants.side_by_side import make_workspace, rebuild, run_variants

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def test_shared_work_is_done_once_and_a_tag_rebuilds_elsewhere(tmp_path: Path, port: int) -> None:
    root = tmp_path.resolve() / "ws"
    make_workspace(root, ["nl"])
    outcome = run_variants(root, 2, port)
    assert outcome.tags == ["dataset/v0/1", "dataset/v1/1"]
    assert outcome.twice == []
    # The second variant differs from `extract` on.
    assert outcome.statuses["restored from cache"] >= STAGES.index("extract")
    assert rebuild(root, outcome.tags[1], tmp_path / "clone") == "same bytes"
