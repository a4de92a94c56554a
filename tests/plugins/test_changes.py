from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dvc_airflow.changes import ChangeError, difference, flatten, override, rewrite

if TYPE_CHECKING:
    from pathlib import Path

VALUES = {"languages": ["en", "hu"], "split": {"train": 0.9, "seed": 0}, "gap": {"x": 1}}


def test_flatten_and_difference() -> None:
    assert flatten(VALUES) == {"languages": ["en", "hu"], "split.train": 0.9, "split.seed": 0, "gap.x": 1}
    changed = override(VALUES, {"split.seed": 3, "new.key": 1})
    assert difference(VALUES, changed) == {"split.seed": [0, 3], "new.key": [None, 1]}
    assert VALUES["split"]["seed"] == 0  # a copy was changed


def test_a_key_below_a_value() -> None:
    with pytest.raises(ChangeError, match="languages is a value"):
        override(VALUES, {"languages.en": 1})


def test_rewrite_keeps_comments_and_layout(tmp_path: Path) -> None:
    file = tmp_path / "params.yaml"
    file.write_text(
        "# head\nlanguages:\n- en\n- hu\n\n# about split\nsplit:\n  train: 0.9  # share\n  seed: 0\n"
    )
    rewrite(file, {"split.train": 0.5, "languages": ["en"], "fresh.x": True})
    assert file.read_text() == (
        "# head\nlanguages:\n- en\n\n# about split\nsplit:\n  train: 0.5  # share\n  seed: 0\n"
        "fresh:\n  x: true\n"
    )
